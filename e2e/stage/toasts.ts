/** Expects a toast, and provokes what several tests expect one of. */
import { expect, type Page } from '@playwright/test';

export type Toast = {
  readonly title: string;
  readonly description: string;
  readonly kind?: 'default' | 'destructive';
};

export async function toastIs(
  page: Page,
  { title, description, kind = 'destructive' }: Toast,
): Promise<void> {
  const toast = page.getByRole(kind === 'default' ? 'status' : 'alert').filter({ hasText: title });
  await expect(toast.locator('.chakra-toast__title')).toHaveText(title);
  await expect(toast.locator('.chakra-toast__description')).toHaveText(description);
  await expect(page.locator('.chakra-toast__root')).toHaveCount(1);
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();

export async function signInWith(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign In');
}

export async function newNote(page: Page, words: string): Promise<void> {
  await press(page, 'Show Notes');
  await page.getByRole('textbox', { name: 'New note' }).fill(words);
}

export async function saveVersion(page: Page): Promise<void> {
  await press(page, 'Save New Version');
  await page.getByRole('button', { name: 'Save Version' }).click();
}
