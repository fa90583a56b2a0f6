/** A thread of its own for judging: an expression or a schema may never end, and is then ended with it. */
import '#shared/model/zod-without-eval.ts';
import { verdictOn } from '#shared/checks/judge-answer.ts';
import type { JudgeAnswer, JudgeQuestion } from '../judge-messages.ts';

self.addEventListener('message', ({ data }: MessageEvent<JudgeQuestion>) => {
  const { number, answer, checks } = data;
  const verdicts = checks.map((check) => verdictOn(answer, check));
  self.postMessage({ kind: 'judged', number, verdicts } satisfies JudgeAnswer);
});

self.postMessage({ kind: 'ready' } satisfies JudgeAnswer);
