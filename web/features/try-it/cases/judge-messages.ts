import type { JudgedAnswer, Verdict } from '#shared/checks/judge-answer.ts';
import type { Check } from '#shared/model/checks/check.ts';

export type JudgeQuestion = {
  readonly number: number;
  readonly answer: JudgedAnswer;
  readonly checks: readonly Check[];
};

/** `ready`: the thread has started. `verdicts`: one for each check. */
export type JudgeAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'judged'; readonly number: number; readonly verdicts: readonly Verdict[] };
