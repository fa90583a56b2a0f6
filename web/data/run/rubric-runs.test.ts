import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { promptsWithTag } from '../queries/prompt-tags.ts';
import { judgedByRubrics, readJudgeText } from './rubric-runs.ts';

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
});
afterEach(() => library.db.close());

/** Returns what the judge would be sent. */
async function asked(judgePrompt: number | null) {
  const text = await readJudgeText(library, judgePrompt);
  const of = { promptId: 9, answer: 'Hi {{rubric}}', rubrics: ['kind', 'short'] };
  const { missing, verdicts } = await judgedByRubrics(library, { model, text }, of);
  expect(verdicts.size).toBe(0);
  return Promise.all(missing.map(({ request }) => request()));
}

test('a prompt of the library judges, with answer and rubric as they are', async () => {
  expect(await promptsWithTag(library, 'judge')).toEqual([{ id: 2, title: 'My judge' }]);
  expect(await asked(2)).toMatchObject([
    { promptId: 9, messages: [{ role: 'user', content: 'Is Hi {{rubric}} kind?' }] },
    { promptId: 9, messages: [{ role: 'user', content: 'Is Hi {{rubric}} short?' }] },
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
