/**
 * Judges answers in a thread, one after the other. A check that takes longer than a few seconds is ended and is an error of
 * its own; the others of its answer are judged all the same.
 */
import {
  type JudgedAnswer,
  type Judgement,
  lateVerdict,
  totalOf,
  type Verdict,
} from '#shared/checks/judge-answer.ts';
import type { Check } from '#shared/model/checks/check.ts';
import { createWorkerClient, type WorkerClientDeps } from '../../../ui/worker-client.ts';
import type { JudgeAnswer, JudgeQuestion } from './judge-messages.ts';

const checkMs = 3_000;
/** Until the thread has started. */
const startMs = 10_000;

export type JudgeThread = {
  /** Rejects where the browser starts no thread, or ends it. */
  judge(answer: JudgedAnswer, checks: readonly Check[], threshold: number | null): Promise<Judgement>;
  end(): void;
};

type ThreadDeps = Pick<WorkerClientDeps<JudgeQuestion, JudgeAnswer>, 'startWorker' | 'clock'>;

export function createJudgeThread(deps: ThreadDeps): JudgeThread {
  let number = 0;
  let settle: (verdicts: readonly Verdict[] | 'late') => void = () => {};
  let fail: (error: Error) => void = () => {};
  let turn: Promise<unknown> = Promise.resolve();
  const client = createWorkerClient<JudgeQuestion, JudgeAnswer>({
    ...deps,
    onAnswer(answer) {
      if (answer.kind === 'ready') return client.watch(checkMs);
      if (answer.number !== number) return;
      client.rest();
      settle(answer.verdicts);
    },
    onEnd(why) {
      if (why === 'late') settle('late');
      else fail(new Error('The thread that judges answers has ended.'));
    },
  });

  function ask(answer: JudgedAnswer, checks: readonly Check[]): Promise<readonly Verdict[] | 'late'> {
    return new Promise((resolve, reject) => {
      settle = resolve;
      fail = reject;
      number += 1;
      client.watch(client.isRunning() ? checkMs : startMs);
      client.send({ number, answer, checks });
    });
  }

  /** Halves what is late, until the check that is stands alone. */
  async function verdictsOn(answer: JudgedAnswer, checks: readonly Check[]): Promise<readonly Verdict[]> {
    if (checks.length === 0) return [];
    const verdicts = await ask(answer, checks);
    if (verdicts !== 'late') return verdicts;
    if (checks.length === 1) return [lateVerdict()];
    const half = Math.ceil(checks.length / 2);
    const first = await verdictsOn(answer, checks.slice(0, half));
    return [...first, ...(await verdictsOn(answer, checks.slice(half)))];
  }

  return {
    judge(answer, checks, threshold) {
      const judged = turn.then(async () =>
        totalOf(checks, await verdictsOn(answer, checks), threshold ?? undefined),
      );
      turn = judged.catch(() => undefined);
      return judged;
    },
    end: () => client.end(),
  };
}
