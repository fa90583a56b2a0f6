/** A new version of the app on its way to a device: whole, or not at all; and never at the cost of a text. */
import type { Page } from '@playwright/test';
import { type FrontProxy, type ProxyAnswer, startFrontProxy } from './front-proxy.ts';
import { openWithPrompt } from './furnished.ts';
import { newScript, secondBuild } from './second-build.ts';
import { expect, test } from './stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  openPrompt,
  promptContent,
  signUp,
  syncStatus,
  textOf,
  typeAtEnd,
  workspaceIsOpen,
} from './workspace.ts';

const welcome = 'Welcome to the hotel network';
const portalPage: ProxyAnswer = {
  status: 200,
  headers: { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=86400' },
  body: `<!doctype html><title>${welcome}</title><h1>${welcome}</h1>`,
};

/** Serves the second build; a portal answers for the API and for one file of it. */
function serveSecondBuild(proxy: FrontProxy, { portalFor }: { portalFor?: string } = {}): void {
  const files = secondBuild();
  proxy.follow({
    answer({ path }) {
      const isPortals = portalFor !== undefined && (path.startsWith('/api') || path === portalFor);
      return isPortals ? portalPage : (files.get(path) ?? null);
    },
  });
}

/** Looks for a new version; resolves when its installation has ended, one way or the other. */
async function lookForUpdate(page: Page): Promise<'waiting' | 'none'> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
    const installing = registration?.installing;
    if (installing) {
      await new Promise<void>((resolve) => {
        installing.addEventListener('statechange', () => resolve());
        if (installing.state !== 'installing') resolve();
      });
    }
    return registration?.waiting ? 'waiting' : 'none';
  });
}

const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build ?? 'first');
const updateOffer = (page: Page) => page.getByText('A new version of Promptory is ready.');

async function takeUpdate(page: Page): Promise<void> {
  await expect(updateOffer(page)).toBeVisible();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await loaded;
  await workspaceIsOpen(page);
  expect(await buildOf(page)).toBe('second');
}

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

test('of two old tabs one takes the update, and the other goes on with its text until it takes it too', async ({
  server,
  newDevice,
  person,
}) => {
  await using proxy = await startFrontProxy(server.origin);
  const { page: first, context, appIsKept } = await newDevice({ baseURL: proxy.origin });
  await signUp(first, person);
  await createProject(first, 'Letters');
  await createPrompt(first, 'One');
  await createPrompt(first, 'Two');
  await everythingIsSynced(first);
  await appIsKept();
  const second = await context.newPage();
  await second.goto('/');
  await workspaceIsOpen(second);
  await openPrompt(first, 'One');
  await openPrompt(second, 'Two');

  serveSecondBuild(proxy);
  expect(await lookForUpdate(first)).toBe('waiting');
  // Both editors hold text that is not saved yet at the moment of the update.
  await typeAtEnd(second, 'From the second tab.');
  await typeAtEnd(first, 'From the first tab.');
  await takeUpdate(first);
  expect(await buildOf(second)).toBe('first');
  await expect(promptContent(second)).toHaveText('From the second tab.');
  await typeAtEnd(second, ' And on.');
  await everythingIsSynced(second);
  await takeUpdate(second);

  await everythingIsSynced(second);
  await openPrompt(second, 'One');
  expect(await textOf(second)).toBe('From the first tab.');
  await openPrompt(second, 'Two');
  expect(await textOf(second)).toBe('From the second tab. And on.');
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
