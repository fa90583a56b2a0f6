import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { keptRunOf } from '#shared/model/run/kept-run.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { noOutput, noRating, type RunHead } from '#shared/model/run/run.ts';
import { commit } from '../../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { saveModel } from '../../../data/run/models.ts';
import { beginRun, runsOfPrompt, storeRun } from '../../../data/run/run-ring.ts';
import { holdRun, waitingRuns } from '../../../data/run/waiting-runs.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import { createRunEngine } from '../../../run/run-engine.ts';
import { startSchemaWorker } from '../../../run/testing/schema-worker-scene.ts';
import { Lent, openedScreen } from '../../../session/lent-library-scene.tsx';
import { pageClock } from '../../../ui/clock.ts';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { AllRunsDialog } from './all-runs-dialog.tsx';

const now = Date.parse('2026-01-10T12:00:00Z');
const remote: ModelEntry = {
  ...{ id: 5, name: 'Far', kind: 'openai', server: 'other', from: 'device', model: 'far' },
  ...{ address: 'https://far.test/v1', defaults: {}, price: { in: 100, out: 200 }, atOnce: 1 },
};

let drawn: Drawn | undefined;
let library: Library;
beforeEach(async () => {
  await page.viewport(900, 900);
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, { random: (words) => crypto.getRandomValues(words), now: () => now });
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createPrompt', { id: 2, title: 'Invitation', content: 'a', projectId: 1 });
  await saveModel(library, remote);
});
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

const headOf = (id: number, more: Partial<RunHead> = {}): RunHead => ({
  ...{ id, promptId: 2, versionId: null, textHash: '', device: 'A test', from: 'device', state: 'done' },
  model: { entryId: 5, name: 'Far', kind: 'openai', model: 'far' },
  ...{ startedAt: `2026-01-0${id}T12:00:00.000Z`, firstMs: 1, totalMs: 2, cost: 0.5 },
  usage: { inputTokens: 1_000, outputTokens: 200, cachedTokens: null, reasoningTokens: null },
  ...{ problems: [], rating: noRating, excerpt: '' },
  ...more,
});
const input = {
  messages: [{ role: 'user' as const, content: 'x'.repeat(4_000) }],
  ...{ values: {}, settings: { maxTokens: 500 }, attachments: [] },
};

async function keep(head: RunHead): Promise<void> {
  await beginRun(library, head, input);
  await storeRun(library, head, { ...noOutput, answer: `Answer ${head.id}` });
}

function open() {
  const asked: string[] = [];
  const engine = createRunEngine({
    startSchemaWorker,
    ...{ library, crypto, browser: {}, base: '', device: 'A test', clock: pageClock(window), now: () => now },
    page: {
      url: new URL('http://localhost:8787/'),
      ...{ secure: true, isOnline: () => navigator.onLine, localPermission: async () => null },
      wasRefused: () => false,
    },
    exclusive: (_, task) => task(),
    async fetch(address) {
      if (String(address).endsWith('/api/models')) throw new TypeError('No network.');
      asked.push(String(address));
      return Response.json({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] });
    },
  });
  onTestFinished(() => engine.close());
  const models = { load: async () => engine, stop: () => {} };
  drawn = draw(
    <Lent {...{ library, models }} now={() => now}>
      <AllRunsDialog {...openedScreen} />
    </Lent>,
  );
  return asked;
}

const dialog = page.getByRole('dialog', { name: 'Runs', exact: true });
const groups = dialog.getByRole('list', { name: 'Groups of runs' });
const heads = () => groups.getByRole('button', { expanded: false });

/** The network of the page, as a test wants it. */
function network(isThere: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isThere });
  window.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
}

