/** Opens each screen of sync that asks for an action, in an order in which each can follow the one before. */
import { expect, type Page } from '@playwright/test';
import { everythingIsSynced, promptContent, syncNow, syncStatus } from '../stage/workspace.ts';
import type { Screen } from './screens.ts';

async function openCentre(page: Page): Promise<void> {
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  await expect(page.getByRole('dialog', { name: 'Sync centre' })).toBeVisible();
}

async function typeAtStart(page: Page, words: string): Promise<void> {
  await promptContent(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(words);
}

/** The same place of the text is changed here without a network, and by somebody else on the server. */
async function meetConflict(page: Page): Promise<void> {
  await expect(promptContent(page)).toBeVisible();
  await everythingIsSynced(page);
  const review = page.getByRole('button', { name: 'Review', exact: true });
  if (await review.isVisible()) return;
  const { origin } = new URL(page.url());
  await page.context().setOffline(true);
  await typeAtStart(page, 'Mine. ');
  await expect(syncStatus(page)).toHaveText(/Offline, \P{L}*\d+ waiting/u);
  const { prompts } = await (await page.request.get('/api/search?q=Code+reviewer')).json();
  const [{ id, content }] = prompts;
  await page.request.patch(`/api/prompts/${id}/content`, {
    data: { content: `Theirs. ${content}` },
    headers: { Origin: origin },
  });
  await page.context().setOffline(false);
  await syncNow(page);
  await expect(review).toBeVisible();
}

export const syncScreens: readonly Screen[] = [
  { name: 'the sync centre', show: openCentre },
  {
    name: 'a conflict',
    async show(page) {
      await meetConflict(page);
      await everythingIsSynced(page);
    },
  },
  {
    name: 'the review of a conflict',
    async show(page) {
      await meetConflict(page);
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Review the conflict' })).toBeVisible();
    },
  },
  {
    name: 'the sync centre with what waits',
    async show(page) {
      await expect(promptContent(page)).toBeVisible();
      await page.context().setOffline(true);
      await typeAtStart(page, 'Later. ');
      await expect(syncStatus(page)).toHaveText(/Offline, \P{L}*\d+ waiting/u);
      await openCentre(page);
      await page.context().setOffline(false);
    },
  },
  {
    name: 'signing in again',
    async show(page) {
      await page.context().clearCookies();
      await page.reload();
      await expect(syncStatus(page)).toHaveText(/Sign in again/);
      await syncStatus(page).getByRole('button').click();
      await page.getByRole('button', { name: 'Sign in again…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      await dialog.getByRole('button', { name: 'Sign In' }).click();
      await expect(dialog.getByText('Password is required')).toBeVisible();
    },
  },
];
