import { useEffect, useEffectEvent, useState } from 'react';
import { checksOf } from '#shared/checks/filled-checks.ts';
import type { JudgedAnswer } from '#shared/checks/judge-answer.ts';
import { rubricsIn } from '#shared/checks/rubric.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Run } from '#shared/model/run/run.ts';
import type { CellToRun } from '#shared/model/run/run-request.ts';
import type { Library } from '../../../data/database/library.ts';
import type { JudgedRun } from '../../../data/database/ring-run.ts';
import { type CellRun, storeJudged } from '../../../data/run/cell-runs.ts';
import { type JudgedByRubrics, judgedByRubrics, type RubricJudge } from '../../../data/run/rubric-runs.ts';
import { readRun } from '../../../data/run/run-ring.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { CellRunsStore } from './cell-runs-store.ts';
import type { JudgeThread } from './judge-thread.ts';

/** A thread of the page judges, and by rubrics a model, where a person has chosen one. */
export type Judges = { readonly thread: JudgeThread; readonly model: RubricJudge | null };

/** `by`: the hash of what the outcome depends on. */
export type Unjudged = { readonly test: TestCase; readonly run: CellRun; readonly by: string };

/** The runs of the judge that are missing before an outcome is known, by `questionsKey`. */
export type OpenQuestions = ReadonlyMap<string, readonly CellToRun[]>;

export const questionsKey = ({ id }: Pick<CellRun, 'id'>, by: string) => `${id} ${by}`;

/** So many outcomes are written together. */
const judgedAtOnce = 50;

type JudgingParts = {
  readonly store: CellRunsStore;
  readonly judges: Judges;
  readonly unjudged: readonly Unjudged[];
  onQuestions(questions: OpenQuestions): void;
};

/**
 * Judges in the background, portion by portion; one that fails is tried again once there is another one. Returns whether
 * the last one failed.
 */
export function useJudging({ store, judges, unjudged, onQuestions }: JudgingParts): boolean {
  const library = useLibrary();
  const [isJudging, setJudging] = useState(false);
  const [failed, setFailed] = useState('');
  const portion = unjudged.slice(0, judgedAtOnce);
  /** The portion is a new list with each render: this names what is in it. */
  const key = portion.map(({ run, by }) => questionsKey(run, by)).join();
  const judgeIt = useEffectEvent(async () => {
    setJudging(true);
    try {
      const { outcomes, questions } = await outcomesOf(library, judges, portion);
      await storeJudged(library, outcomes);
      if (questions.size > 0) onQuestions(questions);
      // With those that are gone, which would be judged for ever.
      await store.refresh(portion.map(({ run }) => run.id));
      setFailed('');
    } catch {
      setFailed(key);
    }
    setJudging(false);
  });
  useEffect(() => {
    if (key !== '' && key !== failed && !isJudging) void judgeIt();
  }, [key, failed, isJudging]);
  return failed !== '';
}

async function outcomesOf(library: Library, { thread, model }: Judges, portion: readonly Unjudged[]) {
  const outcomes = new Map<number, JudgedRun>();
  const questions = new Map<string, readonly CellToRun[]>();
  for (const { test, run: head, by } of portion) {
    const run = await readRun(library, head.id);
    if (run === null) continue;
    const { verdicts, missing } = await rubricsOn(library, model, { run, test });
    if (missing.length > 0) questions.set(questionsKey(head, by), missing);
    else {
      const judged = { ...judgedAnswer(run), rubrics: verdicts };
      const { passed, score } = await thread.judge(judged, checksOf(test), test.threshold);
      outcomes.set(run.id, { by, passed, score });
    }
  }
  return { outcomes, questions };
}

/** Returns what a model found of an answer by the rubrics of its case; without a model, nothing. */
export async function rubricsOn(
  library: Library,
  model: RubricJudge | null,
  { run, test }: { readonly run: Run; readonly test: TestCase },
): Promise<JudgedByRubrics> {
  const rubrics = rubricsIn(test);
  if (model === null || rubrics.length === 0) return { verdicts: new Map(), missing: [] };
  return judgedByRubrics(library, model, { promptId: run.promptId, answer: run.answer, rubrics });
}

export function judgedAnswer(run: Run): JudgedAnswer {
  const { answer, cost, totalMs, usage, toolCalls, settings, rating } = run;
  return {
    ...{ text: answer, cost, milliseconds: totalMs, tokens: usage?.outputTokens ?? null },
    ...{ toolCalls, tools: settings.tools, rating },
  };
}
