import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { modelsOf } from '../../data/run/models.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import type { PageSurroundings } from '../../platform/page-surroundings.ts';
import { createRunEngine, type RunEngineDeps } from '../../run/run-engine.ts';
import { startSchemaWorker } from '../../run/testing/schema-worker-scene.ts';
import { Lent, openedScreen } from '../../session/lent-library-scene.tsx';
import { pageClock } from '../../ui/clock.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { ModelsDialog } from './models-dialog.tsx';

const now = Date.parse('2026-01-10T12:00:00Z');
const key = 'sk-a-secret-of-ada';

let drawn: Drawn | undefined;
let library: Library;
let close = () => {};
beforeEach(async () => {
  await page.viewport(1280, 900);
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, { random: (words) => crypto.getRandomValues(words), now: () => now });
});
afterEach(async () => {
  drawn?.close();
  close();
  await deleteLibraryOf(library);
});

const surroundings: PageSurroundings = {
  url: new URL('https://prompts.example.com/'),
  secure: true,
  isOnline: () => true,
  localPermission: async () => null,
  wasRefused: () => false,
};

type Called = { readonly url: string; readonly init: RequestInit };

/** `answer`: of the endpoints; `served`: of the node, which offers nothing where it is not given. */
function open(
  answer: (called: Called) => Response,
  more: Partial<RunEngineDeps> = {},
  served = Response.json({ models: [], today: { tokens: null, cost: null } }),
) {
  const calls: Called[] = [];
  const engine = createRunEngine({
    startSchemaWorker,
    ...{ library, crypto, page: surroundings, browser: {}, base: '', device: 'A test' },
    clock: pageClock(window),
    now: () => now,
    exclusive: (_, task) => task(),
    async fetch(input, init = {}) {
      const called = { url: String(input), init };
      if (called.url.startsWith(surroundings.url.origin)) return served;
      calls.push(called);
      return answer(called);
    },
    ...more,
  });
  close = engine.close;
  const models = { load: async () => engine, stop: () => {} };
  drawn = draw(
    <Lent {...{ library, models }} now={() => now}>
      <ModelsDialog {...openedScreen} />
    </Lent>,
  );
  return { calls };
}

const listOf = (...names: string[]) => Response.json({ data: names.map((id) => ({ id })) });
const nobody = () => {
  throw new TypeError('Failed to fetch');
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

async function addOpenAi(): Promise<void> {
  await field('Where it runs').selectOptions('OpenAI');
  await field('Key').fill(key);
  await field('Model').fill('gpt-4o');
  await button('Add model').click();
}

test('a model of Ollama is added from the list of its endpoint, and tested in three steps', async () => {
  const { calls } = open(() => listOf('llama3.2:latest', 'qwen3'));
  await expect.element(field('Address')).toHaveValue('http://localhost:11434/v1');
  await button('List models').click();
  await expect.element(page.getByText('2 models there')).toBeVisible();
  expect([...document.querySelectorAll('datalist option')].map((each) => each.getAttribute('value'))).toEqual(
    ['llama3.2:latest', 'qwen3'],
  );
  await field('Model').fill('qwen3');
  await button('Add model').click();
  await expect.element(page.getByRole('listitem').getByText('qwen3', { exact: true })).toBeVisible();
  await button('Test').click();
  await expect.element(page.getByText('The address answers')).toBeVisible();
  await expect.element(page.getByText('This page is allowed there')).toBeVisible();
  await expect.element(page.getByText('The model is there')).toBeVisible();
  expect(calls.map(({ url }) => url)).toEqual([
    'http://localhost:11434/v1/models',
    'http://localhost:11434/v1/models',
  ]);
  expect(calls[0]?.init).toMatchObject({ credentials: 'omit', redirect: 'manual' });
});

test('an endpoint that refuses this page shows the exact command for its origin', async () => {
  open(({ init }) => (init.mode === 'no-cors' ? Response.error() : nobody()));
  await field('Model').fill('qwen3');
  await button('Add model').click();
  await button('Test').click();
  await expect.element(page.getByText('This page is not allowed there')).toBeVisible();
  await expect
    .element(page.getByText('OLLAMA_ORIGINS=https://prompts.example.com ollama serve'))
    .toBeVisible();
  const copied: string[] = [];
  const write = navigator.clipboard.writeText;
  navigator.clipboard.writeText = async (text) => void copied.push(text);
  try {
    await button('Copy').click();
    await expect.poll(() => copied).toEqual(['OLLAMA_ORIGINS=https://prompts.example.com ollama serve']);
  } finally {
    navigator.clipboard.writeText = write;
  }
});

test('the browser is asked for a local address by a button', async () => {
  let permission: PermissionState = 'prompt';
  open(
    ({ init }) => {
      if (init.mode === 'no-cors') permission = 'granted';
      return permission === 'granted' ? listOf('qwen3') : nobody();
    },
    { page: { ...surroundings, localPermission: async () => permission } },
  );
  await field('Model').fill('qwen3');
  await button('Add model').click();
  await button('Test').click();
  await button('Ask the browser').click();
  await expect.element(page.getByText('The model is there')).toBeVisible();
});

test('a key is kept on the device, sent to its endpoint, and is nowhere in the page', async () => {
  const { calls } = open(() => listOf('gpt-4o'));
  await addOpenAi();
  await expect.element(page.getByText('Key on this device')).toBeVisible();
  expect(document.documentElement.outerHTML).not.toContain(key);
  await button('Test').click();
  await expect.element(page.getByText('The model is there')).toBeVisible();
  expect(new Headers(calls.at(-1)?.init.headers).get('authorization')).toBe(`Bearer ${key}`);
  await button('Change').click();
  await expect.element(field('Key')).toHaveValue('');
  await expect.element(field('Key')).toHaveAttribute('type', 'password');
  await page.getByLabelText('Remove the key').click();
  await button('Save').click();
  await expect.element(page.getByText('No key')).toBeVisible();
});

test('a page without https keeps a key for its tab, and says so', async () => {
  open(() => listOf('gpt-4o'), { crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) } });
  await expect.element(page.getByText(/the key is kept in this tab alone/)).toBeVisible();
  await addOpenAi();
  await expect.element(page.getByText('Key for this tab')).toBeVisible();
  expect(await library.db.modelKeys.count()).toBe(0);
});

