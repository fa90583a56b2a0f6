import { createStore, Provider } from 'jotai';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import { exampleKeptRun, exampleRun } from '#shared/model/run/kept-run-example.ts';
import { noRating, type RunState } from '#shared/model/run/run.ts';
import { commit } from '../../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { sha256OfText } from '../../../data/resources/sha256.ts';
import { saveModel } from '../../../data/run/models.ts';
import { beginRun, runsOfPrompt, storeRun } from '../../../data/run/run-ring.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import { keptRunsOf } from '../../../data/testing/kept-runs-scene.ts';
import { createRunEngine } from '../../../run/run-engine.ts';
import { startSchemaWorker } from '../../../run/testing/schema-worker-scene.ts';
import { Lent } from '../../../session/lent-library-scene.tsx';
import { pageClock } from '../../../ui/clock.ts';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { runsOfAtom } from '../feature.tsx';
import { TryItPanel } from '../try-it-panel.tsx';

const promptId = 2;
const now = Date.parse('2026-01-10T12:00:00Z');
const store = createStore();

let drawn: Drawn | undefined;
let library: Library;
let close = () => {};
beforeEach(async () => {
  localStorage.clear();
  store.set(runsOfAtom, null);
  await page.viewport(600, 1000);
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, { random: (words) => crypto.getRandomValues(words), now: () => now });
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createPrompt', { id: promptId, title: 'One', content: 'Hello', projectId: 1 });
  await saveModel(library, {
    ...{ id: 7, name: 'Model 7', kind: 'openai', server: 'ollama', from: 'device', model: 'm7' },
    ...{ address: 'http://localhost:11434/v1', defaults: {}, price: null, atOnce: 1 },
  });
});
afterEach(async () => {
  drawn?.close();
  close();
  await deleteLibraryOf(library);
});

type Ran = { readonly answer?: string; readonly textHash?: string; readonly state?: RunState };

/** Adds a run of this device. */
async function ran(
  id: number,
  { answer = 'Hello Ada', textHash = '', state = 'done' }: Ran = {},
): Promise<void> {
  const model = { entryId: 7, name: 'Model 7', kind: 'openai' as const, model: 'm7' };
  const head = {
    ...{ id, promptId, versionId: null, textHash, model, device: 'Laptop', from: 'device' as const },
    ...{ state, startedAt: new Date(now - id * 1000).toISOString(), firstMs: 1, totalMs: 2 },
    ...{ usage: null, cost: null, problems: [], rating: noRating, excerpt: '' },
  };
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  await beginRun(library, head, { messages, values: {}, settings: {}, attachments: [] });
  await storeRun(library, head, { answer, reasoning: '', toolCalls: [] });
}

/** A kept run that came from another device. */
async function cameFromElsewhere(more: Partial<KeptRun> = {}): Promise<void> {
  await commit(
    library,
    'keepRun',
    exampleKeptRun({ id: 40, promptId, createdAt: '2026-01-09T12:00:00.000Z', ...more }),
  );
}

