/** Links to read, and the way to each of their screens. */
import { expect, type Page } from '@playwright/test';
import { fromRowMenu, type Screen } from './screens.ts';

async function makeLink(page: Page): Promise<void> {
  await fromRowMenu(page, 'Prompt menu of Code reviewer', 'Link to read...');
  await page.getByRole('button', { name: 'Make link', exact: true }).click();
  await expect(page.getByLabel('New link to read')).toBeFocused();
}

export const linkScreens: readonly Screen[] = [
  { name: 'a link to read, shown once', show: makeLink },
  {
    name: 'links to read',
    async show(page) {
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Links to read', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Links to read' })).toBeVisible();
    },
  },
];
