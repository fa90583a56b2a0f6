import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '../stage/stage.ts';
import { expandProject, treeItem } from '../stage/workspace.ts';

export type ChosenFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
export const textFile = (name: string, buffer: Buffer | string): ChosenFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(buffer),
});
export const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export async function openFolder(page: Page): Promise<void> {
  await expandProject(page, 'Letters');
  const folder = treeItem(page, 'Resources');
  if ((await folder.getAttribute('aria-expanded')) !== 'true') await folder.click();
  await expect(folder).toHaveAttribute('aria-expanded', 'true');
}

export async function choose(page: Page, ...files: ChosenFile[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload resource to Letters' }).click();
  await page.getByLabel('File', { exact: true }).setInputFiles(files);
}

export async function upload(page: Page, ...files: ChosenFile[]): Promise<void> {
  await choose(page, ...files);
  const dialog = page.getByRole('dialog', { name: 'Upload Resource' });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Returns the file that the browser writes to disk after a press of Download. */
export async function downloaded(page: Page, name: string): Promise<Buffer> {
  await treeItem(page, name).hover();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${name}`, exact: true }).click(),
  ]);
  return readFile(await download.path());
}

export const state = (page: Page, name: string) => treeItem(page, name).locator('.tree-file-details');
