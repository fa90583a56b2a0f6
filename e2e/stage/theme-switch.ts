/** Switches the theme of an open page in place, as another tab of the same person does. */
import { expect, type Page } from '@playwright/test';
import { isAtRest } from '../screens/screens.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export async function turnTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
  }, theme);
  await expect(page.locator('html')).toHaveClass(theme);
  await isAtRest(page);
}
