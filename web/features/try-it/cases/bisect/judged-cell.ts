import { caseOfText, checksOf } from '#shared/checks/filled-checks.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { CellToRun } from '#shared/model/run/run-request.ts';
import type { Library } from '../../../../data/database/library.ts';
import { cellKeyOfCase, judgedBy, outcomeHashOf } from '../../../../data/run/case-cells.ts';
import { isAnswered, newestOfCell, storeJudged } from '../../../../data/run/cell-runs.ts';
import { cellToRun } from '../../../../data/run/cells-to-run.ts';
import { readText } from '../../../../data/run/filled-prompt.ts';
import { readRun } from '../../../../data/run/run-ring.ts';
import type { RunEngine } from '../../../../session/run-engine-type.ts';
import { type Judges, judgedAnswer, rubricsOn } from '../judge-portion.ts';

type JudgedCell = {
  readonly library: Library;
  readonly engine: Pick<RunEngine, 'cells'>;
  readonly judges: Judges;
  readonly test: TestCase;
  readonly model: ModelEntry;
};

/**
 * Runs a case by one text, as far as its answer is not there, and judges it. Returns null where no whole answer came, or a
 * check stays open.
 */
export async function holdsAt(
  { library, engine, judges, test, model }: JudgedCell,
  versionId: number | null,
): Promise<boolean | null> {
  const { promptId } = test;
  const text = await readText(library, { promptId, versionId }, null);
  if (text === null) return null;
  const key = await cellKeyOfCase(test, { promptId, text, model });
  const filled = caseOfText(test, text.read);
  const checks = await outcomeHashOf(filled, judges.model);
  const known = await newestOfCell(library, key);
  // Its answer may have made room for newer ones: no answer is paid for twice.
  if (known?.state === 'done' && known.judged?.by === judgedBy(checks, known.rating))
    return known.judged.passed;
  await ended(engine, promptId, [cellToRun(library, key, { promptId, testId: test.id, versionId, model })]);
  const newest = await newestOfCell(library, key);
  const run = isAnswered(newest) && newest !== null ? await readRun(library, newest.id) : null;
  if (run === null) return null;
  const answered = { run, test: filled };
  await ended(engine, promptId, (await rubricsOn(library, judges.model, answered)).missing);
  const { verdicts: rubrics, missing } = await rubricsOn(library, judges.model, answered);
  // Nothing is stored without the judge's reply: it is asked again by the next press.
  if (missing.length > 0) return null;
  const answer = { ...judgedAnswer(run), rubrics };
  const { passed, score } = await judges.thread.judge(answer, checksOf(filled), test.threshold);
  // As the table stores it: the history and the proofs of labels know it too.
  const by = judgedBy(checks, run.rating);
  await storeJudged(library, new Map([[run.id, { by, passed, score }]]));
  return passed;
}

/** Runs cells, and resolves once none of them is under way. */
function ended(
  { cells }: Pick<RunEngine, 'cells'>,
  promptId: number,
  wanted: readonly CellToRun[],
): Promise<void> {
  if (wanted.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      const { waiting, running } = cells.read(promptId);
      if (wanted.some(({ key }) => waiting.has(key) || running.has(key))) return;
      stop();
      resolve();
    };
    cells.start(promptId, wanted);
    const stop = cells.subscribe(look);
    look();
  });
}
