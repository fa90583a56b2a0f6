import type { Page } from '@playwright/test';
import { lightChromiumPath } from '../chromium.ts';
import { expect } from '../stage/stage.ts';
import { syncStatus } from '../stage/workspace.ts';

export const executablePath = lightChromiumPath();
export const hostName = 'promptory.test';

export const addressOf = (origin: string) => `http://${hostName}:${new URL(origin).port}`;

export async function openCentre(page: Page) {
  await page.bringToFront();
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  await expect(centre).toBeVisible();
  return centre;
}
