/** Judges answers in a worker of the browser, which is watched by the time in which the page runs. */
import type { Verdict } from '#shared/checks/judge-answer.ts';
import {
  type AskThread,
  createJudge,
  type Judge,
  type JudgeAnswer,
  type JudgeQuestion,
  judgeMs,
} from '#shared/checks/judge-thread.ts';
import { createWorkerClient, type WorkerClientDeps } from '../../../ui/worker-client.ts';

export type JudgeThread = {
  /** Rejects where the browser starts no thread, or ends it. */
  readonly judge: Judge;
  end(): void;
};

type ThreadDeps = Pick<WorkerClientDeps<JudgeQuestion, JudgeAnswer>, 'startWorker' | 'clock'>;

export function createJudgeThread(deps: ThreadDeps): JudgeThread {
  let number = 0;
  let settle: (verdicts: readonly Verdict[] | 'late') => void = () => {};
  let fail: (error: Error) => void = () => {};
  const client = createWorkerClient<JudgeQuestion, JudgeAnswer>({
    ...deps,
    onAnswer(answer) {
      if (answer.kind === 'ready') return client.watch(judgeMs.checks);
      if (answer.number !== number) return;
      client.rest();
      settle(answer.verdicts);
    },
    onEnd(why) {
      if (why === 'late') settle('late');
      else fail(new Error('The thread that judges answers has ended.'));
    },
  });

  const ask: AskThread = (answer, checks) =>
    new Promise((resolve, reject) => {
      settle = resolve;
      fail = reject;
      number += 1;
      client.watch(client.isRunning() ? judgeMs.checks : judgeMs.start);
      client.send({ number, answer, checks });
    });

  return { judge: createJudge(ask), end: () => client.end() };
}
