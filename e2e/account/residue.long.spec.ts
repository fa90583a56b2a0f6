/** After signing out nothing of the library is left in the browser; and what waits is never given up unasked. */
import { readFile } from 'node:fs/promises';
import { importFromCentre } from '../screens/transfer-screens.ts';
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  everythingIsSynced,
  expandProject,
  openPrompt,
  signInByForm,
  signUp,
  syncNow,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
} from '../stage/workspace.ts';
import { foundOf, furnish, nothingIsLeft, secrets, signOut } from './residue-scene.ts';

test.use({ serviceWorkers: 'allow' });

test('nothing of a library is left after signing out; Back and a reload without a network ask to sign in', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page } = laptop;
  await furnish(page, person);
  await laptop.appIsKept();
  // Something to go back to.
  await page.goto('/?another');
  await expect(treeItem(page, 'Xylophonquast')).toBeVisible();
  // The search finds the secrets while they are on the device.
  expect(await foundOf(page, secrets)).toEqual(secrets);

  await signOut(page);
  await expect(page).toHaveURL(/\/auth$/);
  await nothingIsLeft(page);

  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText('Xylophonquast')).toBeHidden();

  await laptop.cutNetwork();
  for (const path of ['/', '/auth']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  }
  await nothingIsLeft(page);

  await laptop.restoreNetwork();
  await page.reload();
  await signUp(page, {
    displayName: 'Eve',
    username: `${person.username}-eve`,
    password: 'another word entirely',
  });
  await expect(page.getByText('Xylophonquast')).toBeHidden();
  await createProject(page, 'Eve was here');
  await everythingIsSynced(page);
  expect(await foundOf(page, secrets)).toEqual([]);
  await signOut(page);
  await expect(page).toHaveURL(/\/auth$/);
  await signInByForm(page, person);
  await expandProject(page, 'Xylophonquast');
  await expect(treeItem(page, 'Eve was here')).toBeHidden();
  await openPrompt(page, 'Quokkaquast');
  expect(await textOf(page)).toBe('Zeppelinquast');
});

test('what waits can be taken along as a file before signing out, and comes in again from it', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page } = laptop;
  await furnish(page, person);
  await laptop.appIsKept();
  await laptop.cutNetwork();
  await typeAtEnd(page, ' over the Alps');
  await expect(syncStatus(page)).toHaveText(/^Offline, \d+ waiting$/);

  await signOut(page);
  const question = page.getByRole('alertdialog', { name: 'Sign out without syncing?' });
  await expect(question).toContainText(/\d+ changes? exists? only on this device/);
  await expect(question.getByRole('button')).toHaveText(['Stay', 'Export', 'Discard and sign out']);
  const downloading = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^promptory-waiting-ada\d+-.*\.json$/);
  const path = await download.path();
  expect(await readFile(path, 'utf8')).toContain('Zeppelinquast over the Alps');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await nothingIsLeft(page);

  await laptop.restoreNetwork();
  await page.reload();
  await signInByForm(page, person);
  await expandProject(page, 'Xylophonquast');
  await openPrompt(page, 'Quokkaquast');
  expect(await textOf(page)).toBe('Zeppelinquast');
  await importFromCentre(page, path);
  await expect.poll(() => textOf(page)).toBe('Zeppelinquast over the Alps');
  await syncNow(page);
  await everythingIsSynced(page);
});
