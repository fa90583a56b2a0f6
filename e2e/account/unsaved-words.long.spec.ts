/** Words that were typed and are in no row yet: a prompt that was deleted elsewhere, and a note in writing. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { importFromCentre } from '../screens/transfer-screens.ts';
import { expect, test } from '../stage/stage.ts';
import {
  everythingIsSynced,
  expandProject,
  openPrompt,
  signInByForm,
  textOf,
  treeItem,
} from '../stage/workspace.ts';
import { deleteElsewhere, draftsOf, furnish } from './unsaved-words-scene.ts';

// No worker is part of what is tested here.

test('what a page left behind for a prompt that is gone is a prompt again after the next start', async ({
  newDevice,
  server,
  person,
}) => {
  const { page } = await newDevice();
  await furnish(page, person);
  const id = await deleteElsewhere(page, server.origin);
  const { id: userId } = await (await page.request.get('/api/user')).json();
  await page.evaluate(
    ([key = '', draft = '']) => localStorage.setItem(key, draft),
    [
      `promptory-draft:${userId}:${id}:gone`,
      JSON.stringify({ promptId: id, text: 'Dear reader, wait', base: 'Dear reader' }),
    ],
  );
  await page.reload();
  await openPrompt(page, 'Recovered: a text');
  expect(await textOf(page)).toBe('Dear reader, wait');
  expect(await draftsOf(page)).toEqual([]);
  await everythingIsSynced(page);
});

/** They are shown already where they were at the last visit. */
async function showNotes(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Show|Hide) Notes$/ })).toBeVisible();
  const show = page.getByRole('button', { name: 'Show Notes' });
  if (await show.isVisible()) await show.click();
}

test('a note in writing is there after a reload, is named before signing out, and comes in again from its file', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await furnish(page, person);
  await page.getByRole('button', { name: 'Show Notes' }).click();
  const box = page.getByRole('textbox', { name: 'New note' });
  await box.fill('Ask Grace about it');
  await page.reload();
  await openPrompt(page, 'Brief');
  await showNotes(page);
  await expect(box).toHaveValue('Ask Grace about it');

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out without syncing?' });
  await expect(question).toContainText('1 change exists only on this device');
  await expect(question.getByRole('listitem')).toHaveText('Brief: Ask Grace about it');
  const downloading = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Export' }).click();
  const path = await (await downloading).path();
  expect(JSON.parse(await readFile(path, 'utf8')).waiting).toHaveLength(1);
  await question.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  expect(await draftsOf(page)).toEqual([]);

  await signInByForm(page, person);
  await expandProject(page, 'Letters');
  await expect(treeItem(page, 'Brief')).toBeVisible();
  await importFromCentre(page, path);
  await openPrompt(page, 'Brief');
  await showNotes(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ask Grace about it' })).toBeVisible();
});
