/** Exporting and importing files, and the way to each of their screens. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { gptConversation } from '../../shared/library-files/formats/chats/chat-exports-scene.ts';
import { secretSamples } from '../../shared/lint/secrets/secret-samples.ts';
import { chooseOfLibrary, treeItem } from '../stage/workspace.ts';
import { type Screen, showProjects } from './screens.ts';

const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
});

/** Imports a library file from the sync centre, as a person does who brings it from another device. `path`: of its bytes. */
export async function importFromCentre(page: Page, path: string): Promise<void> {
  await page.getByRole('status', { name: 'Sync status' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  await page.getByRole('dialog', { name: 'Sync centre' }).getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
  const carried = { name: 'library.json', mimeType: 'application/json', buffer: await readFile(path) };
  await dialog.locator('input[type=file]:not([webkitdirectory])').setInputFiles(carried);
  await dialog.getByRole('button', { name: /^Import \d/ }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

/** Chooses files of which one is new, and one is refused. */
async function chooseFiles(page: Page): Promise<void> {
  await chooseOfLibrary(page, 'Import…');
  const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
  await dialog.getByLabel('Put files without a project into').selectOption('Letters');
  await dialog
    .locator('input[type=file]:not([webkitdirectory])')
    .setInputFiles([
      file('Welcome.md', '# Welcome'),
      file('Farewell.md', 'Until then.'),
      file('letter.md', Buffer.from([0x44, 0xff, 0xfe])),
    ]);
  await expect(dialog.getByRole('button', { name: '1 refused' })).toBeVisible();
}

async function importSecret(page: Page): Promise<void> {
  await chooseOfLibrary(page, 'Import…');
  const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
  await dialog
    .locator('input[type=file]:not([webkitdirectory])')
    .setInputFiles([file('Farewell.md', `Use ${secretSamples.github}.`)]);
  await dialog.getByRole('button', { name: /^Import \d/ }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

export const transferScreens: readonly Screen[] = [
  {
    name: 'the menu of the library',
    async show(page) {
      await showProjects(page);
      await page.getByRole('button', { name: 'Library', exact: true }).click();
      await expect(page.getByRole('menuitem', { name: 'Bin', exact: true })).toBeVisible();
    },
  },
  {
    name: 'the tags of all prompts',
    async show(page) {
      await chooseOfLibrary(page, 'Tags of all prompts');
      await expect(page.getByRole('dialog', { name: 'Tags of all prompts' })).toBeVisible();
    },
  },
  {
    name: 'Export of the library',
    async show(page) {
      await chooseOfLibrary(page, 'Export…');
      await expect(page.getByRole('dialog', { name: 'Export', exact: true })).toBeVisible();
    },
  },
  {
    name: 'Export of a prompt',
    async show(page) {
      await showProjects(page);
      await treeItem(page, 'Summary').focus();
      await page.keyboard.press('ContextMenu');
      await page.getByRole('menuitem', { name: 'Export…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export "Summary"' });
      await dialog.getByLabel('Format').selectOption('promptfoo');
      await expect(dialog.getByRole('button', { name: 'Export' })).toBeEnabled();
    },
  },
  {
    name: 'Import',
    async show(page) {
      await chooseOfLibrary(page, 'Import…');
      await expect(page.getByRole('button', { name: 'Choose files...' })).toBeVisible();
    },
  },
  { name: 'what an import does', show: chooseFiles },
  {
    name: 'an import that is done',
    async show(page) {
      await chooseFiles(page);
      await page.getByRole('button', { name: /^Import \d/ }).click();
      await expect(page.getByRole('button', { name: 'Undo import' })).toBeVisible();
    },
  },
  {
    name: 'an import that was taken back',
    async show(page) {
      await chooseOfLibrary(page, 'Import…');
      const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
      await dialog
        .locator('input[type=file]:not([webkitdirectory])')
        .setInputFiles([file('Once.md', 'Only for now.')]);
      await page.getByRole('button', { name: /^Import \d/ }).click();
      await page.getByRole('button', { name: 'Undo import' }).click();
      await expect(page.getByText('The library is as it was before.')).toBeVisible();
    },
  },
  {
    name: 'messages of a chat export',
    async show(page) {
      await chooseOfLibrary(page, 'Import…');
      const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
      const dough = gptConversation('Bread', [
        ['user', 'Explain the hydration of dough'],
        ['assistant', 'Hydration is a ratio.'],
        ['user', 'Write a letter to {{name}}.'],
      ]);
      await dialog
        .locator('input[type=file]:not([webkitdirectory])')
        .setInputFiles([file('conversations.json', JSON.stringify([dough]))]);
      const messages = dialog.getByRole('list', { name: 'Messages' });
      await messages.getByRole('checkbox', { name: /^Explain the hydration/ }).press('Space');
      await expect(dialog.getByRole('button', { name: 'Make a prompt of 1 message' })).toBeEnabled();
    },
  },
  {
    name: 'an export that has a secret',
    async show(page) {
      await importSecret(page);
      await chooseOfLibrary(page, 'Export…');
      const dialog = page.getByRole('dialog', { name: 'Export', exact: true });
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      await expect(dialog.getByRole('button', { name: 'Export all the same' })).toBeVisible();
    },
  },
];
