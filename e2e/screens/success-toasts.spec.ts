/** Compares the text of the toast of every success. */
import { expect, test } from '../stage/stage.ts';
import { newNote, press, saveVersion, signInWith } from '../stage/toasts.ts';
import { createProject, promptContent, signUpByForm } from '../stage/workspace.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('every success is told in its own words', async ({ newDevice, person }) => {
  const { page } = await newDevice({ viewport: { width: 1440, height: 900 } });
  const expectToast = async (title: string, description?: string) => {
    await expect(page.locator('.chakra-toast__title')).toHaveText(title);
    if (description === undefined) await expect(page.locator('.chakra-toast__description')).toHaveCount(0);
    else await expect(page.locator('.chakra-toast__description')).toHaveText(description);
  };
  // It is there before the workspace is, and may be gone by then.
  await Promise.all([expectToast('Registration successful'), signUpByForm(page, person)]);
  await createProject(page, 'Letters');
  await expectToast('Project created', 'Project "Letters" has been created successfully.');
  await press(page, 'Add prompt');
  await page.getByLabel('Prompt Title').fill('Invitation');
  await press(page, 'Create Prompt');
  await expectToast('Prompt created', 'Prompt "Invitation" has been created successfully.');
  await promptContent(page).focus();
  for (const words of ['one', ' two', ' three', ' four']) {
    await page.keyboard.press('Control+End');
    await page.keyboard.type(words);
    await saveVersion(page);
    await expectToast('New version saved');
    await expect(page.getByRole('dialog')).toBeHidden();
    await promptContent(page).focus();
  }
  await press(page, 'Restore version 1');
  await expectToast('Version restored', 'The prompt has been updated to the selected version.');
  await press(page, 'Delete version 1');
  await press(page, 'Delete');
  await expectToast('Version deleted', 'The selected version has been deleted.');
  await press(page, 'Select');
  for (const number of [2, 3]) {
    await page.getByRole('checkbox', { name: new RegExp(`^Version ${number}`) }).press('Space');
  }
  await page.getByRole('toolbar', { name: 'Selected versions' }).getByText('Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast('Versions deleted', 'Successfully deleted 2 version(s).');
  await newNote(page, 'Remember');
  await press(page, 'Add Note');
  await expectToast('Note added');
  await press(page, 'Delete note');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast('Note deleted');
  await press(page, 'Copy to Clipboard');
  await expectToast('Copied to clipboard');
  await press(page, 'Account menu of Ada Lovelace');
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expectToast('Logged out');
  await expect(page).toHaveURL(/\/auth$/);
  await Promise.all([
    expectToast('Login successful', 'Welcome back, Ada Lovelace!'),
    signInWith(page, person.username, person.password),
  ]);
});
