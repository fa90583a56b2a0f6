/** Tests what a person with an empty library is offered, and how they find out whether they can fly. */
import { expect, test } from '../stage/stage.ts';
import { everythingIsSynced, promptContent, signUp, typeAtEnd } from '../stage/workspace.ts';

test('a sample that a person wrote in is removed after a question only', async ({ newDevice, person }) => {
  const { page } = await newDevice();
  await signUp(page, person);
  await page.getByRole('button', { name: 'Try a sample project' }).click();
  await expect(promptContent(page)).toContainText('Quote the passage');
  await typeAtEnd(page, 'My own words.');
  await everythingIsSynced(page);
  await page.getByRole('button', { name: 'Remove the sample project' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Project' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(promptContent(page)).toContainText('My own words.');
});
