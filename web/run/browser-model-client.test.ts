// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { runProblemWords } from '#shared/text/run-problem-words.ts';
import { endedRun, engineOf, openedLibrary, requestOf } from './testing/run-scene.ts';

const entry: ModelEntry = {
  ...{ id: 5, name: 'Of the browser', kind: 'browser', server: 'browser', from: 'device', address: '' },
  ...{ model: 'browser', defaults: {}, price: null, atOnce: 1 },
};

/** A browser that has a model of its own, and echoes what it is sent. */
function browserWithModel(state: string) {
  const sent: unknown[] = [];
  const LanguageModel = {
    availability: async () => state,
    async create(options: object) {
      sent.push(options);
      return {
        promptStreaming(prompts: object, asked: object) {
          sent.push(prompts, asked);
          return new ReadableStream<string>({
            start(controller) {
              for (const text of ['Good ', 'morning.']) controller.enqueue(text);
              controller.close();
            },
          });
        },
        destroy: () => sent.push('destroyed'),
      };
    },
  };
  return { browser: { LanguageModel }, sent };
}

const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Say good morning.' },
] as const;

test.each(['available', 'downloadable'])('the model of a browser answers where it is %s', async (state) => {
  const { browser, sent } = browserWithModel(state);
  const library = await openedLibrary();
  const engine = engineOf(library, { browser });
  expect(await engine.hasBrowserModel()).toBe(true);
  const settings = { temperature: 1, answerFormat: 'json', answerSchema: '{"type": "string"}' };
  const run = await endedRun(engine, library, requestOf(entry, { messages, settings }));
  expect(run).toMatchObject({ state: 'done', answer: 'Good morning.', usage: null, cost: null });
  expect(sent).toMatchObject([
    { initialPrompts: [{ role: 'system', content: 'Be brief.' }] },
    [{ role: 'user', content: 'Say good morning.' }],
    { responseConstraint: { type: 'string' } },
    'destroyed',
  ]);
  expect(run.problems.map((each) => runProblemWords(each, 0).text)).toEqual([
    'This model does not use the setting temperature.',
    'The answer is not JSON.',
  ]);
});

test.each([
  ['has none', {}],
  ['cannot run one', browserWithModel('unavailable').browser],
])('a browser that %s says so', async (_, browser) => {
  const library = await openedLibrary();
  const engine = engineOf(library, { browser });
  expect(await engine.hasBrowserModel()).toBe(false);
  const run = await endedRun(engine, library, requestOf(entry));
  expect(run.problems.map((each) => runProblemWords(each, 0).text)).toEqual([
    'This browser has no model of its own.',
  ]);
});

test('a model of a browser that fails in an answer is named with its own words', async () => {
  const library = await openedLibrary();
  const stream = new ReadableStream<string>({
    start(controller) {
      controller.error(new DOMException('The model process crashed.', 'UnknownError'));
    },
  });
  const create = async () => ({ promptStreaming: () => stream, destroy: () => {} });
  const browser = { LanguageModel: { availability: async () => 'available', create } };
  const run = await endedRun(engineOf(library, { browser }), library, requestOf(entry));
  expect(run).toMatchObject({
    ...{ state: 'failed', problems: [{ kind: 'unexpected', message: 'The model process crashed.' }] },
  });
});
