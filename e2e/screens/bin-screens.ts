/** The Bin, and the way to each of its screens. */
import { expect, type Page } from '@playwright/test';
import { chooseOfLibrary, treeItem } from '../stage/workspace.ts';
import { type Screen, showProjects } from './screens.ts';

async function openBin(page: Page): Promise<void> {
  await chooseOfLibrary(page, 'Bin');
  await expect(page.getByRole('dialog', { name: 'Bin' })).toBeVisible();
}

/** Another device makes a prompt and deletes it. */
async function deleteElsewhere(page: Page): Promise<void> {
  const { prompts } = await (await page.request.get('/api/search?q=Code+reviewer')).json();
  const { projectId } = await (await page.request.get(`/api/prompts/${prompts[0].id}`)).json();
  const made = { title: 'Shorter', content: 'Mine.', projectId };
  const { id } = await (await page.request.post('/api/prompts', { data: made })).json();
  await showProjects(page);
  await expect(treeItem(page, 'Shorter')).toBeVisible();
  await page.request.delete(`/api/prompts/${id}`);
  await expect(treeItem(page, 'Shorter')).toBeHidden();
  const hide = page.getByRole('button', { name: 'Hide projects' }).first();
  if (await hide.isVisible()) await page.keyboard.press('Escape');
}

export const emptyBinScreens: readonly Screen[] = [
  {
    name: 'the empty bin',
    async show(page) {
      await openBin(page);
      await expect(page.getByRole('heading', { name: 'The bin is empty' })).toBeVisible();
    },
  },
];

export const binScreens: readonly Screen[] = [
  {
    name: 'the bin',
    async show(page) {
      await deleteElsewhere(page);
      await openBin(page);
      await expect(page.getByRole('button', { name: 'Restore Shorter' }).first()).toBeVisible();
    },
  },
  {
    name: 'the text of a deleted prompt',
    async show(page) {
      await openBin(page);
      await page.getByRole('button', { name: 'Preview of Shorter' }).first().click();
      await expect(page.getByText('Mine.')).toBeVisible();
    },
  },
  {
    name: 'Empty bin',
    async show(page) {
      await openBin(page);
      await page.getByRole('button', { name: 'Empty bin' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Empty bin' })).toBeVisible();
    },
  },
];
