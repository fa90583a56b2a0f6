/**
 * Judges answers in a thread, one after the other. A check that takes longer than a few seconds is ended and is an error of
 * its own; the others of its answer are judged all the same, and first. From then on it is asked by itself: one expression
 * that never ends costs each answer its own time alone. How a thread is started and ended is the caller's.
 */
import type { Check } from '#shared/model/checks/check.ts';
import {
  type JudgedAnswer,
  type Judgement,
  lateVerdict,
  totalOf,
  type Verdict,
  verdictOn,
} from './judge-answer.ts';

/** How long the checks of one question may take, and how long a thread may take to start, in milliseconds. */
export const judgeMs = { checks: 3_000, start: 10_000 } as const;

export type JudgeQuestion = {
  readonly number: number;
  readonly answer: JudgedAnswer;
  readonly checks: readonly Check[];
};

/** `ready`: the thread has started. `verdicts`: one for each check. */
export type JudgeAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'judged'; readonly number: number; readonly verdicts: readonly Verdict[] };

/** Answers a question, in the thread. */
export function answerQuestion({ number, answer, checks }: JudgeQuestion): JudgeAnswer {
  return { kind: 'judged', number, verdicts: checks.map((check) => verdictOn(answer, check)) };
}

/** Asks the thread, which is ended where it is late. Rejects where no thread starts, or it ends by itself. */
export type AskThread = (
  answer: JudgedAnswer,
  checks: readonly Check[],
) => Promise<readonly Verdict[] | 'late'>;

/** `threshold`: the least score that passes; null: each check has to. */
export type Judge = (
  answer: JudgedAnswer,
  checks: readonly Check[],
  threshold: number | null,
) => Promise<Judgement>;

/** So many checks are remembered as slow. */
const mostSlow = 1_000;

export function createJudge(ask: AskThread): Judge {
  let turn: Promise<unknown> = Promise.resolve();
  const slow = new Set<string>();
  const isSlow = (check: Check) => slow.size > 0 && slow.has(keyOf(check));

  /** Halves what is late, until the check that is stands alone. */
  async function verdictsOn(answer: JudgedAnswer, checks: readonly Check[]): Promise<readonly Verdict[]> {
    if (checks.length === 0) return [];
    const verdicts = await ask(answer, checks);
    if (verdicts !== 'late') return verdicts;
    const [check] = checks;
    if (check !== undefined && checks.length === 1) {
      if (slow.size < mostSlow) slow.add(keyOf(check));
      return [lateVerdict()];
    }
    const half = Math.ceil(checks.length / 2);
    const first = await verdictsOn(answer, checks.slice(0, half));
    return [...first, ...(await verdictsOn(answer, checks.slice(half)))];
  }

  /** Asks about those that were slow before one by one, after the others. */
  async function inTurn(answer: JudgedAnswer, checks: readonly Check[]): Promise<readonly Verdict[]> {
    const alone = new Set(checks.filter(isSlow));
    const quick = checks.filter((check) => !alone.has(check));
    const verdicts = new Map<Check, Verdict>();
    for (const asked of [quick, ...[...alone].map((check) => [check])]) {
      const found = await verdictsOn(answer, asked);
      for (const [place, check] of asked.entries()) verdicts.set(check, found[place] ?? lateVerdict());
    }
    return checks.map((check) => verdicts.get(check) ?? lateVerdict());
  }

  return (answer, checks, threshold) => {
    const judged = turn.then(async () =>
      totalOf(checks, await inTurn(answer, checks), threshold ?? undefined),
    );
    turn = judged.catch(() => undefined);
    return judged;
  };
}

const keyOf = (check: Check) => JSON.stringify(check);
