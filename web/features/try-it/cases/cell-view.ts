/** Joins the cells of a table with their runs: the state of each, and the totals of a column. */
import type { CellsUnderWay } from '#shared/model/run/run-request.ts';
import type { CellRun } from '../../../data/run/cell-runs.ts';

/** `open`: a person or a model decides. `error`: no whole answer came. */
export type CellState = 'notRun' | 'waiting' | 'running' | 'judging' | 'passed' | 'failed' | 'open' | 'error';

export type Cell = {
  readonly state: CellState;
  /** Its newest run; null while it is not begun. */
  readonly run: CellRun | null;
  /** From 0 to 1; null: not judged. */
  readonly score: number | null;
};

/** `by`: the hash of what the outcome depends on now; null: not known yet. */
export function cellOf(run: CellRun | null, key: string | undefined, { by, underWay }: CellContext): Cell {
  if (key !== undefined && underWay.waiting.has(key)) return { state: 'waiting', run, score: null };
  if (key !== undefined && underWay.running.has(key)) return { state: 'running', run, score: null };
  if (run === null) return { state: 'notRun', run, score: null };
  if (run.state === 'queued' || run.state === 'running') return { state: 'running', run, score: null };
  if (run.state === 'stopped') return { state: 'notRun', run, score: null };
  if (run.state !== 'done') return { state: 'error', run, score: null };
  const { judged, hasTexts } = run;
  if (judged === null || judged.by !== by) {
    // The answer made room for newer ones: only another one can be judged.
    return { state: by !== null && !hasTexts ? 'notRun' : 'judging', run, score: null };
  }
  return { state: stateOf(judged.passed), run, score: judged.score };
}

export type CellContext = { readonly by: string | null; readonly underWay: CellsUnderWay };

const stateOf = (passed: boolean | null) => (passed === null ? 'open' : passed ? 'passed' : 'failed');

export type ColumnTotals = {
  readonly counts: Readonly<Record<CellState, number>>;
  /** The mean score and its standard deviation; null where nothing is judged. */
  readonly score: { readonly mean: number; readonly deviation: number } | null;
  readonly tokens: number;
  readonly cost: number;
  /** The mean of a whole answer; null where none is known. */
  readonly milliseconds: number | null;
};

const none: Record<CellState, number> = {
  ...{ notRun: 0, waiting: 0, running: 0, judging: 0 },
  ...{ passed: 0, failed: 0, open: 0, error: 0 },
};

export function totalsOf(cells: readonly Cell[]): ColumnTotals {
  const counts = { ...none };
  for (const { state } of cells) counts[state] += 1;
  const runs = cells.flatMap(({ run }) => run ?? []);
  const scores = cells.flatMap(({ score }) => score ?? []);
  const times = runs.flatMap(({ state, totalMs }) => (state === 'done' && totalMs !== null ? totalMs : []));
  return {
    counts,
    score: scores.length === 0 ? null : { mean: mean(scores), deviation: deviation(scores) },
    tokens: sum(runs.map(({ usage }) => (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0))),
    cost: sum(runs.map(({ cost }) => cost ?? 0)),
    milliseconds: times.length === 0 ? null : mean(times),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;

function deviation(numbers: readonly number[]): number {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((each) => (each - middle) ** 2)));
}
