/**
 * Compares texts of a prompt by its cases, as far as runs of this device say what holds: what got better or worse since the
 * baseline, or for texts that are older than it, or where there is none, since the text before. Only cells that both texts
 * have count.
 * Before: the table of cases, which runs and judges them. After: the history, and the dialog that saves a version.
 */
import { type Compared, comparedTo } from '#shared/checks/compare-cells.ts';
import { caseOfText } from '#shared/checks/filled-checks.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { baselineLabel } from '#shared/model/version-label.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from '../queries/queries.ts';
import { testCasesOf } from '../queries/test-case-items.ts';
import { versionNumberOf } from '../queries/version-items.ts';
import { nextTurn } from '../resources/sha256.ts';
import { type CaseState, caseState, cellKeyOfCase, hashedAtOnce } from './case-cells.ts';
import { type CellRun, cellRunsOf } from './cell-runs.ts';
import { type ReadText, readText } from './filled-prompt.ts';

/** A text of a prompt: a version by its id and number, or the current text. */
export type ComparableText =
  | { readonly versionId: number; readonly version: number }
  | { readonly versionId: null };

export type Standing = {
  readonly versionId: number | null;
  /** The number of the version that it is compared with. */
  readonly since: number;
  readonly compared: Compared;
};

type Request = {
  readonly promptId: number;
  /** The oldest first. */
  readonly texts: readonly ComparableText[];
  /** Returns the entries of models that the runs were made with, as far as they are there. */
  modelsOf(runs: readonly CellRun[]): Promise<readonly ModelEntry[]>;
};

/** Returns the version that the cases of a prompt are compared with; null where none is chosen or it is gone. */
export async function baselineOf(
  library: Library,
  promptId: number,
): Promise<{ readonly versionId: number; readonly version: number } | null> {
  const labels = (await promptOf(library, promptId))?.attributes?.labels ?? [];
  const versionId = labels.find(({ label }) => label === baselineLabel)?.versionId ?? null;
  const version = versionId === null ? undefined : await versionNumberOf(library, versionId);
  return versionId === null || version === undefined ? null : { versionId, version };
}

/** Returns how each text stands, the baseline among them where it is older than they are; without cells, nothing. */
export async function standingsOf(
  library: Library,
  { promptId, texts, modelsOf }: Request,
): Promise<Standing[]> {
  const tests = (await testCasesOf(library, promptId)).filter(({ enabled }) => enabled);
  const runs = tests.length === 0 ? [] : await cellRunsOf(library, promptId);
  if (runs.length === 0) return [];
  const models = await modelsOf(runs);
  const newest = new Map(runs.map((run) => [run.cell, run]));
  const baseline = await baselineOf(library, promptId);
  const isMissing = baseline !== null && !texts.some(({ versionId }) => versionId === baseline.versionId);
  const standings: Standing[] = [];
  let before: { readonly version: number; readonly states: readonly CaseState[] } | null = null;
  let isBehindBaseline = false;
  for (const { versionId, ...of } of isMissing ? [baseline, ...texts] : texts) {
    const text = await readText(library, { promptId, versionId }, null);
    const states = text === null ? [] : await statesOf(tests, { promptId, text, models, newest });
    if (states.every((state) => state === 'open')) continue;
    if (before !== null) {
      const compared = comparedTo(before.states.map(stated), states.map(stated));
      const { better, worse, equal } = compared;
      if (better + worse + equal > 0) standings.push({ versionId, since: before.version, compared });
    }
    if ('version' in of && !isBehindBaseline) before = { version: of.version, states };
    isBehindBaseline ||= versionId !== null && versionId === baseline?.versionId;
  }
  return standings;
}

const stated = (state: CaseState) => ({ state });

type OfText = {
  readonly promptId: number;
  readonly text: ReadText;
  readonly models: readonly ModelEntry[];
  readonly newest: ReadonlyMap<string, CellRun>;
};

/** Returns the state of each case by each model, in the same order for every text. */
async function statesOf(
  tests: readonly TestCase[],
  { promptId, text, models, newest }: OfText,
): Promise<CaseState[]> {
  const states: CaseState[] = [];
  for (const [place, test] of tests.entries()) {
    for (const model of models) {
      const cell = await cellKeyOfCase(test, { promptId, text, model });
      states.push(await caseState(caseOfText(test, text.read), newest.get(cell)));
    }
    if (place % hashedAtOnce === hashedAtOnce - 1) await nextTurn();
  }
  return states;
}
