import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  openPrompt,
  promptContent,
  saveVersion,
  signUp,
  treeItem,
  typeAtEnd,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

test('links to prompts and versions work offline, in a second window and on another device', async ({
  newDevice,
  person,
}) => {
  const { page, context, cutNetwork, restoreNetwork } = await newDevice();
  await signUp(page, person);
  await createProject(page, 'Letters');
  await cutNetwork();
  await createPrompt(page, 'Reply');
  await typeAtEnd(page, 'Dear Sir');
  await saveVersion(page, 'The first');
  await typeAtEnd(page, ' or Madam');
  await createPrompt(page, 'Farewell');
  const farewell = page.url();

  await treeItem(page, 'Reply').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await openPrompt(page, 'Reply');
  await expect(page).toHaveURL(link);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Farewell', selected: true })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('tab', { name: 'Reply', selected: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Reply', selected: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy link to version 1' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  const versionLink = await page.evaluate(() => navigator.clipboard.readText());

  const second = await context.newPage();
  await second.goto(farewell);
  await expect(second.getByRole('tab', { name: 'Farewell', selected: true })).toBeVisible();
  await second.goto(new URL('/p/12345', link).href);
  await expect(second.getByRole('heading', { name: 'This prompt is not here' })).toBeVisible();
  await second.getByRole('button', { name: 'Back to the workspace' }).click();
  await expect(second.getByRole('heading', { name: 'This prompt is not here' })).toBeHidden();
  await second.close();

  // An address made offline is the same after the sync, and elsewhere.
  await restoreNetwork();
  await everythingIsSynced(page);
  await expect(page).toHaveURL(link);
  const { page: other } = await newDevice();
  await other.goto(versionLink);
  await other.getByLabel('Username').fill(person.username);
  await other.getByLabel('Password', { exact: true }).fill(person.password);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(promptContent(other)).toHaveText('Dear Sir');
  await expect(other).toHaveURL(versionLink);
  await expect(other.getByText('Viewing Version 1')).toBeVisible();
});
