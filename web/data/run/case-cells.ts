/**
 * Finds the cells of test cases, and which cases hold by the runs of this device: the newest run of a cell ended whole, and
 * its checks, as they are now, were judged to pass.
 * Before: the table of cases, which runs and judges them. After: labels that ask for proof.
 */
import { caseOfText, filledChecks } from '#shared/checks/filled-checks.ts';
import { rubricsIn } from '#shared/checks/rubric.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { LabelProof } from '#shared/model/label-proof.ts';
import { limits } from '#shared/model/limits.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunRating } from '#shared/model/run/run.ts';
import { versionHash } from '#shared/mutations/version-hash.ts';
import { missingOf } from '#shared/templates/prompt-parts.ts';
import type { Library } from '../database/library.ts';
import { testCasesOf } from '../queries/test-case-items.ts';
import { versionOf } from '../queries/version-items.ts';
import { nextTurn, sha256OfText } from '../resources/sha256.ts';
import { type CellRun, cellKeyOf, cellRunsOf } from './cell-runs.ts';
import { ownValues, type ReadText, readText } from './filled-prompt.ts';
import type { RubricJudge } from './rubric-runs.ts';

type CellOfCase = { readonly promptId: number; readonly text: ReadText; readonly model: ModelEntry };

/** Returns the key of the cell of a case. */
export function cellKeyOfCase(
  { values }: Pick<TestCase, 'values'>,
  { promptId, text, model }: CellOfCase,
): Promise<string> {
  const { read, settings } = text;
  const own = Object.fromEntries(ownValues(read, new Map(Object.entries(values))));
  return cellKeyOf({ promptId, text: read.text, values: own, settings, model });
}

/**
 * Returns the hash of the checks of a case, which has the defaults of its text (`caseOfText`), a space, and that of the model that judges by its rubrics: what an outcome
 * depends on besides the answer and its rating.
 */
export async function outcomeHashOf(test: TestCase, judge: RubricJudge | null): Promise<string> {
  const checks = await checksHashOf(test);
  if (judge === null || rubricsIn(test).length === 0) return `${checks} `;
  const { kind, address, model, defaults } = judge.model;
  const parts = [kind, address, model, defaults, judge.text.read.text, judge.text.settings];
  return `${checks} ${await sha256OfText(JSON.stringify(parts))}`;
}

function checksHashOf({ checks, values, threshold }: TestCase): Promise<string> {
  return sha256OfText(JSON.stringify([filledChecks(checks, values), threshold]));
}

/** Names all that an outcome depends on: a rating counts where a check asks for one, and is part of it in any case. */
export const judgedBy = (outcomeHash: string, rating: RunRating) => `${outcomeHash} ${ratingOf(rating)}`;

const ratingOf = ({ verdict, stars }: RunRating) => `${verdict ?? ''} ${stars ?? ''}`;

/** Between two breaths of the page. */
export const hashedAtOnce = 50;

type OfVersion = { readonly promptId: number; readonly versionId: number; readonly model: ModelEntry };

/**
 * Returns the proof that the runs of this device give of a version, which need not be enough; null where the prompt or the
 * version is gone. A case that is switched off counts for nothing.
 */
export async function proofOfVersion(
  library: Library,
  { promptId, versionId, model }: OfVersion,
): Promise<LabelProof | null> {
  const version = await versionOf(library, versionId);
  const text = await readText(library, { promptId, versionId }, null);
  if (version === undefined || text === null) return null;
  const textHash = versionHash(version);
  const tests = (await testCasesOf(library, promptId)).filter(({ enabled }) => enabled);
  const newest = new Map((await cellRunsOf(library, promptId)).map((run) => [run.cell, run]));
  const held: string[] = [];
  // An answer to a text with holes in it shows nothing of the text that was meant.
  const isWhole = ({ values }: TestCase) =>
    text.problems.length === 0 && missingOf(text.read, new Map(Object.entries(values))).length === 0;
  for (const [place, test] of tests.entries()) {
    const cell = await cellKeyOfCase(test, { promptId, text, model });
    if (isWhole(test) && (await holds(caseOfText(test, text.read), newest.get(cell)))) held.push(cell);
    if (place % hashedAtOnce === hashedAtOnce - 1) await nextTurn();
  }
  const isLong = held.length > limits.proofCells;
  return {
    ...{ model: model.name, held: held.length, total: tests.length, textHash },
    sentHash: await sha256OfText(text.read.text),
    cells: isLong ? [await sha256OfText(JSON.stringify(held))] : held,
    at: new Date(library.deps.now()).toISOString(),
  };
}

async function holds(test: TestCase, run: CellRun | undefined): Promise<boolean> {
  return (await caseState(test, run)) === 'passed';
}

/** `open`: it was not run, or what its checks find is not known. `error`: no whole answer came. */
export type CaseState = 'passed' | 'failed' | 'open' | 'error';

/** `test`: with the defaults of the text (`caseOfText`). `run`: the newest one of the cell of the case. */
export async function caseState(test: TestCase, run: CellRun | undefined): Promise<CaseState> {
  if (run?.state === 'failed' || run?.state === 'brokenOff') return 'error';
  if (run?.state !== 'done' || run.judged === null || run.judged.passed === null) return 'open';
  const { by, passed } = run.judged;
  // Whichever model judged it last by the rubrics of the case.
  const isOfNow = by.startsWith(`${await checksHashOf(test)} `) && by.endsWith(` ${ratingOf(run.rating)}`);
  if (!isOfNow) return 'open';
  return passed ? 'passed' : 'failed';
}