test('runs are added up in all and by day, prompt and model, and one is opened and removed', async () => {
  await keep(headOf(1));
  await keep(
    headOf(2, { from: 'node', model: { entryId: 0, name: 'Ours', kind: 'openai', model: 'o' }, cost: 2 }),
  );
  await keep(headOf(3, { promptId: 9, cost: null }));
  open();
  const total = '3 runs · 3,000 tokens in · 600 tokens out · $0.50 · cost 2';
  await expect.element(dialog.getByRole('status')).toHaveTextContent(total);
  await expect.element(heads().first()).toMatchTextContent(/January 3, 2026.*1 run · 1,000 tokens in/);
  await dialog.getByLabelText('Grouped by').selectOptions('model');
  await expect.element(heads()).toHaveLength(2);
  await expect.element(heads().first()).toMatchTextContent(/^Far.*2 runs · 2,000 tokens in/);
  await dialog.getByLabelText('Grouped by').selectOptions('prompt');
  await expect.element(heads().first()).toMatchTextContent(/^A prompt that is gone.*1 run/);
  await groups.getByRole('button', { name: /^Invitation/ }).click();
  const rows = dialog.getByRole('list', { name: 'Invitation' });
  await expect.element(rows.getByRole('button', { name: /^Ours .*Answer 2/ })).toBeVisible();
  // Whether their text is the current one is not looked at here.
  await expect.element(rows).not.toMatchTextContent(/Current text/);
  await rows.getByRole('button', { name: 'Remove run' }).first().click();
  await expect.poll(async () => (await runsOfPrompt(library, 2)).map(({ id }) => id)).toEqual([1]);
  await expect.element(dialog.getByRole('status')).toMatchTextContent('2 runs');
});

test('a kept run of another device is in the list, is opened, and is removed for all devices', async () => {
  await keep(headOf(1));
  const far = keptRunOf({ ...headOf(7, { device: 'Laptop' }), ...input, ...noOutput, answer: 'From afar' });
  if (far.kind === 'no') throw new Error(far.reason);
  await commit(library, 'keepRun', far.row);
  open();
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/^2 runs · 2,000 tokens in/);
  await dialog.getByLabelText('Grouped by').selectOptions('model');
  await expect.element(heads()).toHaveLength(2);
  await heads().first().click();
  const row = groups.getByRole('listitem').filter({ hasText: 'From afar' }).last();
  await expect.element(row).toMatchTextContent(/Invitation · Far.*Kept.*Laptop · From afar/);
  await row.getByRole('button', { name: 'Remove run' }).click();
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/^1 run ·/);
  expect(await library.db.keptRuns.count()).toBe(0);
});

test('without any run it says how there will be one', async () => {
  open();
  await expect.element(dialog.getByRole('heading', { name: 'No runs yet' })).toBeVisible();
});

test('a run that waits shows its cost, is sent by a press once there is a network, and is removed by one', async () => {
  network(false);
  const waiting = headOf(4, { state: 'waiting', usage: null, cost: null, totalMs: null, firstMs: null });
  await holdRun(library, waiting, { input, pictures: [] });
  await holdRun(library, { ...waiting, id: 5 }, { input, pictures: [] });
  const asked = open();
  await expect.element(dialog.getByText('Waiting to be sent (2)')).toBeVisible();
  const cost = 'about 1,000 tokens for $0.10, and at most $0.10 for the answer';
  await expect.element(dialog.getByText(cost).first()).toBeVisible();
  const send = dialog.getByRole('button', { name: 'Send this run' });
  await expect.element(send.first()).toBeDisabled();
  await dialog.getByRole('button', { name: 'Remove run' }).first().click();
  await expect.element(dialog.getByText('Waiting to be sent (1)')).toBeVisible();
  network(true);
  expect(asked).toEqual([]);
  await send.click();
  await expect.element(dialog.getByText('Waiting to be sent (1)')).not.toBeInTheDocument();
  await expect.poll(() => asked).toEqual(['https://far.test/v1/chat/completions']);
  expect(await waitingRuns(library)).toEqual([]);
});

test('a run whose model is gone says so, and stays', async () => {
  await library.db.models.clear();
  await holdRun(library, headOf(4, { state: 'waiting', cost: null }), { input, pictures: [] });
  open();
  await dialog.getByRole('button', { name: 'Send this run' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('is not in Models any more');
  expect(await waitingRuns(library)).toHaveLength(1);
});
