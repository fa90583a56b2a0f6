/** A real browser decides which addresses a page may call; the person reads why it does not, and what mends it. */
import { chromium, type Page } from '@playwright/test';
import { type ScriptedEndpoint, startScriptedEndpoint } from '../../web/run/testing/scripted-endpoint.ts';
import { chromiumFlags, lightChromiumPath } from '../chromium.ts';
import { pressTool } from '../screens/screens.ts';
import { openDevice } from '../stage/device.ts';
import { openWithPrompt } from '../stage/furnished.ts';
import { keptModelParts, modelParts } from '../stage/kept-parts.ts';
import { expect, testOnOwnServer } from '../stage/stage.ts';
import { everythingIsSynced, signUp, syncNow } from '../stage/workspace.ts';

type Endpoints = { readonly endpoint: ScriptedEndpoint; readonly closed: ScriptedEndpoint };

/** Both may be called by the page's policy; `closed` allows no page to read its answers. */
const test = testOnOwnServer.extend<Endpoints>({
  endpoint: async ({ browserName: _browserName }, use) => {
    const endpoint = await startScriptedEndpoint();
    await use(endpoint);
    await endpoint.close();
  },
  closed: async ({ browserName: _browserName }, use) => {
    const closed = await startScriptedEndpoint({ isClosedToPages: true });
    await use(closed);
    await closed.close();
  },
  serverVariables: async ({ endpoint, closed }, use) =>
    use({ MODEL_ORIGINS: `${endpoint.origin} ${closed.origin}`, REGISTRATION: 'open' }),
});

async function openModels(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Models' }).click();
  await expect(page.getByLabel('Where it runs')).toBeVisible();
}

/** Adds a model of Ollama at this address, and tests it. */
async function testModel(page: Page, address: string): Promise<void> {
  await openModels(page);
  await page.getByLabel('Address', { exact: true }).fill(address);
  await page.getByLabel('Model', { exact: true }).fill('answer');
  await page.getByRole('button', { name: 'Add model' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
}

const assets = (requests: readonly string[]) =>
  requests.filter((url) => /\/assets\/(sdk-client|engine-of-page|run-engine|model-price)/.test(url));

test('an endpoint that allows the page passes all three steps, and no start loads what calls models', async ({
  endpoint,
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await signUp(page, person);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();
  expect(assets(requests)).toEqual([]);
  await testModel(page, endpoint.address('openai'));
  await expect(page.getByText('The model is there')).toBeVisible();
  expect(assets(requests).some((url) => url.includes('sdk-client'))).toBe(false);
});

test('a device that never ran anything reaches its own model while the node is gone', async ({
  endpoint,
  newDevice,
  person,
  server,
}) => {
  const { page, appIsKept } = await newDevice({ serviceWorkers: 'allow' });
  await signUp(page, person);
  await appIsKept();
  await expect.poll(() => keptModelParts(page)).toEqual(modelParts);
  await server.stop();
  await page.reload();
  await testModel(page, endpoint.address('openai'));
  await expect(page.getByText('The model is there')).toBeVisible();
});

test('an endpoint that does not allow the page is told from one that is gone', async ({
  closed,
  newDevice,
  person,
  server,
}) => {
  const { page } = await newDevice();
  await signUp(page, person);
  await testModel(page, closed.address('openai'));
  await expect(page.getByText(`OLLAMA_ORIGINS=${server.origin} ollama serve`)).toBeVisible();
  await closed.close();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText(`Nothing answers at ${closed.address('openai')}.`)).toBeVisible();
});

test('an address that the policy of the node forbids is named with its setting', async ({
  newDevice,
  person,
}) => {
  const { page, pageErrors } = await newDevice();
  await signUp(page, person);
  await testModel(page, 'http://127.0.0.1:9/v1');
  await expect(page.getByText('MODEL_ORIGINS=http://127.0.0.1:9', { exact: true })).toBeVisible();
  expect(pageErrors.every((line) => line.includes('http://127.0.0.1:9'))).toBe(true);
  pageErrors.length = 0;
});

test('a page that counts as one from elsewhere reaches a local address once the browser allows it', async ({
  endpoint,
  person,
  server,
}) => {
  const executablePath = lightChromiumPath();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumFlags, `--ip-address-space-overrides=${new URL(server.origin).host}=public`],
  });
  try {
    const { page, context } = await openDevice(browser, { baseURL: server.origin });
    await signUp(page, person);
    await testModel(page, endpoint.address('openai'));
    await expect(page.getByText('The address does not answer this page')).toBeVisible();
    await context.grantPermissions(['local-network-access']);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByText('The model is there')).toBeVisible();
  } finally {
    await browser.close();
  }
});

