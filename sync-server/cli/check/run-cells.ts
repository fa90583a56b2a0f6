/**
 * Runs cells and judges their answers, so many at once.
 *
 * 1. A model after the other: an engine that holds one at a time loads each once.
 * 2. A model that fails several times in a row is given up, with what was left for it.
 * 3. Once the signal has ended it, nothing more is sent, and what is known by then is the result.
 */
import { caseOfText, checksOf } from '#shared/checks/filled-checks.ts';
import type { JudgedAnswer } from '#shared/checks/judge-answer.ts';
import type { Judge } from '#shared/checks/judge-thread.ts';
import { type RubricVerdict, readRubricVerdict, rubricsIn } from '#shared/checks/rubric.ts';
import { limits } from '#shared/model/limits.ts';
import type { Answered, Answers } from './answers.ts';
import { type Cell, type CellAnswer, type CellResult, judgedAnswer } from './cell.ts';

export type RunCellsDeps = {
  readonly answers: Answers;
  readonly judge: Judge;
  /** The model that judges by rubrics; null: such checks stay open. */
  readonly rubricModel: string | null;
  readonly atOnce: number;
  readonly signal: AbortSignal;
  onDone(done: number): void;
};

/** Returns the results of those cells that were run. */
export async function runCells(
  cells: readonly Cell[],
  { answers, judge, rubricModel, atOnce, signal, onDone }: RunCellsDeps,
): Promise<ReadonlyMap<Cell, CellResult>> {
  const results = new Map<Cell, CellResult>();
  const ask = askUntilGivenUp();
  const waiting = cells.values();

  async function resultOf(cell: Cell): Promise<CellResult | null> {
    const answered = await ask(cell.model, () => answers.toCell(cell));
    if (answered.kind === 'stopped') return null;
    if (answered.kind !== 'answer') return failedCell(answered.sentence, answered.kind === 'missing');
    const { answer } = answered;
    const test = testOf(cell);
    const rubrics = new Map<string, RubricVerdict | null>();
    for (const rubric of rubricModel === null ? [] : rubricsIn(test)) {
      const question = { model: rubricModel ?? '', answer: answer.answer, rubric };
      const found = await ask(question.model, () => answers.toRubric(cell, question));
      if (found.kind === 'stopped') return null;
      if (found.kind !== 'answer')
        return failedCell(`The judge: ${found.sentence}`, found.kind === 'missing');
      rubrics.set(rubric, readRubricVerdict(found.answer.answer));
    }
    return judgedCell(cell, { ...judgedAnswer(answer, cell), rubrics }, { answer, judge });
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

/** Asks models, each until it has failed several times in a row. */
function askUntilGivenUp() {
  const failures = new Map<string, number>();
  /** Several cells may have the failure of one run. */
  const counted = new Set<Answered>();
  return async (model: string, get: () => Promise<Answered>): Promise<Answered> => {
    if ((failures.get(model) ?? 0) >= limits.failedRunsInRow)
      return { kind: 'failed', sentence: givenUp(model) };
    const answered = await get();
    if (answered.kind === 'answer') failures.set(model, 0);
    else if (answered.kind === 'failed' && !counted.has(answered))
      failures.set(model, (failures.get(model) ?? 0) + 1);
    counted.add(answered);
    return answered;
  };
}

const givenUp = (model: string) =>
  `${model} failed ${limits.failedRunsInRow} times in a row: what was left for it was not run.`;

const failedCell = (sentence: string, isMissing: boolean): CellResult => ({
  ...{ state: 'error', sentence, isMissing },
});

/** Returns the case with the defaults of its text. */
const testOf = ({ test, text }: Cell) => (text.kind === 'text' ? caseOfText(test, text.read) : test);

async function judgedCell(
  cell: Cell,
  judged: JudgedAnswer,
  { answer, judge }: { readonly answer: CellAnswer; readonly judge: Judge },
): Promise<CellResult> {
  const test = testOf(cell);
  const checks = checksOf(test);
  try {
    const judgement = await judge(judged, checks, test.threshold);
    const { passed } = judgement;
    const state = passed === null ? 'open' : passed ? 'passed' : 'failed';
    return { state, answer, checks, judgement };
  } catch {
    return failedCell('Its answer could not be judged: the thread that judges has ended.', false);
  }
}
