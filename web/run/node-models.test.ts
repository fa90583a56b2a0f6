// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { runProblemWords } from '#shared/text/run-problem-words.ts';
import type { OfferedModel } from '../../sync-server/services/models/model-endpoint.ts';
import { jsonRequest, registered, testApp } from '../../sync-server/testing/test-app.ts';
import { endedRun, engineOf, openedLibrary, requestOf } from './testing/run-scene.ts';
import { type ScriptName, startScriptedEndpoint } from './testing/scripted-endpoint.ts';

/** A page of the real app, which offers models of the scripted endpoint. */
async function scene(...scripts: ScriptName[]) {
  const endpoint = await startScriptedEndpoint();
  const models = scripts.map(
    (script): OfferedModel => ({
      ...{
        name: `our ${script}`,
        address: endpoint.address('openai'),
        model: script,
        key: 'sk-of-the-house',
      },
      ...{ people: 'everyone', price: { in: 1, out: 2 }, atOnce: 4 },
    }),
  );
  const limits = {
    runsAtOnce: 2,
    tokensPerDay: null,
    moneyPerDay: null,
    stallSeconds: 60,
    answerBytes: 100_000,
  };
  const server = testApp({ outside: { offered: { models, limits } } });
  onTestFinished(async () => {
    server[Symbol.dispose]();
    await endpoint.close();
  });
  const Cookie = await registered(server.app, 'ada');
  const session = { isOpen: true, isNear: true };
  const library = await openedLibrary();
  const engine = engineOf(library, {
    async fetch(input, init = {}) {
      expect(init.credentials).toBe('same-origin');
      if (!session.isNear) throw new TypeError('Failed to fetch');
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(jsonRequest('POST', {}).headers)) headers.set(name, value);
      if (session.isOpen) headers.set('Cookie', Cookie);
      return server.app.request(new URL(String(input)).pathname, { ...init, headers });
    },
  });
  const first = async () => {
    const [entry] = (await engine.nodeModels()) ?? [];
    if (entry === undefined) throw new Error('The node offers no model.');
    return entry;
  };
  const run = (entry: ModelEntry) => endedRun(engine, library, requestOf(entry));
  return { engine, endpoint, session, first, run };
}

test('the models of the node are listed with their prices, and run through it', async () => {
  const { engine, endpoint, first, run: runWith } = await scene('answer', 'tool-call');
  expect((await engine.nodeModels())?.map(({ name, from, price }) => ({ name, from, price }))).toEqual([
    { name: 'our answer', from: 'node', price: { in: 1, out: 2 } },
    { name: 'our tool-call', from: 'node', price: { in: 1, out: 2 } },
  ]);
  const run = await runWith(await first());
  expect(run).toMatchObject({ state: 'done', answer: 'Good morning.', reasoning: 'Hm. ', from: 'node' });
  expect(run.usage).toMatchObject({ inputTokens: 7, outputTokens: 3 });
  expect(endpoint.requests.at(-1)?.headers.authorization).toBe('Bearer sk-of-the-house');
  expect(JSON.stringify(run)).not.toContain('sk-of-the-house');
});

test.each<[ScriptName, string]>([
  ['rate-limited', 'The endpoint accepts no more runs'],
  ['key-refused', 'The endpoint failed'],
  ['failing', 'The endpoint failed'],
  ['too-long', 'The text is too long for this model.'],
  ['cut', 'The endpoint failed.'],
])('what the endpoint of the node does wrong has its sentence: %s', async (script, sentence) => {
  const { first, run } = await scene(script);
  const { problems } = await run(await first());
  expect(problems.map((each) => runProblemWords(each, Date.now()).text).join()).toContain(sentence);
});

test('without a session the node lists nothing, and a run says why', async () => {
  const { engine, session, first, run } = await scene('answer');
  const entry = await first();
  session.isOpen = false;
  expect(await engine.nodeModels()).toBeNull();
  const { state, problems } = await run(entry);
  expect({ state, problems }).toMatchObject({
    state: 'failed',
    problems: [{ kind: 'refused', status: 401 }],
  });
});

test('the models that the node listed last are there while it cannot be reached', async () => {
  const { engine, session } = await scene('answer');
  session.isNear = false;
  expect(await engine.nodeModels()).toBeNull();
  session.isNear = true;
  const listed = await engine.nodeModels();
  session.isNear = false;
  expect(await engine.nodeModels()).toEqual(listed);
});

test('a run of a model of the node names the node as away, and not an address of the app', async () => {
  const { endpoint, session, first, run } = await scene('answer');
  const entry = await first();
  session.isNear = false;
  const { state, problems } = await run(entry);
  expect({ state, problems }).toEqual({ state: 'failed', problems: [{ kind: 'nodeAway' }] });
  expect(problems.map((each) => runProblemWords(each, 0).text)).toEqual([
    'The server of this app, which calls the model, is not reached.',
  ]);
  expect(endpoint.requests).toEqual([]);
  session.isNear = true;
  expect(await run(entry)).toMatchObject({ state: 'done', answer: 'Good morning.' });
});
