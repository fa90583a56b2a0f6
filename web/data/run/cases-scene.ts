/** A scene with version 9 of prompt 1, test cases of it, and judged runs of one model. */
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import type { PromptAttributes } from '#shared/model/prompt-attributes.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { noRating, type RunHead } from '#shared/model/run/run.ts';
import type { Library } from '../database/library.ts';
import { testCasesOf } from '../queries/test-case-items.ts';
import {
  projectChange,
  promptChange,
  pullPage,
  testCaseChange,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { cellKeyOfCase, judgedBy, outcomeHashOf } from './case-cells.ts';
import { storeJudged } from './cell-runs.ts';
import { readText } from './filled-prompt.ts';
import { saveModel } from './models.ts';
import { beginRun, storeRun } from './run-ring.ts';

export const llama: ModelEntry = {
  ...{ id: 7, name: 'llama3', kind: 'openai', server: 'ollama', from: 'device' },
  ...{ address: 'http://localhost:11434/v1', model: 'llama3:8b', defaults: {}, price: null, atOnce: 1 },
};

/** Fills a library with `count` cases that are run and one that is switched off. */
export async function withCases(
  library: Library,
  count: number,
  attributes?: PromptAttributes,
): Promise<void> {
  const cases = Array.from({ length: count + 1 }, (_, index) =>
    exampleTestCase({
      id: 100 + index,
      promptId: 1,
      name: `Case ${index}`,
      values: { name: `N${index}` },
      enabled: index < count,
    }),
  );
  const row = attributes === undefined ? {} : { attributes };
  await pullPage(library, [
    projectChange(),
    promptChange({ lastVersion: 1, content: 'Hi {{name}}', ...row }),
    versionChange({ content: 'Hi {{name}}' }),
    ...cases.map((each) => testCaseChange(each)),
  ]);
  await saveModel(library, llama);
}

/** Stores a judged run for each of the first cases that are run. */
export async function judgedRuns(
  library: Library,
  passed: readonly (boolean | null)[],
  more: Partial<RunHead> = {},
): Promise<void> {
  const { promptId = 1, versionId = 9 } = more;
  const text = await readText(library, { promptId, versionId }, null);
  const tests = await testCasesOf(library, promptId);
  for (const [place, outcome] of passed.entries()) {
    const test = tests[place];
    if (text === null || test === undefined) throw new Error('The scene has no such case.');
    const id = library.newId();
    const cell = await cellKeyOfCase(test, { promptId, text, model: llama });
    const head: RunHead = {
      ...{ id, promptId, versionId, textHash: '', device: 'Laptop', from: 'device', state: 'done' },
      ...{ model: { entryId: 7, name: 'llama3', kind: 'openai', model: 'llama3:8b' }, cell },
      ...{ startedAt: '2026-01-01T00:00:01.000Z', firstMs: 1, totalMs: 2, usage: null, cost: null },
      ...{ problems: [], rating: noRating, excerpt: '' },
      ...more,
    };
    await beginRun(library, head, { messages: [], values: {}, settings: {}, attachments: [] });
    await storeRun(library, head, { answer: 'Yes.', reasoning: '', toolCalls: [] });
    const by = judgedBy(await outcomeHashOf(test, null), noRating);
    if (head.state === 'done')
      await storeJudged(library, new Map([[id, { by, passed: outcome, score: null }]]));
  }
}