function open(): void {
  const engine = createRunEngine({
    startSchemaWorker,
    ...{ library, crypto, browser: {}, base: '', device: 'A test', clock: pageClock(window), now: () => now },
    page: {
      url: new URL('http://localhost:8787/'),
      ...{ secure: true, isOnline: () => true, localPermission: async () => null, wasRefused: () => false },
    },
    exclusive: (_, task) => task(),
    fetch: async () => Response.json({ models: [], today: { tokens: null, cost: null } }),
  });
  close = engine.close;
  const models = { load: async () => engine, stop: () => {} };
  drawn = draw(
    <Provider store={store}>
      <Lent {...{ library, models }} now={() => now}>
        <TryItPanel
          tried={{ promptId, versionId: null, text: () => 'Hello' }}
          renderMarkdown={(text) => <p>{text}</p>}
          onOpenModels={() => {}}
          onExpand={() => {}}
          onClose={() => {}}
        />
      </Lent>
    </Provider>,
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const earlier = page.getByRole('list', { name: 'Earlier runs' });

test('an answer is kept in the list, is a row that is rated, and is no longer kept with a way back', async () => {
  await ran(31);
  open();
  await button('Earlier runs (1)').click();
  await earlier.getByRole('button', { name: 'Keep this run' }).click();
  await expect.element(earlier).toMatchTextContent(/Kept.*Laptop/);
  await earlier.getByRole('button', { name: /Model 7/ }).click();
  await button('Better').click();
  await page.getByRole('textbox', { name: 'Note about this answer' }).fill('kind');
  await userEvent.tab();
  await expect
    .poll(async () => (await keptRunsOf(library, promptId))[0])
    .toMatchObject({ id: 31, verdict: 'better', note: 'kind' });
  await button('Stop keeping this run').click();
  await expect.element(button('Keep this run')).toBeVisible();
  expect(await keptRunsOf(library, promptId)).toEqual([]);
  await button('Undo').click();
  await expect.poll(async () => (await keptRunsOf(library, promptId))[0]?.note).toBe('kind');
});

test('an answer that is too long is not kept, and the screen names the reason', async () => {
  await ran(31, { answer: 'x'.repeat(256 * 1024 + 1) });
  open();
  await button('Earlier runs (1)').click();
  await earlier.getByRole('button', { name: 'Keep this run' }).click();
  await expect
    .element(page.getByText('Its answer is longer than 256 KB. Copy what you need of it.'))
    .toBeVisible();
  expect(await keptRunsOf(library, promptId)).toEqual([]);
});

test('a run that another device kept is listed with its name, opened, and removed for all', async () => {
  await cameFromElsewhere({ run: exampleRun({ device: 'Phone' }) });
  open();
  await button('Earlier runs (1)').click();
  await expect.element(earlier).toMatchTextContent(/Local · Earlier text.*Kept.*Phone.*Hello Ada/);
  await earlier.getByRole('button', { name: /Local/ }).click();
  await expect.element(page.getByText('Hello Ada', { exact: true })).toBeVisible();
  await button('Stop keeping this run').click();
  await expect.poll(() => keptRunsOf(library, promptId)).toEqual([]);
});

test('a note that another device changed is shown, and one that is typed meanwhile is joined with it', async () => {
  await cameFromElsewhere();
  open();
  await button('Earlier runs (1)').click();
  await earlier.getByRole('button', { name: /Local/ }).click();
  const note = page.getByRole('textbox', { name: 'Note about this answer' });
  const change = { promptId, id: 40 };
  await commit(library, 'updateKeptRun', { ...change, note: 'from the phone', baseNote: '' });
  await expect.element(note).toHaveValue('from the phone');
  await note.fill('from the phone, and here');
  await commit(library, 'updateKeptRun', {
    ...change,
    note: 'also from the phone',
    baseNote: 'from the phone',
  });
  await userEvent.tab();
  await expect.element(note).toHaveValue('also from the phone, and here');
});

test('the runs of the current text, or of a version, are listed by themselves', async () => {
  const textHash = await sha256OfText('Hello');
  await ran(31, { answer: 'Of this text', textHash });
  await ran(32, { answer: 'Of another text' });
  await commit(library, 'saveVersion', {
    promptId,
    id: 9,
    content: 'Hello',
    description: 'd',
    base: 'Hello',
  });
  await cameFromElsewhere({ versionId: 9 });
  open();
  await button('Earlier runs (3)').click();
  await button('Only of the current text').click();
  await expect.element(earlier).toMatchTextContent(/^(?!.*another text).*Of this text/);
  store.set(runsOfAtom, { promptId, text: 9 });
  await expect.element(page.getByText('Of Version 1', { exact: true })).toBeVisible();
  expect(earlier.getByRole('listitem').elements()).toHaveLength(1);
  await button('Of all texts').click();
  await expect.element(button('Earlier runs (3)')).toBeVisible();
});

test('a run under way cannot be removed from the list, and one that has ended can', async () => {
  await ran(31, { answer: 'Of the ended one' });
  await ran(32, { state: 'running', answer: 'Of the running one' });
  await ran(33, { state: 'queued', answer: 'Of the waiting one' });
  open();
  await button('Earlier runs (3)').click();
  const rowOf = (text: string) => earlier.getByRole('listitem').filter({ hasText: text });
  const removeOf = (row: ReturnType<typeof rowOf>) => row.getByRole('button', { name: 'Remove run' });
  await expect.element(removeOf(rowOf('Of the ended one'))).toBeVisible();
  const underWay = rowOf('Under way');
  await expect.element(underWay).toHaveLength(2);
  expect(removeOf(underWay).elements()).toEqual([]);

  await ran(32, { answer: 'Of the ended, too' });
  await removeOf(rowOf('Of the ended, too')).click();
  await expect.element(button('Earlier runs (2)')).toBeVisible();
  expect((await runsOfPrompt(library, promptId)).map(({ id }) => id)).toEqual([31, 33]);
});
