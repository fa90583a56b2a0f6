/** The command palette and the sheet of shortcuts, and the way to each. */
import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.ts';

/** The field of the command palette. */
export function paletteField(page: Page) {
  return page.getByRole('combobox', { name: 'Command, prompt, project, version or file' });
}

async function openPalette(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await paletteField(page).fill(query);
}

export const paletteScreens: readonly Screen[] = [
  {
    name: 'the command palette',
    async show(page) {
      await openPalette(page, '');
      await expect(page.getByRole('option', { name: /^New Prompt/ })).toBeVisible();
    },
  },
  {
    name: 'the command palette, with what was typed',
    async show(page) {
      await openPalette(page, 're');
      await expect(page.getByRole('option', { name: /^Reviews/ })).toBeVisible();
    },
  },
  {
    name: 'the command palette, with nothing found',
    async show(page) {
      await openPalette(page, 'zzz');
      await expect(page.getByText('Nothing has this name.')).toBeVisible();
    },
  },
  {
    name: 'the help',
    async show(page) {
      await page.keyboard.press('F1');
      await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
    },
  },
  {
    name: 'the keyboard shortcuts',
    async show(page) {
      await openPalette(page, 'keyboard shortcuts');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
];
