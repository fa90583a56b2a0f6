import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { testCasesOf } from '../../data/queries/test-case-items.ts';
import { addResource, blobBytes } from '../../data/resources/resources.ts';
import { saveModel } from '../../data/run/models.ts';
import { readRun, runsOfPrompt } from '../../data/run/run-ring.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { createRunEngine } from '../../run/run-engine.ts';
import { startSchemaWorker } from '../../run/testing/schema-worker-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import type { RunningSync } from '../../session/running-sync.ts';
import { pageClock } from '../../ui/clock.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { TryItPanel } from './try-it-panel.tsx';

const promptId = 2;
const now = Date.parse('2026-01-10T12:00:00Z');

let drawn: Drawn | undefined;
let library: Library;
let close = () => {};
let opened = 0;
beforeEach(async () => {
  localStorage.clear();
  opened = 0;
  await page.viewport(600, 1000);
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, { random: (words) => crypto.getRandomValues(words), now: () => now });
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
});
afterEach(async () => {
  drawn?.close();
  close();
  await deleteLibraryOf(library);
});

const entry = (id: number, more: Partial<ModelEntry> = {}): ModelEntry => ({
  ...{ id, name: `Model ${id}`, kind: 'openai', server: 'ollama', from: 'device', model: `m${id}` },
  ...{ address: `http://localhost:11434/v${id}`, defaults: {}, price: null, atOnce: 1 },
  ...more,
});

/** The answer of an endpoint, which a test writes part by part. */
function answering() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const event = (data: object) => controller?.enqueue(encoder.encode(`data: ${JSON.stringify(data)}\n\n`));
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    says: (content: string) => event({ choices: [{ index: 0, delta: { content } }] }),
    thinks: (reasoning_content: string) => event({ choices: [{ index: 0, delta: { reasoning_content } }] }),
    calls(name: string, json: string) {
      const call = { index: 0, id: 'call-1', type: 'function', function: { name, arguments: json } };
      event({ choices: [{ index: 0, delta: { tool_calls: [call] } }] });
    },
    ends(finish_reason = 'stop') {
      event({ choices: [{ index: 0, delta: {}, finish_reason }] });
      event({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 } });
      controller?.enqueue(encoder.encode('data: [DONE]\n\n'));
      controller?.close();
    },
  };
}

type Asked = {
  readonly url: string;
  readonly body: { readonly [name: string]: unknown; readonly messages?: unknown };
  readonly signal: AbortSignal | null;
};

type OpenOptions = { readonly entries?: readonly ModelEntry[]; node?(): Promise<Response> };

const noServedModels = () => Response.json({ models: [], today: { tokens: null, cost: null } });

