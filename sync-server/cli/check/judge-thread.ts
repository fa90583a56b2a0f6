/** Judges answers in a thread of Node, which is started with the first one. */
import { Worker } from 'node:worker_threads';
import {
  type AskThread,
  createJudge,
  type Judge,
  type JudgeAnswer,
  type JudgeQuestion,
  judgeMs,
} from '#shared/checks/judge-thread.ts';

export type JudgeThread = {
  readonly judge: Judge;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Beside this file in the sources, beside its chunk in the bundle. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './judge-worker.ts' : './judge-worker.js',
  import.meta.url,
);

export function createJudgeThread(): JudgeThread {
  let worker: Worker | undefined;
  let number = 0;

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  const ask: AskThread = async (answer, checks) => {
    number += 1;
    const asked = number;
    const isRunning = worker !== undefined;
    worker ??= new Worker(workerFile);
    try {
      const verdicts = await answerOf(worker, { number: asked, answer, checks }, isRunning);
      if (verdicts === 'late') await end();
      return verdicts;
    } catch (error) {
      worker = undefined;
      throw error;
    }
  };

  return { judge: createJudge(ask), [Symbol.asyncDispose]: end };
}

function answerOf(worker: Worker, question: JudgeQuestion, isRunning: boolean): ReturnType<AskThread> {
  return new Promise((resolve, reject) => {
    const late = () => settle(() => resolve('late'));
    let timer = setTimeout(late, isRunning ? judgeMs.checks : judgeMs.start);
    function settle(how: () => void): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError);
      how();
    }
    function onMessage(answer: JudgeAnswer): void {
      if (answer.kind === 'ready') {
        clearTimeout(timer);
        timer = setTimeout(late, judgeMs.checks);
      } else if (answer.number === question.number) settle(() => resolve(answer.verdicts));
    }
    const onError = (error: Error) => settle(() => reject(error));
    worker.on('message', onMessage).on('error', onError);
    worker.postMessage(question);
  });
}
