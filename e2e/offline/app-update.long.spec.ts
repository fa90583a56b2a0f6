/** A new version of the app on its way to a device: whole, or not at all; and never at the cost of a text. */

import { startFrontProxy } from '../stage/front-proxy.ts';
import { openWithPrompt } from '../stage/furnished.ts';
import { newScript } from '../stage/second-build.ts';
import { expect, test } from '../stage/stage.ts';
import {
  everythingIsSynced,
  promptContent,
  signUp,
  syncStatus,
  textOf,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import {
  buildOf,
  lookForUpdate,
  portalPage,
  serveSecondBuild,
  takeUpdate,
  updateOffer,
  welcome,
} from './app-update-scene.ts';

test.use({ serviceWorkers: 'allow' });

for (const portalFor of ['/index.html', newScript]) {
  test(`where a portal answers for ${portalFor} during an update the old app stays, and the update comes in later`, async ({
    server,
    newDevice,
    person,
  }) => {
    await using proxy = await startFrontProxy(server.origin);
    const device = await newDevice({ baseURL: proxy.origin });
    const { context } = device;
    let { page } = device;
    await openWithPrompt(page, person, {
      project: 'Letters',
      title: 'Draft',
      content: 'Before the hotel.',
    });
    await device.appIsKept();

    serveSecondBuild(proxy, { portalFor });
    await typeAtEnd(page, ' In the hotel.');
    await expect(syncStatus(page)).toHaveText(/^Stopped on the way, \d+ waiting$/);
    expect(await lookForUpdate(page)).toBe('none');
    // Reopened, twice: an installation that failed is tried again and fails again.
    for (let opened = 0; opened < 2; opened += 1) {
      const reopened = await context.newPage();
      await page.close();
      page = reopened;
      await page.goto('/');
      await workspaceIsOpen(page);
      expect(await page.content()).not.toContain(welcome);
      expect(await buildOf(page)).toBe('first');
      await expect(promptContent(page)).toHaveText('Before the hotel. In the hotel.');
      await expect(syncStatus(page)).toHaveText(/^Stopped on the way, \d+ waiting$/);
      expect(await lookForUpdate(page)).toBe('none');
    }

    serveSecondBuild(proxy);
    await page.reload();
    await workspaceIsOpen(page);
    expect(await lookForUpdate(page)).toBe('waiting');
    await takeUpdate(page);
    await everythingIsSynced(page);
    expect(await textOf(page)).toBe('Before the hotel. In the hotel.');

    // The new version starts without a network, with all of its parts.
    await device.cutNetwork();
    await page.reload();
    await workspaceIsOpen(page);
    expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({
      build: 'second',
      script: 'second',
    });
    await expect(promptContent(page)).toHaveText('Before the hotel. In the hotel.');
  });
}

test('a first visit that is loaded once more before the app is kept is offered no update', async ({
  newDevice,
}) => {
  const { page, appIsKept } = await newDevice();
  await page.goto('/auth');
  await page.goto('/auth');
  await appIsKept();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(updateOffer(page)).toHaveCount(0);
});

test('the flight check finds a wrong file among those that are kept, and mends it', async ({
  newDevice,
  person,
}) => {
  const { page, appIsKept, cutNetwork, restoreNetwork } = await newDevice();
  await signUp(page, person);
  await everythingIsSynced(page);
  await appIsKept();
  await page.reload();
  await everythingIsSynced(page);

  const check = page.getByRole('region', { name: 'Ready for offline' });
  const open = async () => {
    await syncStatus(page).getByRole('button').click();
    await page.getByRole('button', { name: 'Open sync centre' }).click();
  };
  await open();
  await expect(check.getByText('The app itself is kept here.')).toBeVisible();
  await page.keyboard.press('Escape');

  // What a version before hashes were compared may have kept.
  const damaged = await page.evaluate(async (html) => {
    const [name = ''] = (await caches.keys()).filter((each) => each.includes('precache'));
    const cache = await caches.open(name);
    const wrong = (await cache.keys()).filter(({ url }) => /\/(index\.html|assets\/editor-.*\.js)/.test(url));
    for (const request of wrong) {
      await cache.put(request, new Response(html, { headers: { 'Content-Type': 'text/html' } }));
    }
    return wrong.length;
  }, portalPage.body.toString());
  expect(damaged).toBeGreaterThan(1);
  await cutNetwork();
  await open();
  await expect(
    check.getByText('A part of the app that is kept here is not what it should be.'),
  ).toBeVisible();
  await expect(check.getByText('This device is ready: everything works without a network.')).toBeHidden();

  await restoreNetwork();
  await check.getByRole('button', { name: 'Prepare for offline' }).click();
  await expect(check.getByText('The app itself is kept here.')).toBeVisible();
  await cutNetwork();
  await page.reload();
  await workspaceIsOpen(page);
});
