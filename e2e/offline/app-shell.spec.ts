/** Tests the installable app: it can be installed, caches itself and nothing of the API, and resolves its addresses. */
import type { Page } from '@playwright/test';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { createProject, everythingIsSynced, promptContent, signUp } from '../stage/workspace.ts';

test('the manifest says what an installation needs, and every picture in it is there', async ({
  server,
  newDevice,
}) => {
  const { page } = await newDevice();
  await page.goto('/auth');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(new URL(href ?? '', server.origin).href);
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'Promptory', start_url: '/', scope: '/', display: 'standalone' });
  expect(
    manifest.icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => [sizes, purpose]),
  ).toEqual(
    expect.arrayContaining([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ]),
  );
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, server.origin).href);
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
  }
});

test('the app keeps all of itself on the device, and no answer of the API', async ({ newDevice, person }) => {
  const device = await newDevice({ serviceWorkers: 'allow' });
  await signUp(device.page, person);
  await createProject(device.page, 'Kept in the library, not in a cache');
  await everythingIsSynced(device.page);
  await device.appIsKept();
  await device.page.reload();
  await everythingIsSynced(device.page);

  const kept = await device.page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  const loaded = await device.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const scripts = loaded.filter((path) => path.startsWith('/assets/'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(kept).toEqual(expect.arrayContaining(scripts));
  expect(kept.filter((path) => path.startsWith('/api') || path === '/healthz')).toEqual([]);
});

/** Returns the layers of each style sheet that the page has or can load, in the order in which the sheet names them. */
async function layersOfSheets(page: Page): Promise<{ sheet: string; layers: string[] }[]> {
  return page.evaluate(async () => {
    const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => [
      'the page',
      textContent,
    ]);
    for (const cache of await Promise.all((await caches.keys()).map((name) => caches.open(name)))) {
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        const answer = pathname.endsWith('.css') ? await cache.match(request) : undefined;
        if (answer !== undefined) sheets.push([pathname, await answer.text()]);
      }
    }
    return sheets.map(([sheet = '', text = '']) => {
      const parsed = new CSSStyleSheet();
      parsed.replaceSync(text);
      const layers = [...parsed.cssRules].flatMap((rule) => {
        if (rule instanceof CSSLayerStatementRule) return [...rule.nameList];
        return rule instanceof CSSLayerBlockRule ? [rule.name] : [];
      });
      return { sheet, layers: [...new Set(layers)] };
    });
  });
}

test('style sheets put the layers of the looks in one order, whichever of them comes first', async ({
  newDevice,
}) => {
  const { page, appIsKept } = await newDevice({ serviceWorkers: 'allow' });
  await page.goto('/auth');
  await appIsKept();
  const sheets = await layersOfSheets(page);
  expect(sheets.length).toBeGreaterThan(5);
  // The first sheet that names a layer decides: a sheet with rules in one of them names all four.
  const layered = sheets.filter(({ layers }) => layers.length > 0);
  expect(layered.length).toBeGreaterThan(0);
  const order = ['reset', 'base', 'tokens', 'recipes'];
  expect(layered).toEqual(layered.map(({ sheet }) => ({ sheet, layers: order })));
});

test('the page is drawn in its own fonts, without a network and at any address', async ({
  newDevice,
  person,
}) => {
  const device = await newDevice({ serviceWorkers: 'allow' });
  const { page } = device;
  await openWithPrompt(page, person, {
    project: 'Letters',
    title: 'Answer',
    content: 'Dear Łukasz, дорогой',
  });
  await device.cutNetwork();
  await page.reload();
  await expect(promptContent(page)).toContainText('Łukasz');
  expect(new URL(page.url()).pathname).toMatch(/^\/p\//);
  await page.evaluate(async () => void (await document.fonts.ready));
  const drawn = await page.evaluate(() => [
    ...new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)),
  ]);
  expect(drawn.map((family) => family.replaceAll('"', '')).sort()).toEqual(
    expect.arrayContaining(['Inter', 'JetBrains Mono']),
  );
  expect(await page.evaluate(() => document.fonts.check('16px "JetBrains Mono"', 'Łд'))).toBe(true);
});

test('parts of the app that the network cuts off come at the next try, with their looks', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  const cut = new Set<string>();
  await page.route(/\/assets\/editor-pane-[^/]+\.(js|css)$/, (route) => {
    const path = new URL(route.request().url()).pathname;
    if (cut.has(path)) return route.continue();
    cut.add(path);
    return route.abort('connectionreset');
  });
  await openWithPrompt(page, person, { project: 'Letters', title: 'Answer', content: 'Dear Ada' });
  await expect(promptContent(page)).toContainText('Dear Ada');
  expect([...cut].map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'js']);
  await expect(page.locator('.editor-pane')).toHaveCSS('display', 'flex');
});

for (const part of ['index', 'auth-page']) {
  test(`a start that waits for ${part}, which never comes, offers to load the page again`, async ({
    newDevice,
  }) => {
    const { page } = await newDevice();
    const hanging = new RegExp(`/assets/${part}-[^/]+\\.js$`);
    const asked = page.waitForRequest(hanging);
    await page.route(hanging, () => {}, { times: 1 });
    await page.goto('/auth?from=mail#invite=token', { waitUntil: 'commit' });
    await asked;
    const again = page.getByRole('link', { name: 'Load the page again' });
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(again).toBeHidden();
    // Fifteen seconds later.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.currentTime = 16_000;
    });
    await again.click();
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?from=mail#invite=token$/);
  });
}
