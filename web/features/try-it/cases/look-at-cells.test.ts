import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { noRating } from '#shared/model/run/run.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { judgedBy } from '../../../data/run/case-cells.ts';
import { llama } from '../../../data/run/cases-scene.ts';
import type { CellRun } from '../../../data/run/cell-runs.ts';
import { questionsKey } from './judge-portion.ts';
import { type CaseColumn, createLook, type InTable, type Looked, type Seen } from './look-at-cells.ts';

const tests = [1, 2, 3].map((id) => exampleTestCase({ id, enabled: id !== 3 }));
const textOf = (text: string) => ({ read: readPrompt(text), textHash: '', settings: {}, problems: [] });
const columns = ['a', 'b'].map(
  (key): CaseColumn => ({ key, model: llama, versionId: null, text: textOf('Hello {{who}}') }),
);
const keyOf = (column: string, id: number) => `${column}${id}`;
const hashes: Seen['hashes'] = {
  cells: new Map(
    columns.map(({ key }) => [key, new Map(tests.map(({ id }) => [id, keyOf(key, id)]))] as const),
  ),
  checks: new Map(
    columns.map(({ key }) => [key, new Map(tests.map(({ id }) => [id, `checks ${id}`]))] as const),
  ),
};
const empty: Seen = {
  ...{ promptId: 1, tests, columns, hashes, newest: null, questions: new Map() },
  underWay: { waiting: new Set(), running: new Map(), givenUp: [], patient: [] },
};

const runOf = (cell: string, id: number, judged: boolean | null): CellRun => ({
  ...{ id, promptId: 1, versionId: null, textHash: '', device: '', state: 'done', from: 'device' },
  ...{ model: { entryId: 7, name: 'llama3', kind: 'openai', model: 'm' }, startedAt: '' },
  ...{ firstMs: 1, totalMs: 1, usage: null, cost: null, problems: [], rating: noRating, excerpt: '', cell },
  hasTexts: true,
  judged:
    judged === null ? null : { by: judgedBy(`checks ${cell.at(-1)}`, noRating), passed: judged, score: null },
});

const request = async () => null;
const toRun: Parameters<typeof createLook>[0] = (key, { model }) => ({ key, model, request });

const question = { key: 'judge', model: llama, request: async () => ({}) as never };

const cellKey = fc.constantFrom('a1', 'b2');
const runKey = fc.oneof(cellKey, fc.constant('judge'));
const step = fc.oneof(
  fc.record({ kind: fc.constant('ran' as const), key: runKey, passed: fc.constantFrom(true, false, null) }),
  fc.record({ kind: fc.constant('waits' as const), key: runKey }),
  fc.record({ kind: fc.constant('runs' as const), key: runKey }),
  fc.record({ kind: fc.constant('asked' as const), key: cellKey }),
  fc.record({ kind: fc.constant('checks' as const), id: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constant('changed' as const), id: fc.constantFrom(1, 2) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const changedChecks = (checks: InTable<string>, id: number, hash: string) =>
  new Map([...checks].map(([column, of]) => [column, new Map(of).set(id, hash)]));

function after(seen: Seen, one: Step, number: number): Seen {
  const { newest, underWay, questions } = seen;
  switch (one.kind) {
    case 'ran': {
      const waiting = new Set([...underWay.waiting].filter((key) => key !== one.key));
      const running = new Map([...underWay.running].filter(([key]) => key !== one.key));
      const run = runOf(one.key, number, one.passed);
      return {
        ...seen,
        underWay: { ...underWay, waiting, running },
        newest: new Map(newest).set(one.key, run),
      };
    }
    case 'waits':
      return { ...seen, underWay: { ...underWay, waiting: new Set(underWay.waiting).add(one.key) } };
    case 'runs':
      return { ...seen, underWay: { ...underWay, running: new Map(underWay.running).set(one.key, number) } };
    case 'asked': {
      const run = newest?.get(one.key);
      if (run === undefined) return seen;
      const key = questionsKey(run, judgedBy(`checks ${one.key.at(-1)}`, noRating));
      return { ...seen, questions: new Map(questions).set(key, [question]) };
    }
    case 'checks':
      return {
        ...seen,
        hashes: { ...seen.hashes, checks: changedChecks(seen.hashes.checks, one.id, `more ${number}`) },
      };
    case 'changed':
      return {
        ...seen,
        tests: seen.tests.map((each) => (each.id === one.id ? { ...each, enabled: !each.enabled } : each)),
      };
  }
}

const shown = (table: InTable<Looked>) =>
  [...table].map(([column, cells]) => [
    column,
    [...cells].map(([id, { cell, unjudged, asked, left }]) => ({
      ...{ id, cell, unjudged, asked },
      left: left.map(({ key }) => key),
    })),
  ]);

test('a table that is looked at again after each change shows what one that is looked at first does', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const look = createLook(toRun);
      look(empty);
      let seen = empty;
      for (const [number, one] of steps.entries()) {
        seen = after(seen, one, number);
        expect(shown(look(seen))).toEqual(shown(createLook(toRun)(seen)));
      }
    }),
  );
});

test('a cell that nothing came for stays the same object', () => {
  const look = createLook(toRun);
  const before = look(empty);
  const now = look(after(empty, { kind: 'ran', key: 'a1', passed: true }, 1));
  expect(now.get('a')?.get(1)?.cell.state).toBe('passed');
  expect(now.get('a')?.get(2)).toBe(before.get('a')?.get(2));
});

test('a cell that waits for the judge is being judged while the judge is asked, and is asked for until it was', () => {
  const look = createLook(toRun);
  const state = (seen: Seen) => look(seen).get('a')?.get(1)?.cell.state;
  const ran = after(empty, { kind: 'ran', key: 'a1', passed: null }, 1);
  expect(state(ran)).toBe('judging');
  const asked = after(ran, { kind: 'asked', key: 'a1' }, 2);
  expect(state(asked)).toBe('open');
  const waits = after(asked, { kind: 'waits', key: 'judge' }, 3);
  expect(state(waits)).toBe('judging');
  expect(
    look(after(waits, { kind: 'ran', key: 'judge', passed: null }, 4))
      .get('a')
      ?.get(1)?.unjudged,
  ).toBeDefined();
});

test('a case whose values would make more of the text than a page can hold is left out of what is run', () => {
  const long = exampleTestCase({ id: 1, values: { who: 'x'.repeat(20_000) } });
  const short = exampleTestCase({ id: 2, values: { who: 'Ada' } });
  const column = {
    ...columns[0],
    key: 'a',
    model: llama,
    versionId: null,
    text: textOf('{{who}}'.repeat(1_000)),
  };
  const table = createLook(toRun)({ ...empty, tests: [long, short], columns: [column] });
  const left = [...(table.get('a')?.values() ?? [])].map((looked) => looked.left.map(({ key }) => key));
  expect(left).toEqual([[], ['a2']]);
});
