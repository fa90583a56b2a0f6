/** Words that were typed and are in no row yet: a prompt that was deleted elsewhere, and a note in writing. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openWithPrompt } from './furnished.ts';
import { expect, test } from './stage.ts';
import {
  everythingIsSynced,
  expandProject,
  openPrompt,
  type Person,
  promptContent,
  signInByForm,
  syncNow,
  textOf,
  treeItem,
} from './workspace.ts';

// No worker is part of what is tested here.
test.use({ serviceWorkers: 'block' });

async function found(page: Page, words: string) {
  return (await (await page.request.get('/api/search', { params: { q: words } })).json()).prompts;
}

/** Says so to the server itself, as another device does. Gives the prompt's id. */
async function deleteElsewhere(page: Page, origin: string): Promise<number> {
  const [{ id }] = await found(page, 'Brief');
  await page.request.delete(`/api/prompts/${id}`, { headers: { Origin: origin } });
  await syncNow(page);
  await expect(treeItem(page, 'Brief')).toBeHidden();
  return id;
}

function draftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('promptory-draft')));
}

async function furnish(page: Page, person: Person): Promise<void> {
  await openWithPrompt(page, person, { project: 'Letters', title: 'Brief', content: 'Dear reader' });
}

test('a prompt that was deleted elsewhere can be read and copied, and takes no words that would be nowhere', async ({
  newDevice,
  server,
  person,
}) => {
  const { page } = await newDevice();
  await furnish(page, person);
  await deleteElsewhere(page, server.origin);
  await expect(page.getByText('Prompt no longer exists.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Brief' })).toBeVisible();
  await expect(promptContent(page)).toHaveAttribute('aria-readonly', 'true');
  await expect(page.getByRole('button', { name: 'Save New Version' })).toBeDisabled();
  await expect(page.getByText('auto-saved')).toHaveCount(0);
  await promptContent(page).focus();
  await page.keyboard.type(', wait');
  expect(await textOf(page)).toBe('Dear reader');
  await everythingIsSynced(page);
  expect(await draftsOf(page)).toEqual([]);
});

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
  if (await box.isHidden()) await page.getByRole('button', { name: 'Show Notes' }).click();
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
  await page.getByRole('status', { name: 'Sync status' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  await centre.getByLabel('Library file to import').setInputFiles(path);
  await centre.getByRole('button', { name: 'Import', exact: true }).click();
  await centre.getByRole('button', { name: 'Close' }).click();
  await openPrompt(page, 'Brief');
  if (await box.isHidden()) await page.getByRole('button', { name: 'Show Notes' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ask Grace about it' })).toBeVisible();
});
