/** Tests that parts of the app that not everybody needs are there without a network where they should be. */
import type { Page } from '@playwright/test';
import { pressTool } from '../screens/screens.ts';
import { startFrontProxy } from '../stage/front-proxy.ts';
import { openWithPrompt } from '../stage/furnished.ts';
import { secondCatalogue } from '../stage/second-build.ts';
import { expect, test } from '../stage/stage.ts';
import {
  chooseOfLibrary,
  everythingIsSynced,
  type Person,
  registerByRequest,
  signUp,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import { serveSecondBuild } from './app-update-scene.ts';

test.use({ serviceWorkers: 'allow' });

const german = (page: Page) => page.getByRole('button', { name: 'Neues Projekt' }).first();
const english = (page: Page) => page.getByRole('button', { name: 'New Project' }).first();
/** Open again after a page in another language was loaded for them, with the workspace out of reach behind them. */
const preferences = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const isMissing = 'Deutsch is not on this device yet';

const keptCatalogues = (page: Page) => keptFiles(page, 'de');

/** Returns the scripts of a name in all caches of the page. */
function keptFiles(page: Page, name: string): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests
      .flatMap((found) => found.map(({ url }) => new URL(url).pathname))
      .filter((path) => path.includes(`/${wanted}-`));
  }, name);
}

async function chooseLanguage(page: Page, names: { menu: RegExp; item: string; field: string }, to: string) {
  await page.getByRole('button', { name: names.menu }).click();
  await page.getByRole('menuitem', { name: names.item }).click();
  await page.getByLabel(names.field, { exact: true }).selectOption(to);
}

const inEnglish = { menu: /^Account menu/, item: 'Preferences', field: 'Language' };
const inGerman = { menu: /^Kontomenü von/, item: 'Vorlieben', field: 'Sprache' };

test('German comes once there is a network, and from then on is there without one', async ({
  newDevice,
  person,
}) => {
  const { page, appIsKept, cutNetwork, restoreNetwork } = await newDevice();
  await signUp(page, person);
  await everythingIsSynced(page);
  await appIsKept();
  await page.reload();
  await workspaceIsOpen(page);
  expect(await keptCatalogues(page)).toEqual([]);

  await cutNetwork();
  await chooseLanguage(page, inEnglish, 'Deutsch');
  await expect(
    page.getByText(`${isMissing}. Choose it again when there is a network.`, { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel('Language', { exact: true })).toHaveValue('browser');
  await restoreNetwork();
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await expect(preferences(page, 'Vorlieben')).toBeVisible();
  expect(await keptCatalogues(page)).toHaveLength(1);

  await cutNetwork();
  await page.reload();
  await expect(german(page)).toBeVisible();
  await chooseLanguage(page, inGerman, 'English');
  await expect(preferences(page, 'Preferences')).toBeVisible();
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await expect(preferences(page, 'Vorlieben')).toBeVisible();
});

test('a page whose language is not on the device is in English, and says why', async ({
  newDevice,
  person,
}) => {
  const { page, cutNetwork, restoreNetwork } = await newDevice();
  await signUp(page, person);
  await everythingIsSynced(page);
  await cutNetwork();
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await expect(english(page)).toBeVisible();
  await expect(page.getByText(isMissing, { exact: true })).toBeVisible();

  await restoreNetwork();
  await page.reload();
  await expect(german(page)).toBeVisible();
});

async function openInGerman(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  await registerByRequest(page, person);
  await page.goto('/');
  await expect(german(page)).toBeVisible();
}

test('German as the language of the browser is kept from the first visit', async ({ newDevice, person }) => {
  const { page, appIsKept, cutNetwork } = await newDevice({ locale: 'de-AT' });
  await openInGerman(page, person);
  await appIsKept();
  await expect.poll(() => keptCatalogues(page)).toHaveLength(1);
  await cutNetwork();
  await page.reload();
  await expect(german(page)).toBeVisible();
});

test('a new version is installed with its own German, and without that of the version before', async ({
  server,
  newDevice,
  person,
}) => {
  await using proxy = await startFrontProxy(server.origin);
  const { page, appIsKept, cutNetwork } = await newDevice({ baseURL: proxy.origin, locale: 'de-AT' });
  await openInGerman(page, person);
  await appIsKept();
  await expect.poll(() => keptCatalogues(page)).toHaveLength(1);
  const [first] = await keptCatalogues(page);

  serveSecondBuild(proxy);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Aktualisieren', exact: true }).click();
  await loaded;
  await expect.poll(() => keptCatalogues(page)).toEqual([secondCatalogue]);
  expect(first).not.toBe(secondCatalogue);
  await cutNetwork();
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset.build)).toBe('second');
});

test('code has its colors without a network on a device that has shown none before', async ({
  newDevice,
  person,
}) => {
  const { page, appIsKept, cutNetwork } = await newDevice();
  await openWithPrompt(page, person, { project: 'Code', title: 'Sum', content: '```js\nlet a = 1;\n```\n' });
  await appIsKept();
  await expect.poll(() => keptFiles(page, 'color-code')).toHaveLength(1);
  await cutNetwork();
  await page.reload();
  await pressTool(page, 'Switch to View mode');
  await expect(page.locator('.hljs-keyword')).toHaveText('let');
});

test('everything is exported without a network on a device that has exported nothing before', async ({
  newDevice,
  person,
}) => {
  const { page, appIsKept, cutNetwork } = await newDevice();
  await openWithPrompt(page, person, { project: 'Letters', title: 'Answer', content: 'Dear all' });
  await appIsKept();
  await expect.poll(() => keptFiles(page, 'transfer-worker')).toHaveLength(1);
  await cutNetwork();
  await page.reload();
  await chooseOfLibrary(page, 'Export…');
  const dialog = page.getByRole('dialog', { name: 'Export', exact: true });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^promptory-.*\.zip$/);
});
