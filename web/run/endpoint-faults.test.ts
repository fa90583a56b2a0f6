// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunState } from '#shared/model/run/run.ts';
import { runProblemWords } from '#shared/text/run-problem-words.ts';
import type { WireName } from './testing/endpoint-wires.ts';
import { endedRun, engineOf, entryOf, openedLibrary, page, requestOf } from './testing/run-scene.ts';
import {
  type ScriptedEndpoint,
  type ScriptName,
  startScriptedEndpoint,
} from './testing/scripted-endpoint.ts';

let endpoint: ScriptedEndpoint;
beforeAll(async () => {
  endpoint = await startScriptedEndpoint();
});
afterAll(() => endpoint.close());

const now = Date.parse('2026-01-01T12:00:00.000Z');
const kinds: readonly WireName[] = ['openai', 'anthropic', 'google'];

type Expected = { state: RunState; text: string; sentence: string };
type Row = [script: ScriptName, expected: Expected, kinds?: readonly WireName[]];

const half = 'The first half';
const brokenOff = 'The answer broke off. What came is kept.';
const failed = (sentence: string): Expected => ({ state: 'failed', text: '', sentence });
const notAnAnswer = /^What came from http:.* is no answer of a model\.$/;

const rows: Row[] = [
  ['answer', { state: 'done', text: 'Good morning.', sentence: '' }],
  ['silent-before', failed('No answer began within 0.3 seconds.')],
  ['silent-after-headers', failed('No answer began within 0.3 seconds.')],
  [
    'silent-in-stream',
    {
      state: 'brokenOff',
      text: half,
      sentence: 'Nothing came for 0.3 seconds, so the run was ended. What came is kept.',
    },
  ],
  ['cut', { state: 'brokenOff', text: half, sentence: brokenOff }],
  ['cut-before', failed('The connection ended before an answer began.'), ['openai', 'google']],
  ['in-one-piece', failed('answers in one piece, and not as a stream.'), ['openai']],
  ['ends-early', { state: 'brokenOff', text: half, sentence: brokenOff }],
  [
    'fails-in-stream',
    { state: 'brokenOff', text: half, sentence: 'The endpoint failed.' },
    ['openai', 'anthropic'],
  ],
  ['broken-sse', { state: 'brokenOff', text: half, sentence: 'no answer' }],
  ['wrong-json', { state: 'brokenOff', text: half, sentence: 'no answer' }],
  ['key-refused', failed('The endpoint refused the key (401).')],
  ['forbidden', failed('The endpoint refused the key (403).')],
  ['no-model', failed('The endpoint has no model no-model.')],
  ['no-path', failed('Something answers')],
  ['rate-limited', failed('The endpoint accepts no more runs until 12:00:20')],
  ['too-long', failed('The text is too long for this model.')],
  ['bad-request', failed('The endpoint refused the run (400).')],
  ['loading', failed('The endpoint is still loading the model.')],
  ['failing', failed('The endpoint failed (500).')],
  ['tool-call', { state: 'done', text: '', sentence: '' }],
  ['split-characters', { state: 'done', text: 'Grüße 🦊 次', sentence: '' }],
  ['no-done', { state: 'done', text: 'Good morning.', sentence: '' }, ['openai', 'google']],
  // Its wire ends with an event of its own.
  ['no-done', { state: 'brokenOff', text: 'Good morning.', sentence: brokenOff }, ['anthropic']],
  ['no-usage', { state: 'done', text: 'Good morning.', sentence: '' }],
  [
    'tokens-used-up',
    { state: 'done', text: 'Good mor', sentence: 'The answer ends where its tokens were used up.' },
  ],
  ['empty', { state: 'done', text: '', sentence: 'The answer is empty.' }],
  ['redirect', failed('leads on to another address')],
  ['proxy-page', failed('no answer')],
];

const cases = rows.flatMap(([script, expected, of = kinds]) =>
  of.map((kind) => ({ script, kind, expected })),
);

/** The sentences of a run's problems, one after the other. */
function sentences(problems: readonly Parameters<typeof runProblemWords>[0][]): string {
  return problems.map((problem) => runProblemWords(problem, now).text).join(' ');
}

