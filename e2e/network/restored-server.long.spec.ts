/** The admin puts yesterday's backup in place: the devices notice, ask, and bring back what is newer. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, testOnOwnServer as test } from '../stage/stage.ts';
import {
  askServer,
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  promptContent,
  signIn,
  signUp,
  syncNow,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

test('after an older backup was put back, what is newer comes back from the device', async ({
  server,
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page } = laptop;
  await signUp(page, person);
  await createProject(page, 'Notes');
  await createPrompt(page, 'Before');
  await typeAtEnd(page, 'first words');
  await everythingIsSynced(page);

  await laptop.appIsKept();
  const file = join(server.folder, 'promptory.sqlite');
  const backup = join(server.folder, 'backup.sqlite');
  await server.stop();
  copyFileSync(file, backup);
  await server.start();
  await typeAtEnd(page, ', and newer ones');
  await createPrompt(page, 'After');
  await typeAtEnd(page, 'written after the backup');
  await syncNow(page);
  await everythingIsSynced(page);

  await server.stop();
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  copyFileSync(backup, file);
  await server.start();

  await askServer(page);
  await expect(syncStatus(page)).toHaveText('Needs attention');
  await expect(treeItem(page, 'After')).toBeVisible();
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  await expect(centre.getByText('The server was restored or reset')).toBeVisible();
  await centre.getByRole('button', { name: 'Keep mine' }).click();
  await expect(centre.getByText('The server was restored or reset')).toBeHidden();
  await centre.getByRole('button', { name: 'Close' }).click();
  await everythingIsSynced(page);

  const phone = await newDevice();
  await signIn(phone.page, person);
  await expandProject(phone.page, 'Notes');
  await openPrompt(phone.page, 'After');
  await expect(promptContent(phone.page)).toContainText('written after the backup');
  await openPrompt(phone.page, 'Before');
  expect(await textOf(phone.page)).toBe('first words, and newer ones');
});
