/** A thread of its own for comparing an answer with a schema: an expression of a schema may never end. */
import { answerOf, type SchemaAnswer, type SchemaQuestion } from '../schema-question.ts';

self.addEventListener('message', ({ data }: MessageEvent<SchemaQuestion>) => {
  self.postMessage(answerOf(data));
});

self.postMessage({ number: 0, outcome: null } satisfies SchemaAnswer);