async function ranWith(
  entry: Partial<ModelEntry>,
  kind: WireName,
  more: Parameters<typeof requestOf>[1] = {},
) {
  const library = await openedLibrary();
  const engine = engineOf(library, {
    now: () => now,
    ...(entry.model?.startsWith('silent') ? { silence: { slowMs: 100, firstMs: 300, pauseMs: 300 } } : {}),
  });
  await engine.keys.set(5, 'the-key');
  return endedRun(engine, library, requestOf(entryOf(endpoint, kind, entry), more));
}

test.each(cases)('$kind: $script ends with its sentence', async ({ script, kind, expected }) => {
  const run = await ranWith({ model: script }, kind);
  expect({ state: run.state, text: run.answer }).toEqual({ state: expected.state, text: expected.text });
  const shown = sentences(run.problems);
  if (expected.sentence === 'no answer') expect(shown).toMatch(notAnAnswer);
  else if (expected.sentence === '') expect(shown).toBe('');
  else expect(shown).toContain(expected.sentence);
  expect(JSON.stringify(run)).not.toContain('the-key');
});

test('JSON comes as it is written, also in a fence and where it is not whole', async () => {
  const run = await ranWith({ model: 'silent-in-json' }, 'openai', { settings: { answerFormat: 'json' } });
  expect(run).toMatchObject({ state: 'brokenOff', answer: '```json\n{"city": "Ro' });
  expect(endpoint.requests.at(-1)?.body).toMatchObject({ response_format: { type: 'json_object' } });
});

test('what came of a tool call is kept where the call does not end', async () => {
  const tools = '[{"name": "weather"}]';
  const run = await ranWith({ model: 'silent-in-call' }, 'openai', { settings: { tools } });
  expect(run).toMatchObject({
    state: 'brokenOff',
    toolCalls: [{ name: 'weather', arguments: '{"place": "Ro' }],
  });
});

test('thoughts that a local model writes into its text are no part of the answer', async () => {
  const run = await ranWith({ model: 'thinks-in-text' }, 'openai');
  expect(run).toMatchObject({ state: 'done', answer: 'Good morning.', reasoning: 'Hm. ' });
});

test.each(kinds)('%s: reasoning, tokens and times are kept apart from the answer', async (kind) => {
  const run = await ranWith({ price: { in: 2, out: 10 } }, kind);
  expect(run).toMatchObject({ answer: 'Good morning.', reasoning: 'Hm. ' });
  expect(endpoint.requests.at(-1)?.headers['user-agent']).not.toContain('ai');
  expect(run.usage).toMatchObject({ inputTokens: 7, outputTokens: 3 });
  expect(run.cost).toBeCloseTo((7 * 2 + 3 * 10) / 1_000_000, 12);
  expect(run.totalMs).toBeGreaterThanOrEqual(run.firstMs ?? Number.NaN);
});

test.each(kinds)(
  '%s: a tool call ends the run with its arguments, and its result goes with the next turn',
  async (kind) => {
    const tools =
      '[{"name": "weather", "parameters": {"type": "object", "properties": {"place": {"type": "string"}}}}]';
    const run = await ranWith({ model: 'tool-call' }, kind, { settings: { tools } });
    expect(run.toolCalls.map(({ name, arguments: text }) => [name, JSON.parse(text)])).toEqual([
      ['weather', { place: 'Roma' }],
    ]);
    const call = run.toolCalls[0];
    if (call === undefined) throw new Error('There is no call.');
    const next = await ranWith({}, kind, {
      settings: { tools },
      messages: [
        ...run.messages,
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', content: 'It rains.', callId: call.id, name: call.name },
      ],
    });
    expect(next.answer).toBe('Good morning.');
    expect(JSON.stringify(endpoint.requests.at(-1)?.body)).toContain('It rains.');
  },
);

test('an answer that does not end is ended at its largest size, and so is its request', async () => {
  const run = await ranWith({ model: 'endless' }, 'openai');
  expect(run.state).toBe('brokenOff');
  expect(run.answer.length).toBeGreaterThanOrEqual(limits.answerLength);
  expect(run.answer.length).toBeLessThan(limits.answerLength + 200_000);
  expect(sentences(run.problems)).toBe('The answer was ended at 2,000,000 characters.');
  await expect.poll(() => endpoint.open()).toBe(0);
});

const schema = JSON.stringify({
  type: 'object',
  properties: { city: { type: 'string' }, people: { type: 'integer' } },
  required: ['city', 'people'],
});