test('the price of a known model is filled in, and can be corrected', async () => {
  open(() => listOf());
  await field('Where it runs').selectOptions('OpenAI');
  await field('Model').fill('gpt-4o');
  await field('Name').click();
  await expect.element(field('Dollars for a million tokens in')).toHaveValue('2.5');
  await field('Dollars for a million tokens in').fill('3');
  await button('Add model').click();
  await expect.element(page.getByText('$3.00 in and $10.00 out for a million tokens')).toBeVisible();
});

test('a field that cannot be read takes the focus and has its sentence', async () => {
  open(() => listOf());
  await field('Address').fill('localhost');
  await field('Model').fill('qwen3');
  await button('Add model').click();
  await expect.element(page.getByText('Write an address such as http://localhost:11434/v1')).toBeVisible();
  await expect.element(field('Address')).toHaveFocus();
  expect(await modelsOf(library)).toEqual([]);
});

test('an entry is removed with its key, once that was confirmed', async () => {
  open(() => listOf('gpt-4o'));
  await addOpenAi();
  await button('Remove…').click();
  await button('Remove').click();
  await expect.poll(async () => modelsOf(library)).toEqual([]);
  expect(await library.db.modelKeys.count()).toBe(0);
});

test('the model of the browser is offered where there is one', async () => {
  const LanguageModel = { availability: async () => 'available', create: nobody };
  open(() => listOf(), { browser: { LanguageModel } });
  await field('Where it runs').selectOptions('Model of this browser');
  await button('Add model').click();
  await expect.element(page.getByRole('listitem').getByText('Model of this browser').first()).toBeVisible();
  expect((await modelsOf(library))[0]).toMatchObject({ kind: 'browser', address: '' });
});

test('what the node offers is listed with its price, and no key of it', async () => {
  const models = [{ name: 'house', model: 'gpt', price: { in: 1, out: 2 } }];
  open(nobody, {}, Response.json({ models, today: { tokens: null, cost: null } }));
  const offered = page.getByRole('list', { name: 'Models of the node' });
  await expect.element(offered.getByText('house')).toBeVisible();
  await expect.element(offered.getByText('1 in and 2 out for a million tokens')).toBeVisible();
});