async function open(
  content: string,
  answer: (asked: Asked) => Response,
  { entries = [entry(7)], node = async () => noServedModels() }: OpenOptions = {},
) {
  await commit(library, 'createPrompt', { id: promptId, title: 'One', content, projectId: 1 });
  for (const each of entries) await saveModel(library, each);
  const asked: Asked[] = [];
  const engine = createRunEngine({
    ...{ library, startSchemaWorker, crypto, browser: {}, base: '', device: 'A test' },
    ...{ clock: pageClock(window), now: () => now },
    page: {
      url: new URL('http://localhost:8787/'),
      ...{ secure: true, isOnline: () => true, localPermission: async () => null, wasRefused: () => false },
    },
    exclusive: (_, task) => task(),
    async fetch(input, init = {}) {
      if (String(input).endsWith('/api/models')) return node();
      const one = { url: String(input), body: JSON.parse(String(init.body)), signal: init.signal ?? null };
      asked.push(one);
      return answer(one);
    },
  });
  close = engine.close;
  const models = { load: async () => engine, stop: () => {} };
  const sync: RunningSync = {
    ...{ syncNow: async () => undefined, rejoin: async () => undefined, resume: async () => undefined },
    files: {
      fetchBlob: async ({ sha256 }) => (await blobBytes(library, sha256)) ?? null,
      ...{ fetchAll: async () => 'done', wake: () => {} },
    },
    stop: () => {},
  };
  drawn = draw(
    <Lent {...{ library, models, sync }} now={() => now}>
      <TryItPanel
        tried={{ promptId, versionId: null, text: () => content }}
        renderMarkdown={(text) => <p>{text}</p>}
        onOpenModels={() => {
          opened += 1;
        }}
        onExpand={() => {}}
        onClose={() => {}}
      />
    </Lent>,
  );
  return asked;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const answers = page.getByRole('list', { name: 'Answers' }).getByRole('listitem');

test('a person without a model is led to one, in three steps that name this origin', async () => {
  await open('Hello', () => new Response(), { entries: [] });
  await expect.element(page.getByText(`OLLAMA_ORIGINS=${window.location.origin} ollama serve`)).toBeVisible();
  await button('Add a model').click();
  expect(opened).toBe(1);
});

test('a run sends the filled text, shows the answer as it comes, and is kept with its figures', async () => {
  const stream = answering();
  const asked = await open('Dear {{name | default: Ada}},', () => stream.response);
  await button('Run').click();
  await expect.element(answers).toMatchTextContent('Waits for the model');
  await expect
    .poll(() => asked[0])
    .toMatchObject({
      url: 'http://localhost:11434/v7/chat/completions',
      body: { model: 'm7', stream: true, messages: [{ role: 'user', content: 'Dear Ada,' }] },
    });
  stream.thinks('Be kind.');
  stream.says('Good ');
  await expect.element(answers).toMatchTextContent(/Answering.*Good/);
  stream.says('day');
  stream.ends();
  await expect.element(answers).toMatchTextContent(/11 tokens in · 3 tokens out.*Good day/);
  await button('Reasoning').click();
  await expect.element(page.getByText('Be kind.')).toBeVisible();
  const [head] = await runsOfPrompt(library, promptId);
  expect(head).toMatchObject({ state: 'done', versionId: null, usage: { inputTokens: 11, outputTokens: 3 } });
  expect(await readRun(library, head?.id ?? 0)).toMatchObject({ answer: 'Good day', reasoning: 'Be kind.' });
});

test('a variable without a value is named first, and the person decides', async () => {
  const stream = answering();
  const asked = await open('Dear {{name}} of {{town}}', () => stream.response);
  await button('Run').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Without a value: name, town');
  expect(asked).toEqual([]);
  await button('Run anyway').click();
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([]);
});

test('two models answer side by side, and Stop ends a run with what came', async () => {
  const streams = new Map([
    ['v7', answering()],
    ['v8', answering()],
  ]);
  const streamFor = (url: string) => streams.get(url.includes('/v7/') ? 'v7' : 'v8');
  const asked = await open('Hello', ({ url }) => streamFor(url)?.response ?? new Response(), {
    entries: [entry(7), entry(8)],
  });
  await page.getByRole('button', { name: /^Models/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Model 8' }).click();
  await userEvent.keyboard('{Escape}');
  await button('Run 2').click();
  await expect.poll(() => asked.length).toBe(2);
  streams.get('v7')?.says('Seven');
  streams.get('v8')?.says('Eight');
  await expect.element(answers.nth(0)).toMatchTextContent('Seven');
  await expect.element(answers.nth(1)).toMatchTextContent('Eight');
  await button('Stop all').click();
  await expect.element(answers.nth(0)).toMatchTextContent(/Stopped.*Seven/);
  expect(asked.every(({ signal }) => signal?.aborted)).toBe(true);
  await expect
    .poll(async () => (await runsOfPrompt(library, promptId)).map(({ state }) => state))
    .toEqual(['stopped', 'stopped']);
});

test('a node that does not answer keeps nobody from a model of this device', async () => {
  const stream = answering();
  const never = new Promise<Response>(() => {});
  const asked = await open('Hello', () => stream.response, { node: () => never });
  await button('Run').click();
  await expect.poll(() => asked.length).toBe(1);
});

test('a failure is one sentence with its remedy, and the run can be made again', async () => {
  const stream = answering();
  let isRefused = true;
  const refusal = () => Response.json({ error: { message: 'model "m7" not found' } }, { status: 404 });
  await open('Hello', () => (isRefused ? refusal() : stream.response));
  await button('Run').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('The endpoint has no model m7.');
  isRefused = false;
  await button('Run again').click();
  stream.says('Here');
  stream.ends();
  await expect.element(answers).toMatchTextContent('Here');
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([]);
});

test('a chat goes on by hand, and a tool call is answered by hand', async () => {
  const streams = [answering(), answering(), answering()];
  const asked = await open('Hello', () => streams[asked.length - 1]?.response ?? new Response());
  await button('Run').click();
  streams[0]?.says('Where?');
  streams[0]?.ends();
  await page.getByRole('textbox', { name: 'Next message' }).fill('In Bonn');
  await button('Send').click();
  await expect
    .poll(() => asked[1]?.body.messages)
    .toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Where?' },
      { role: 'user', content: 'In Bonn' },
    ]);
  await expect.element(answers).toHaveFocus();
  streams[1]?.calls('weather', '{"town":"Bonn"}');
  streams[1]?.ends('tool_calls');
  await expect.element(answers).toMatchTextContent(/Calls weather.*"town":"Bonn"/);
  await page.getByRole('textbox', { name: 'Result of weather' }).fill('Rain');
  await button('Send results').click();
  await expect
    .poll(() => asked[2]?.body.messages)
    .toMatchObject([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Where?' },
      { role: 'user', content: 'In Bonn' },
      { role: 'assistant', tool_calls: [{ function: { name: 'weather', arguments: '{"town":"Bonn"}' } }] },
      { role: 'tool', content: 'Rain', tool_call_id: 'call-1' },
    ]);
});

test('an answer is rated, and an earlier run is found, opened and removed', async () => {
  const streams = [answering(), answering()];
  const asked = await open('Hello', () => streams[asked.length - 1]?.response ?? new Response());
  await button('Run').click();
  streams[0]?.says('First answer');
  streams[0]?.ends();
  await button('Better').click();
  await page.getByRole('radio', { name: '4 stars' }).click({ force: true });
  await page.getByRole('textbox', { name: 'Note about this answer' }).fill('kind');
  await userEvent.tab();
  const rated = { verdict: 'better', stars: 4, note: 'kind' };
  await expect.poll(async () => (await runsOfPrompt(library, promptId))[0]?.rating).toEqual(rated);
  await button('Run').click();
  streams[1]?.says('Second answer');
  streams[1]?.ends();
  await expect.element(answers).toMatchTextContent('Second answer');
  await button('Earlier runs (1)').click();
  const earlier = page.getByRole('list', { name: 'Earlier runs' });
  await expect.element(earlier).toMatchTextContent(/Model 7 · Current text.*Better.*First answer/);
  await earlier.getByRole('button', { name: 'Remove run' }).click();
  await expect.poll(async () => (await runsOfPrompt(library, promptId)).length).toBe(1);
});

test('a run is made a case, with its values and a check that its answer is met again', async () => {
  const stream = answering();
  await open('Hello', () => stream.response);
  await button('Run').click();
  stream.says('Good day');
  stream.ends();
  await button('Make this a case').click();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Good day');
  await button('Save').click();
  await expect
    .poll(() => testCasesOf(library, promptId))
    .toMatchObject([
      { name: 'Good day', checks: [{ type: 'promptory:ngram-similarity', value: 'Good day' }] },
    ]);
  await expect.element(button('Make this a case')).toHaveFocus();
});

test('the answer of a text that is changed later is named as that of an earlier text', async () => {
  const stream = answering();
  await open('Hello', () => stream.response);
  await button('Run').click();
  stream.says('First answer');
  stream.ends();
  await expect.element(answers).toHaveAccessibleName('Model 7 · Current text');
  await commit(library, 'setContent', { id: promptId, content: 'Hello again', base: 'Hello' });
  await expect.element(answers).toHaveAccessibleName('Model 7 · Earlier text');
});

test('two answers are compared, and a text file of the project goes with the message', async () => {
  const streams = [answering(), answering()];
  const file = new File(['Bonn lies on the Rhine.'], 'facts.md', { type: 'text/markdown' });
  expect(await addResource(library, { projectId: 1, file, name: 'facts.md', description: '' })).toMatchObject(
    { ok: true },
  );
  const asked = await open('Hello', () => streams[asked.length - 1]?.response ?? new Response(), {
    entries: [entry(7), entry(8)],
  });
  await page.getByRole('button', { name: /^Models/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Model 8' }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: /^Files/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'facts.md' }).click();
  await userEvent.keyboard('{Escape}');
  await button('Run 2').click();
  await expect.poll(() => asked.length).toBe(2);
  const sent = 'Hello\n\nfacts.md:\n\n```\nBonn lies on the Rhine.\n```';
  expect(asked[0]?.body.messages).toEqual([{ role: 'user', content: sent }]);
  for (const [place, words] of ['A kind answer', 'A short answer'].entries()) {
    streams[place]?.says(words);
    streams[place]?.ends();
  }
  await button('Compare with the first answer').click();
  const dialog = page.getByRole('dialog', { name: 'Compare answers' });
  await expect.element(dialog).toMatchTextContent(/Model 7 · Current text.*Model 8 · Current text/);
  await expect.element(dialog).toMatchTextContent(/kind.*short/);
});
