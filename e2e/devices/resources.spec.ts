/** Files on real devices with a real server: offline, cut off, full, at the limit, and hostile. */

import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  everythingIsSynced,
  signIn,
  signUp,
  syncNow,
  treeItem,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import { downloaded, hash, openFolder, state, textFile, upload } from './resources-scene.ts';

test.use({ serviceWorkers: 'allow' });

test('a file that was added offline survives a reload, and is the same on another device', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  await signUp(laptop.page, person);
  await createProject(laptop.page, 'Letters');
  await everythingIsSynced(laptop.page);
  await laptop.appIsKept();
  await laptop.cutNetwork();
  await openFolder(laptop.page);
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => 32 + ((at * 7919) % 90)));
  await upload(laptop.page, textFile('Größe 日本.txt', bytes));
  await laptop.page.reload();
  await workspaceIsOpen(laptop.page);
  await openFolder(laptop.page);
  await expect(state(laptop.page, 'Größe 日本.txt')).toContainText('Waiting to upload');
  expect(hash(await downloaded(laptop.page, 'Größe 日本.txt'))).toBe(hash(bytes));
  await laptop.restoreNetwork();
  await syncNow(laptop.page);
  await expect(state(laptop.page, 'Größe 日本.txt')).toHaveText('293.0 KB');

  const phone = await newDevice();
  await signIn(phone.page, person);
  // Rows that arrive would move the folder away from under the press.
  await everythingIsSynced(phone.page);
  await openFolder(phone.page);
  await expect(treeItem(phone.page, 'Größe 日本.txt')).toHaveAccessibleName(/ on the server$/);
  await treeItem(phone.page, 'Größe 日本.txt').click();
  await expect(phone.page.getByRole('region', { name: /^Preview of/ })).toBeVisible();
  await phone.page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(state(phone.page, 'Größe 日本.txt')).toHaveText('293.0 KB');
  await phone.cutNetwork();
  expect(hash(await downloaded(phone.page, 'Größe 日本.txt'))).toBe(hash(bytes));
});
