/** The API tokens of an account, and the way to each of their screens. */
import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.ts';

async function openTokens(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'API tokens', exact: true }).click();
  await expect(page.getByRole('button', { name: 'New token' })).toBeVisible();
}

async function makeToken(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Make token' }).click();
  await expect(page.getByLabel(`Token of ${name}`)).toBeFocused();
}

export const apiTokenScreens: readonly Screen[] = [
  {
    name: 'a new API token',
    async show(page) {
      await openTokens(page);
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByRole('button', { name: 'Make token' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  {
    name: 'an API token, shown once',
    async show(page) {
      await openTokens(page);
      await makeToken(page, 'nightly evaluation');
    },
  },
  {
    name: 'revoking an API token',
    async show(page) {
      await openTokens(page);
      await makeToken(page, 'folder');
      await page.getByRole('button', { name: 'Revoke folder' }).first().click();
      await expect(page.getByRole('alertdialog', { name: 'Revoke token' })).toBeVisible();
    },
  },
];