test('a key is in no markup and no readable row of the browser, and is gone after the sign-out', async ({
  endpoint,
  newDevice,
  person,
}) => {
  const key = 'sk-a-key-of-ada-that-nobody-reads';
  const { page } = await newDevice();
  await signUp(page, person);
  await openModels(page);
  await page.getByLabel('Address', { exact: true }).fill(endpoint.address('openai'));
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByLabel('Model', { exact: true }).fill('answer');
  await page.getByRole('button', { name: 'Add model' }).click();
  await expect(page.getByText('Key on this device')).toBeVisible();
  expect(await page.content()).not.toContain(key);
  const rows = await page.evaluate(readAllRows);
  expect(rows).toContain('"name":"answer"');
  expect(rows).not.toContain(key);
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(key);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await page.evaluate(readAllRows)).not.toContain('modelKeys');
});

test('a key, a message typed to a model and its answer reach no server, no address and no console', async ({
  endpoint,
  newDevice,
  person,
  server,
}) => {
  const marks = { key: 'sk-a-key-of-ada', message: 'Only my own model reads this.', answer: 'Good morning.' };
  const { page, context } = await newDevice();
  const written: string[] = [];
  const toModel: string[] = [];
  context.on('console', (message) => written.push(message.text()));
  context.on('request', (request) => {
    written.push(request.url());
    (request.url().startsWith(server.origin) ? written : toModel).push(request.postData() ?? '');
  });
  await openWithPrompt(page, person, { project: 'Letters', title: 'Greeting', content: 'Greet me.' });
  await openModels(page);
  await page.getByLabel('Address', { exact: true }).fill(endpoint.address('openai'));
  await page.getByLabel('Key', { exact: true }).fill(marks.key);
  await page.getByLabel('Model', { exact: true }).fill('answer');
  await page.getByRole('button', { name: 'Add model' }).click();
  await expect(page.getByText('Key on this device')).toBeVisible();
  await page.keyboard.press('Escape');
  await pressTool(page, 'Try it');
  const panel = page.getByRole('complementary', { name: 'Try it' });
  const answers = panel.getByRole('list', { name: 'Answers' });
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(answers).toContainText(marks.answer);
  await panel.getByLabel('Next message').fill(marks.message);
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => toModel.some((body) => body.includes(marks.message))).toBe(true);
  await expect(answers).toContainText(marks.answer);
  await syncNow(page);
  await everythingIsSynced(page);

  written.push(page.url());
  expect(written.some((line) => line.includes('/api/'))).toBe(true);
  for (const mark of Object.values(marks)) expect(written.filter((line) => line.includes(mark))).toEqual([]);
  expect(await page.content()).not.toContain(marks.key);
  // The texts are content of the page, and no attribute of it.
  const attributes = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].map(({ value }) => value),
    ),
  );
  expect(attributes.filter((value) => value.includes(marks.message))).toEqual([]);
});

/** Runs in the page: every row of every database, as JSON, with bytes as text. */
async function readAllRows(): Promise<string> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const text = (_: string, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value;
  let all = '';
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name ?? ''));
    for (const table of database.objectStoreNames) {
      const rows = await done(database.transaction(table).objectStore(table).getAll());
      all += table + JSON.stringify(rows, text);
    }
    database.close();
  }
  return all;
}
