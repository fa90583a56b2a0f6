import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { noRating, type RunHead } from '#shared/model/run/run.ts';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { promptsWithTag } from '../queries/prompt-tags.ts';
import { removeModel, saveModel } from './models.ts';
import { judgedByRubrics, readJudgeText } from './rubric-runs.ts';
import { beginRun, readRun, storeRun } from './run-ring.ts';

const model: ModelEntry = {
  ...{ id: 5, name: 'Mine', kind: 'openai', server: 'other', from: 'device' },
  ...{ address: 'http://localhost:11434/v1', model: 'm', defaults: {}, price: null, atOnce: 1 },
};

let library: Library;
let users = 0;
beforeEach(async () => {
  users += 1;
  const user = { id: users, username: `ada ${users}`, displayName: 'Ada' };
  const random = (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words);
  library = await openLibrary(user, { random, now: () => 0 });
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  const content = 'Is {{answer}} {{rubric}}?';
  await commit(library, 'createPrompt', { id: 2, title: 'My judge', content, projectId: 1 });
  await commit(library, 'setAttributes', { id: 2, addTags: ['judge'] });
  await saveModel(library, model);
});
afterEach(() => library.db.close());

const isWanted = async () => true;

/** Returns what the judge would be sent. */
async function asked(judgePrompt: number | null) {
  const text = await readJudgeText(library, judgePrompt);
  const of = { promptId: 2, answer: 'Hi {{rubric}}', rubrics: ['kind', 'short'], isWanted };
  const { missing, verdicts } = await judgedByRubrics(library, { model, text }, of);
  expect(verdicts.size).toBe(0);
  return Promise.all(missing.map(({ request }) => request()));
}

test('a prompt of the library judges, with answer and rubric as they are', async () => {
  expect(await promptsWithTag(library, 'judge')).toEqual([{ id: 2, title: 'My judge' }]);
  expect(await asked(2)).toMatchObject([
    { promptId: 2, messages: [{ role: 'user', content: 'Is Hi {{rubric}} kind?' }] },
    { promptId: 2, messages: [{ role: 'user', content: 'Is Hi {{rubric}} short?' }] },
  ]);
});

test.each([
  ['none is chosen', null],
  ['the chosen one is gone', 3],
])('our own prompt judges where %s', async (_name, judgePrompt) => {
  expect(await asked(judgePrompt)).toMatchObject([
    {
      settings: { temperature: 0 },
      messages: [
        { role: 'system', content: expect.stringContaining('JSON') },
        { role: 'user', content: '<answer>\nHi {{rubric}}\n</answer>\n\n<rubric>\nkind\n</rubric>' },
      ],
    },
    {},
  ]);
});

/** A reply of the judge that came whole. */
async function replied(text: string) {
  const judge = { model, text: await readJudgeText(library, null) };
  const of = { promptId: 2, answer: 'Hi', rubrics: ['kind'], isWanted };
  const [question] = (await judgedByRubrics(library, judge, of)).missing;
  const id = library.newId();
  const head: RunHead = {
    ...{ id, promptId: 2, versionId: null, textHash: '', device: '', from: 'device', state: 'done' },
    ...{ model: { entryId: 5, name: 'Mine', kind: 'openai', model: 'm' }, cell: question?.key ?? '' },
    ...{ startedAt: '2026-01-01T00:00:01.000Z', firstMs: 1, totalMs: 2, usage: null, cost: null },
    ...{ problems: [], rating: noRating, excerpt: '' },
  };
  await beginRun(library, head, { messages: [], values: {}, settings: {}, attachments: [] });
  await storeRun(library, head, { answer: text, reasoning: '', toolCalls: [] });
  return { id, judged: () => judgedByRubrics(library, judge, of) };
}

test('a verdict is read from the reply, and the judge is asked no more', async () => {
  const { judged } = await replied('{"pass": true, "reason": "It is."}');
  expect(await judged()).toEqual({
    verdicts: new Map([['kind', { passes: true, score: 1, reason: 'It is.' }]]),
    missing: [],
    undecided: [],
  });
});

test('a reply without a verdict has failed: it says so, and the next press asks again', async () => {
  const { id, judged } = await replied('I like it.');
  const first = await judged();
  expect(first).toMatchObject({ verdicts: new Map([['kind', null]]), undecided: [id] });
  expect(first.missing).toHaveLength(1);
  expect((await readRun(library, id))?.problems).toEqual([{ kind: 'noVerdict' }]);
  const again = await judged();
  expect(again).toMatchObject({ verdicts: new Map([['kind', null]]), undecided: [] });
  expect(again.missing).toHaveLength(1);
});

test('nobody is asked about the answer of a prompt that is gone, nor a model that is, or is another one by now', async () => {
  const { judged } = await replied('I like it.');
  const [question] = (await judged()).missing;
  expect(await question?.request()).not.toBeNull();
  await removeModel(library, model.id);
  expect(await question?.request()).toBeNull();
  await saveModel(library, { ...model, address: 'http://localhost:1/v1' });
  expect(await question?.request()).toBeNull();
  await saveModel(library, { ...model, name: 'Renamed' });
  expect(await question?.request()).toMatchObject({ model: { name: 'Renamed' } });
  await commit(library, 'deletePrompt', { id: 2 });
  expect(await question?.request()).toBeNull();
});
