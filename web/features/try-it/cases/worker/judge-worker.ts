/** A thread of its own for judging: an expression or a schema may never end, and is then ended with it. */
import '#shared/model/zod-without-eval.ts';
import { answerQuestion, type JudgeAnswer, type JudgeQuestion } from '#shared/checks/judge-thread.ts';

self.addEventListener('message', ({ data }: MessageEvent<JudgeQuestion>) => {
  self.postMessage(answerQuestion(data));
});

self.postMessage({ kind: 'ready' } satisfies JudgeAnswer);
