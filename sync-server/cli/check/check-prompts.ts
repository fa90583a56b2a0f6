/** Checks prompts: runs the cases of each by the models, judges the answers, and makes a report of the results. */
import { type AnswersDeps, createAnswers } from './answers.ts';
import type { Cell } from './cell.ts';
import { createJudgeThread } from './judge-thread.ts';
import type { PromptToCheck } from './prompt-to-check.ts';
import type { ReportedCell } from './report.ts';
import { runCells } from './run-cells.ts';

export type CheckDeps = Omit<AnswersDeps, 'signal'> & {
  readonly models: readonly string[];
  /** The model that judges by rubrics; null: such checks stay open. */
  readonly rubricModel: string | null;
  readonly atOnce: number;
  /** Aborted where a person ends it. */
  readonly signal: AbortSignal;
  onProgress(done: number, of: number): void;
};

export type Checked = {
  readonly cells: readonly ReportedCell[];
  /** How many were not run. */
  readonly left: number;
};

type Pair = { readonly cell: Cell; readonly before: Cell | null };

export async function checkPrompts(prompts: readonly PromptToCheck[], deps: CheckDeps): Promise<Checked> {
  const pairs = deps.models.flatMap((model) => prompts.flatMap((prompt) => pairsOf(prompt, model)));
  const cells = pairs.flatMap(({ cell, before }) => (before === null ? [cell] : [cell, before]));
  // Where one fails, so that nothing is sent any more.
  const failed = new AbortController();
  const signal = AbortSignal.any([deps.signal, failed.signal]);
  await using thread = createJudgeThread();
  try {
    const results = await runCells(cells, {
      answers: createAnswers({ ...deps, signal }),
      ...{ judge: thread.judge, rubricModel: deps.rubricModel, atOnce: deps.atOnce, signal },
      onDone: (done) => deps.onProgress(done, cells.length),
    });
    const reported = pairs.flatMap(({ cell, before }): ReportedCell[] => {
      const result = results.get(cell);
      if (result === undefined) return [];
      const was = before === null ? null : (results.get(before) ?? null);
      return [{ prompt: cell.prompt.name, model: cell.model, test: cell.test, result, before: was }];
    });
    return { cells: reported, left: cells.length - results.size };
  } finally {
    failed.abort();
  }
}

function pairsOf(prompt: PromptToCheck, model: string): Pair[] {
  const { cases, text, baseline } = prompt;
  return cases.map((test) => {
    const cell = { prompt, test, model, text };
    return { cell, before: baseline === null ? null : { ...cell, text: baseline } };
  });
}
