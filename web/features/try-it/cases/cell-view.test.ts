import { expect, test } from 'vitest';
import { noRating } from '#shared/model/run/run.ts';
import type { CellsUnderWay } from '#shared/model/run/run-request.ts';
import type { CellRun } from '../../../data/run/cell-runs.ts';
import { type Cell, type CellState, cellOf, totalsOf } from './cell-view.ts';

function runOf(more: Partial<CellRun> = {}): CellRun {
  return {
    ...{ id: 1, promptId: 2, versionId: null, textHash: '', device: '', state: 'done', from: 'device' },
    ...{ model: { entryId: 5, name: 'Mine', kind: 'openai', model: 'm' }, startedAt: '' },
    ...{ firstMs: 1, totalMs: 100, usage: null, cost: null, problems: [], rating: noRating, excerpt: '' },
    ...{ cell: 'key', judged: null, hasTexts: true },
    ...more,
  };
}

const idle: CellsUnderWay = { waiting: new Set(), running: new Map(), givenUp: [], patient: [] };
const judged = (passed: boolean | null, by = 'now') => ({
  by,
  passed,
  score: passed === null ? null : Number(passed),
});

test.each<[string, CellRun | null, CellState]>([
  ['without a run', null, 'notRun'],
  ['that was stopped', runOf({ state: 'stopped' }), 'notRun'],
  ['that another tab runs', runOf({ state: 'running' }), 'running'],
  ['that failed', runOf({ state: 'failed' }), 'error'],
  ['that broke off', runOf({ state: 'brokenOff' }), 'error'],
  ['that nobody judged', runOf(), 'judging'],
  ['that was judged by other checks', runOf({ judged: judged(true, 'before') }), 'judging'],
  [
    'whose answer made room, and was judged by other checks',
    runOf({ judged: judged(true, 'before'), hasTexts: false }),
    'notRun',
  ],
  ['whose answer made room, and that holds', runOf({ judged: judged(true), hasTexts: false }), 'passed'],
  ['that holds', runOf({ judged: judged(true) }), 'passed'],
  ['that does not hold', runOf({ judged: judged(false) }), 'failed'],
  ['that a person decides', runOf({ judged: judged(null) }), 'open'],
])('a cell %s', (_title, run, state) => {
  expect(cellOf(run, 'key', { by: 'now', underWay: idle }).state).toBe(state);
});

test('a cell that is under way here shows that, whatever its last run was', () => {
  const run = runOf({ judged: judged(true) });
  const waiting = { ...idle, waiting: new Set(['key']) };
  const running = { ...idle, running: new Map([['key', 7]]) };
  expect(cellOf(run, 'key', { by: 'now', underWay: waiting }).state).toBe('waiting');
  expect(cellOf(run, 'key', { by: 'now', underWay: running }).state).toBe('running');
});

const cell = (state: CellState, score: number | null = null, more: Partial<CellRun> = {}): Cell => ({
  ...{ state, score, run: state === 'notRun' ? null : runOf(more) },
});

test('totals have the counts, the mean score with its spread, tokens, cost and time', () => {
  const usage = { inputTokens: 3, cachedTokens: null, outputTokens: 2, reasoningTokens: null };
  const totals = totalsOf([
    cell('passed', 1, { usage, cost: 0.5, totalMs: 100 }),
    cell('failed', 0, { usage, cost: 0.25, totalMs: 300 }),
    cell('error', null, { state: 'failed', totalMs: 900 }),
    cell('notRun'),
  ]);
  expect(totals).toMatchObject({
    counts: { passed: 1, failed: 1, error: 1, notRun: 1, open: 0 },
    score: { mean: 0.5, deviation: 0.5 },
    ...{ tokens: 10, cost: 0.75, milliseconds: 200 },
  });
  expect(totalsOf([])).toMatchObject({ score: null, milliseconds: null, cost: 0 });
});