test.each([
  ['json', ''],
  ['wrong-schema', 'The answer does not fit the schema at /people.'],
  ['answer', 'The answer is not JSON.'],
] as const)('an answer in JSON is checked against its schema: %s', async (model, sentence) => {
  const run = await ranWith({ model }, 'openai', {
    settings: { answerFormat: 'json', answerSchema: schema },
  });
  expect(run.state).toBe('done');
  expect(sentences(run.problems)).toBe(sentence);
});

test('a long text of which the endpoint read a part only is noticed, with the setting that mends it', async () => {
  const messages = [{ role: 'user' as const, content: 'one two three four five '.repeat(100) }];
  const run = await ranWith({ model: 'cut-prompt', server: 'ollama' }, 'openai', { messages });
  const [problem] = run.problems.map((each) => runProblemWords(each, now));
  expect(problem).toEqual({
    text: 'The model read only 40 tokens of a text of 500 words.',
    remedy: 'Start Ollama with a larger OLLAMA_CONTEXT_LENGTH.',
    command: 'OLLAMA_CONTEXT_LENGTH=32768 ollama serve',
  });
});

test('settings go to the endpoint in its own words, and what it lacks is said', async () => {
  const settings = {
    ...{ temperature: 0.5, topP: 0.9, maxTokens: 50, stop: ['END'], seed: 3, reasoningEffort: 'low' },
    more: '{"top_k": 5, "metadata": {"a": 1}}',
  };
  await ranWith({}, 'openai', { settings });
  expect(endpoint.requests.at(-1)?.body).toMatchObject({
    ...{ temperature: 0.5, top_p: 0.9, max_tokens: 50, stop: ['END'], seed: 3, reasoning_effort: 'low' },
    ...{ top_k: 5, metadata: { a: 1 }, stream: true },
  });
  await ranWith({}, 'google', { settings: { ...settings, more: '{"generationConfig": {"topK": 5}}' } });
  expect(endpoint.requests.at(-1)?.body.generationConfig).toMatchObject({
    ...{ temperature: 0.5, topP: 0.9, maxOutputTokens: 50, stopSequences: ['END'], seed: 3, topK: 5 },
  });
  const run = await ranWith({}, 'anthropic', { settings: { seed: 3, maxTokens: 50 } });
  expect(sentences(run.problems)).toBe('This model does not use the setting seed.');
  expect(endpoint.requests.at(-1)).toMatchObject({
    body: { max_tokens: 50 },
    headers: { 'anthropic-dangerous-direct-browser-access': 'true', 'x-api-key': 'the-key' },
  });
});

test.each([
  ['tools', '[{"description": "without a name"}]'],
  ['more', '{"a": '],
])('a setting that is no usable JSON is named, and nothing is sent: %s', async (setting, text) => {
  const before = endpoint.requests.length;
  const run = await ranWith({}, 'openai', { settings: { [setting]: text } });
  expect(run.state).toBe('failed');
  expect(sentences(run.problems)).toBe(`The setting ${setting} cannot be used.`);
  expect(endpoint.requests.length).toBe(before);
});

test('where nobody listens it says so, with the command that starts the server', async () => {
  const gone = await startScriptedEndpoint();
  const address = gone.address('openai');
  await gone.close();
  const run = await ranWith({ address, server: 'ollama' }, 'openai');
  expect(run.problems.map((each) => runProblemWords(each, now))).toEqual([
    {
      text: `Nothing answers at ${address}.`,
      remedy: 'Start it there, or correct the address in Models.',
      command: 'ollama serve',
    },
  ]);
});

test.each(['anthropic', 'google'] as const)('%s: without a key nothing is sent', async (kind) => {
  const library = await openedLibrary();
  const run = await endedRun(engineOf(library, { page }), library, requestOf(entryOf(endpoint, kind)));
  expect(sentences(run.problems)).toBe('This model needs a key, and this device has none.');
});

test('a file goes with the last message of the user', async () => {
  const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
  const run = await ranWith({}, 'openai', {
    attachments: [{ name: 'cat.png', mediaType: 'image/png', bytes }],
  });
  expect(run.attachments).toEqual([{ name: 'cat.png', mediaType: 'image/png', bytes: 8 }]);
  expect(JSON.stringify(endpoint.requests.at(-1)?.body)).toContain('data:image/png;base64,iVBORw0KGgo=');
});
