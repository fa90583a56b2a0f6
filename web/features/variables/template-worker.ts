/** A thread of its own for reading and filling texts: whatever their size, typing goes on. */
import type { TemplateAnswer, TemplateRequest } from './template-requests.ts';
import { templateThread } from './template-thread.ts';

const answerTo = templateThread();
addEventListener('message', ({ data }: MessageEvent<TemplateRequest>) => {
  const answer: TemplateAnswer = { number: data.number, answer: answerTo(data) };
  postMessage(answer);
});
