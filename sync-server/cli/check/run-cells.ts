/**
 * Runs cells and judges their answers, so many at once.
 *
 * 1. A model after the other: an engine that holds one at a time loads each once.
 * 2. A model that fails several times in a row is given up, with what was left for it.
 * 3. Once the signal has ended it, nothing more is sent, and what is known by then is the result.
 */
import { checksOf } from '#shared/checks/filled-checks.ts';
import type { Judge } from '#shared/checks/judge-thread.ts';
import { limits } from '#shared/model/limits.ts';
import type { Answered } from './answers.ts';
import { type Cell, type CellAnswer, type CellResult, judgedAnswer } from './cell.ts';

export type RunCellsDeps = {
  readonly answer: (cell: Cell) => Promise<Answered>;
  readonly judge: Judge;
  readonly atOnce: number;
  readonly signal: AbortSignal;
  onDone(done: number): void;
};

/** Returns the results of those cells that were run. */
export async function runCells(
  cells: readonly Cell[],
  { answer, judge, atOnce, signal, onDone }: RunCellsDeps,
): Promise<ReadonlyMap<Cell, CellResult>> {
  const results = new Map<Cell, CellResult>();
  const failures = new Map<string, number>();
  /** Several cells may have the failure of one run. */
  const counted = new Set<Answered>();
  const waiting = cells.values();

  async function resultOf(cell: Cell): Promise<CellResult | null> {
    const { model } = cell;
    if ((failures.get(model) ?? 0) >= limits.failedRunsInRow) return failedCell(givenUp(model));
    const answered = await answer(cell);
    if (answered.kind === 'stopped') return null;
    if (answered.kind === 'answer') {
      failures.set(model, 0);
      return judgedCell(cell, answered.answer, judge);
    }
    if (answered.kind === 'failed' && !counted.has(answered)) {
      failures.set(model, (failures.get(model) ?? 0) + 1);
    }
    counted.add(answered);
    return failedCell(answered.sentence, answered.kind === 'missing');
  }

  async function follow(): Promise<void> {
    for (const cell of waiting) {
      if (signal.aborted) return;
      const result = await resultOf(cell);
      if (result === null) return;
      results.set(cell, result);
      onDone(results.size);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, follow));
  return results;
}

const givenUp = (model: string) =>
  `${model} failed ${limits.failedRunsInRow} times in a row: what was left for it was not run.`;

const failedCell = (sentence: string, isMissing = false): CellResult => ({
  ...{ state: 'error', sentence, isMissing },
});

async function judgedCell(cell: Cell, answer: CellAnswer, judge: Judge): Promise<CellResult> {
  const checks = checksOf(cell.test);
  try {
    const judgement = await judge(judgedAnswer(answer, cell), checks, cell.test.threshold);
    const { passed } = judgement;
    const state = passed === null ? 'open' : passed ? 'passed' : 'failed';
    return { state, answer, checks, judgement };
  } catch {
    return failedCell('Its answer could not be judged: the thread that judges has ended.');
  }
}
