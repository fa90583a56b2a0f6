/** Looks through a text in a thread of its own: a pattern may take as long as it likes, and the page goes on. */
import { answerFind } from '../answer-find.ts';
import type { FindReport, FindRequest } from '../find-requests.ts';

addEventListener('message', ({ data }: MessageEvent<FindRequest>) => {
  report({ kind: 'begun' });
  const answer = answerFind(data);
  report(answer, answer.kind === 'found' ? [answer.starts.buffer, answer.ends.buffer] : []);
});

function report(reported: FindReport, transfer: Transferable[] = []): void {
  postMessage(reported, { transfer });
}
