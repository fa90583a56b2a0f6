/** The server's folder is emptied, accounts and all: its person has a way back, with everything they had. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, testOnOwnServer as test } from '../stage/stage.ts';
import {
  ada,
  askServer,
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  signIn,
  signUp,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

async function signInAgain(page: Page): Promise<void> {
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Sign in again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
}

async function decide(page: Page, choice: 'Keep mine' | 'Take the server’s'): Promise<void> {
  await expect(syncStatus(page)).toHaveText('Needs attention');
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  await centre.getByRole('button', { name: choice }).click();
  await expect(centre.getByText('The server was restored or reset')).toBeHidden();
  await centre.getByRole('button', { name: 'Close' }).click();
  await everythingIsSynced(page);
}

test('after the server was emptied, the account is made again in place, and every device has the library again', async ({
  server,
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page } = laptop;
  await signUp(page, person);
  await createProject(page, 'Letters');
  await createPrompt(page, 'Alpha');
  await typeAtEnd(page, 'written before');
  await everythingIsSynced(page);
  const tablet = await newDevice();
  await signIn(tablet.page, person);
  await expect(treeItem(tablet.page, 'Letters')).toBeVisible();
  await everythingIsSynced(tablet.page);

  // A part of the app that is first shown while the server is down has to be on the device.
  for (const device of [laptop, tablet]) await device.appIsKept();
  await server.stop();
  for (const end of ['', '-wal', '-shm']) {
    rmSync(join(server.folder, `promptory.sqlite${end}`), { force: true });
  }
  await server.start();
  await typeAtEnd(page, ', and after');
  await expect(syncStatus(page)).toHaveText('Sign in again to sync 1 change');

  // Whoever would rather leave is told what that means, and can take everything along.
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out without syncing?' });
  await expect(question).toContainText('whether the server still has this library is not known');
  const download = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Export' }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(file).toMatchObject({
    projects: [{ name: 'Letters' }],
    prompts: [{ title: 'Alpha', content: 'written before, and after' }],
  });
  await question.getByRole('button', { name: 'Stay' }).click();

  await signInAgain(page);
  await expect(page.getByText('Incorrect username or password.')).toBeVisible();
  await page.getByRole('button', { name: 'Create your account again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create your account again' });
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await dialog.getByLabel('Confirm Password', { exact: true }).fill(ada.password);
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog).toBeHidden();
  await expect(syncStatus(page)).toHaveText('Needs attention');
  expect(await (await page.request.get('/api/projects')).json()).toEqual([]);
  await decide(page, 'Keep mine');
  expect(await textOf(page)).toBe('written before, and after');

  await askServer(tablet.page);
  await expect(syncStatus(tablet.page)).toHaveText('Sign in again');
  await signInAgain(tablet.page);
  await decide(tablet.page, 'Take the server’s');
  const phone = await newDevice();
  await signIn(phone.page, person);
  for (const device of [tablet.page, phone.page]) {
    await expandProject(device, 'Letters');
    await openPrompt(device, 'Alpha');
    expect(await textOf(device)).toBe('written before, and after');
  }

  // A start without a word from the server finds the same library, and goes on under the new account.
  await page.reload();
  await expandProject(page, 'Letters');
  await openPrompt(page, 'Alpha');
  await typeAtEnd(page, '!');
  await everythingIsSynced(page);
  await expect(tablet.page.getByText('written before, and after!')).toBeVisible();
});
