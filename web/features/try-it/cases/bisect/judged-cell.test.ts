import { expect, test } from 'vitest';
import { verdictOn } from '#shared/checks/judge-answer.ts';
import { createJudge } from '#shared/checks/judge-thread.ts';
import { noRating } from '#shared/model/run/run.ts';
import type { CellToRun } from '#shared/model/run/run-request.ts';
import { createCase } from '../../../../data/cases/save-case.ts';
import { testCasesOf } from '../../../../data/queries/test-case-items.ts';
import { llama, withCases } from '../../../../data/run/cases-scene.ts';
import { cellRunsOf, makeRoomForCells } from '../../../../data/run/cell-runs.ts';
import { readJudgeText } from '../../../../data/run/rubric-runs.ts';
import { beginRun, runRing, storeRun } from '../../../../data/run/run-ring.ts';
import { openedLibrary } from '../../../../data/testing/server-rows-scene.ts';
import { holdsAt } from './judged-cell.ts';

/** A case with a rubric. A model answers each request; the judge replies as it is asked, or is out of reach: null. */
async function scene(reply: () => string | null) {
  const library = await openedLibrary();
  await withCases(library, 0);
  const checks = [{ type: 'llm-rubric', value: 'It is kind.' }];
  await createCase(library, 1, { name: 'Kind', values: { name: 'Ada' }, checks });
  const found = (await testCasesOf(library, 1)).find(({ name }) => name === 'Kind');
  if (found === undefined) throw new Error('The scene has no case.');
  const listeners = new Set<() => void>();
  const waiting = new Set<string>();
  let count = 0;

  async function run({ key, request }: CellToRun): Promise<void> {
    const asked = await request();
    if (asked === null) throw new Error('Nothing is asked.');
    const { messages, values, settings } = asked;
    const answer = messages.some(({ content }) => content.includes('<rubric>')) ? reply() : 'Hello Ada';
    count += 1;
    const head = {
      ...{
        id: library.newId(),
        promptId: 1,
        versionId: 9,
        textHash: '',
        device: '',
        from: 'device' as const,
      },
      ...{ model: { entryId: 7, name: 'llama3', kind: 'openai' as const, model: 'llama3:8b' }, cell: key },
      ...{ startedAt: `2026-01-01T00:00:0${count}.000Z`, firstMs: 1, totalMs: 1, usage: null, cost: null },
      ...{ state: answer === null ? ('failed' as const) : ('done' as const), problems: [], rating: noRating },
      excerpt: '',
    };
    await beginRun(library, head, { messages: [...messages], values, settings, attachments: [] });
    await storeRun(library, head, { answer: answer ?? '', reasoning: '', toolCalls: [] });
    waiting.delete(key);
    for (const listener of listeners) listener();
  }

  const cells = {
    start(_promptId: number, wanted: readonly CellToRun[]) {
      for (const cell of wanted) {
        waiting.add(cell.key);
        void run(cell);
      }
    },
    follow: () => {},
    stop: () => {},
    read: () => ({ waiting: new Set(waiting), running: new Map<string, number>(), givenUp: [], patient: [] }),
    atWork: () => ({ running: new Map<string, number>(), isIdle: waiting.size === 0 }),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const judges = {
    thread: {
      judge: createJudge(async (answer, wanted) => wanted.map((each) => verdictOn(answer, each))),
      end: () => {},
    },
    model: { model: llama, text: await readJudgeText(library, null) },
  };
  const holds = () => holdsAt({ library, engine: { cells }, judges, test: found, model: llama }, 9);
  const outcomes = async () => (await cellRunsOf(library, 1)).map(({ judged }) => judged?.passed);
  return { library, holds, outcomes, count: () => count };
}

test('without the judge’s reply nothing is decided and nothing stored, and another search asks again', async () => {
  let reply: string | null = null;
  const { holds, outcomes } = await scene(() => reply);
  expect(await holds()).toBeNull();
  expect(await outcomes()).toEqual([undefined, undefined]);
  reply = '{"pass": false, "reason": "It is rude."}';
  expect(await holds()).toBe(false);
  expect(await outcomes()).toContain(false);
});

test('an answer that made room for newer ones is not asked for again', async () => {
  const { library, holds, count } = await scene(() => '{"pass": true}');
  expect(await holds()).toBe(true);
  await library.db.runs.toCollection().modify({ bytes: 2 * runRing.bytes });
  await makeRoomForCells(library, 1);
  const before = count();
  expect(await holds()).toBe(true);
  expect(count()).toBe(before);
});
