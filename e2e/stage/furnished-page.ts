/**
 * Gives a test a page with a furnished library that it does not change. The library and the browser profile belong to
 * the worker, so a test costs a start of the app instead of a sign-up, a library and a first visit.
 * The local storage (drafts that a closing page leaves) is cleared before the next page starts.
 */
import { expect, type Page } from '@playwright/test';
import { withBreakableStorage } from './breakable-storage.ts';
import { type Device, openDevice } from './device.ts';
import { furnish } from './furnished.ts';
import { test as testOnSharedServer } from './stage.ts';
import { promptContent, registerByRequest, workspaceIsOpen } from './workspace.ts';

export const test = testOnSharedServer.extend<{ furnishedPage: Page }, { furnishedDevice: Device }>({
  furnishedDevice: [
    async ({ browser, workerServer }, use) => {
      const { origin } = workerServer.running;
      const device = await openDevice(browser, {
        baseURL: origin,
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      });
      await registerByRequest(device.page, workerServer.nextPerson());
      await furnish(device.page);
      await device.context.addInitScript(() => {
        // A page that is empty still has none.
        if (location.protocol !== 'about:') localStorage.clear();
      });
      await device.context.addInitScript(withBreakableStorage);
      await use(device);
      await device.context.close();
    },
    { scope: 'worker' },
  ],
  // The server is named here so that what it complains of fails the test.
  furnishedPage: async ({ furnishedDevice: { context, pageErrors }, server: _server }, use) => {
    const before = pageErrors.length;
    const page = await context.newPage();
    await page.goto('/');
    await workspaceIsOpen(page);
    await reviewerIsOpen(page);
    await use(page);
    await page.close();
    expect(pageErrors.slice(before)).toEqual([]);
  },
});

/** Waits until the prompt that was left open is there, with its versions. */
export async function reviewerIsOpen(page: Page): Promise<void> {
  await expect(promptContent(page)).toBeVisible();
  await expect(page.getByText('With rules')).toBeVisible();
}
