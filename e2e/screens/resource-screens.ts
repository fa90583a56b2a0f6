/** Opens each screen that shows files: in the sidebar, in dialogs and in previews. */
import { expect, type Page } from '@playwright/test';
import { treeItem } from '../stage/workspace.ts';
import { anyDialog, type Screen, showProjects } from './screens.ts';

async function showFiles(page: Page): Promise<void> {
  await showProjects(page);
  const folder = treeItem(page, 'Resources');
  await expect(folder).toBeVisible();
  if ((await folder.getAttribute('aria-expanded')) !== 'true') await folder.click();
  await expect(treeItem(page, 'contract.pdf')).toBeVisible();
}

/** The menu has everything that a row offers, also where nothing can hover. */
async function fromFileMenu(page: Page, file: string, item: string): Promise<void> {
  await showFiles(page);
  await treeItem(page, file).focus();
  await page.keyboard.press('ContextMenu');
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  await expect(anyDialog(page)).toBeVisible();
}

async function fromFolderMenu(page: Page, item: string): Promise<void> {
  await showFiles(page);
  await treeItem(page, 'Resources').focus();
  await page.keyboard.press('ContextMenu');
  await page.getByRole('menuitem', { name: item }).click();
  await expect(anyDialog(page)).toBeVisible();
}

async function preview(page: Page, file: string): Promise<void> {
  await showFiles(page);
  // On the name: in the middle of a row a finger may find what the row offers.
  const row = treeItem(page, file);
  const width = (await row.boundingBox())?.width ?? 0;
  const isMirrored = await page.evaluate(() => document.documentElement.dir === 'rtl');
  await row.click({ position: { x: isMirrored ? width - 72 : 72, y: 8 } });
  await expect(page.getByRole('dialog', { name: file })).toBeVisible();
}

export const resourceScreens: readonly Screen[] = [
  { name: 'files', show: showFiles },
  {
    name: 'a file that is pointed at',
    async show(page) {
      await showFiles(page);
      await treeItem(page, 'plan.md').hover();
    },
  },
  {
    name: 'a file that waits to be uploaded',
    async show(page) {
      await showFiles(page);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Upload resource to Reviews' }).click();
      const offline = {
        name: 'offline.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(`Offline ${Date.now()}`),
      };
      await page.getByLabel('File', { exact: true }).setInputFiles(offline);
      await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(page.getByText('Waiting to upload').first()).toBeVisible();
      await page.context().setOffline(false);
    },
  },
  {
    name: "a file's menu",
    async show(page) {
      await showFiles(page);
      await treeItem(page, 'plan.md').focus();
      await page.keyboard.press('ContextMenu');
      await expect(page.getByRole('menu', { name: 'File menu of plan.md' })).toBeVisible();
    },
  },
  { name: 'Upload Resource', show: (page) => fromFolderMenu(page, 'Upload Resource') },
  {
    name: 'Upload Resource, refused',
    async show(page) {
      await fromFolderMenu(page, 'Upload Resource');
      const files = ['a.exe', 'b.gif', 'fine.md', 'a rather long name that has to be cut.txt'];
      const chosen = files.map((name) => ({ name, mimeType: '', buffer: Buffer.from('a') }));
      await page.getByLabel('File', { exact: true }).setInputFiles(chosen);
      await expect(page.getByText('a.exe: Invalid file type')).toBeVisible();
    },
  },
  { name: 'Edit Resource', show: (page) => fromFileMenu(page, 'plan.md', 'Edit') },
  { name: 'Delete Resource', show: (page) => fromFileMenu(page, 'plan.md', 'Delete') },
  {
    name: 'Offline files',
    async show(page) {
      await fromFolderMenu(page, 'Offline files...');
      await expect(page.getByRole('switch')).toBeEnabled();
    },
  },
  {
    name: 'a preview of Markdown',
    async show(page) {
      await preview(page, 'plan.md');
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Rules' })).toBeVisible();
    },
  },
  {
    name: 'a preview of JSON',
    async show(page) {
      await preview(page, 'settings-of-the-whole-service.json');
      await expect(page.getByText(/"model"/)).toBeVisible();
    },
  },
  {
    name: 'a preview of a drawing',
    async show(page) {
      await preview(page, 'logo.svg');
      await expect(page.getByRole('img', { name: 'logo.svg' })).toBeVisible();
    },
  },
];
