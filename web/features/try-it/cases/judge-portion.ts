/**
 * Judges answers in portions: each ends after a while, so that what is known is stored and shown, and a case that takes long
 * holds up no other one.
 * Before: `judge-thread.ts`. After: `use-judging.ts`.
 */
import { checksOf } from '#shared/checks/filled-checks.ts';
import type { JudgedAnswer } from '#shared/checks/judge-answer.ts';
import { rubricsIn } from '#shared/checks/rubric.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Run } from '#shared/model/run/run.ts';
import type { CellToRun } from '#shared/model/run/run-request.ts';
import type { Library } from '../../../data/database/library.ts';
import type { JudgedRun } from '../../../data/database/ring-run.ts';
import type { CellRun } from '../../../data/run/cell-runs.ts';
import { type JudgedByRubrics, judgedByRubrics, type RubricJudge } from '../../../data/run/rubric-runs.ts';
import { readRun } from '../../../data/run/run-ring.ts';
import type { JudgeThread } from './judge-thread.ts';

/** A thread of the page judges, and by rubrics a model, where a person has chosen one. */
export type Judges = { readonly thread: JudgeThread; readonly model: RubricJudge | null };

/** `by`: the hash of what the outcome depends on. */
export type Unjudged = { readonly test: TestCase; readonly run: CellRun; readonly by: string };

/** The runs of the judge that are missing before an outcome is known, by `questionsKey`. */
export type OpenQuestions = ReadonlyMap<string, readonly CellToRun[]>;

export const questionsKey = ({ id }: Pick<CellRun, 'id'>, by: string) => `${id} ${by}`;

/** So many outcomes are written together, and at the latest after so many milliseconds. */
const judgedAtOnce = 200;
const judgedForMs = 1_000;

/** Returns those that are judged next. `slow`: the ids of cases that held others up. */
export function portionOf(unjudged: readonly Unjudged[], slow: ReadonlySet<number>): readonly Unjudged[] {
  const quick = unjudged.filter(({ test }) => !slow.has(test.id));
  return (quick.length > 0 ? quick : unjudged).slice(0, judgedAtOnce);
}

type PortionDeps = {
  readonly library: Library;
  readonly judges: Pick<Judges, 'model'> & { readonly thread: Pick<JudgeThread, 'judge'> };
  /** Milliseconds. */
  readonly now: () => number;
};

type JudgedPortion = {
  readonly outcomes: ReadonlyMap<number, JudgedRun>;
  readonly questions: OpenQuestions;
  /** The runs that have to be read again. */
  readonly looked: readonly number[];
};

/** Judges as much of a portion as its time allows. Adds to `slow` which cases took long. */
export async function judgePortion(
  { library, judges: { thread, model }, now }: PortionDeps,
  portion: readonly Unjudged[],
  slow: Set<number>,
): Promise<JudgedPortion> {
  const outcomes = new Map<number, JudgedRun>();
  const questions = new Map<string, readonly CellToRun[]>();
  const looked: number[] = [];
  const begun = now();
  for (const { test, run: head, by } of portion) {
    const before = now();
    if (before - begun > judgedForMs) break;
    looked.push(head.id);
    const run = await readRun(library, head.id);
    if (run === null) continue;
    const { verdicts, missing, undecided } = await rubricsOn(library, model, { run, test });
    looked.push(...undecided);
    if (missing.length > 0) questions.set(questionsKey(head, by), missing);
    else {
      const judged = { ...judgedAnswer(run), rubrics: verdicts };
      const { passed, score } = await thread.judge(judged, checksOf(test), test.threshold);
      outcomes.set(run.id, { by, passed, score });
    }
    if (now() - before > judgedForMs) slow.add(test.id);
  }
  return { outcomes, questions, looked };
}

/** Returns what a model found of an answer by the rubrics of its case; without a model, nothing. */
export async function rubricsOn(
  library: Library,
  model: RubricJudge | null,
  { run, test }: { readonly run: Run; readonly test: TestCase },
): Promise<JudgedByRubrics> {
  const rubrics = rubricsIn(test);
  if (model === null || rubrics.length === 0) return { verdicts: new Map(), missing: [], undecided: [] };
  const { promptId, answer } = run;
  const isWanted = (rubric: string) => hasRubric(library, test, rubric);
  return judgedByRubrics(library, model, { promptId, answer, rubrics, isWanted });
}

/** `test`: the case as it was, with the defaults of its text. False once its answer would be judged otherwise, or not at all. */
async function hasRubric(library: Library, test: TestCase, rubric: string): Promise<boolean> {
  const now = (await library.db.testCases.get(test.id))?.row;
  if (now === undefined || (test.enabled && !now.enabled)) return false;
  const isSame = Object.entries(now.values).every(([name, value]) => test.values[name] === value);
  return isSame && rubricsIn({ checks: now.checks, values: test.values }).includes(rubric);
}

export function judgedAnswer(run: Run): JudgedAnswer {
  const { answer, cost, totalMs, usage, toolCalls, settings, rating } = run;
  return {
    ...{ text: answer, cost, milliseconds: totalMs, tokens: usage?.outputTokens ?? null },
    ...{ toolCalls, tools: settings.tools, rating },
  };
}
