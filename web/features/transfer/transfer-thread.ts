import { clientWorker, createWorkerClient } from '../../ui/worker-client.ts';
import type { TransferAnswer, TransferRequest } from './transfer-messages.ts';

/** One import or export under way. */
export type Transfer = {
  /** Asks for the next portion. */
  next(): void;
  /** Ends it; nothing is answered after that. */
  stop(): void;
};

const last: readonly TransferAnswer['kind'][] = [
  'exported',
  'secrets',
  'table',
  'ended',
  'missing',
  'failed',
];

/**
 * Does an import or export in a worker. `onAnswer` is called with each answer in turn; a worker that ends by itself, as it
 * does where the memory is used up, counts as failed. It is stopped with the last answer.
 */
export function startTransfer(
  request: TransferRequest,
  onAnswer: (answer: TransferAnswer) => void,
): Transfer {
  const client = createWorkerClient<TransferRequest, TransferAnswer>({
    startWorker: () =>
      clientWorker(new Worker(new URL('./worker/transfer-worker.ts', import.meta.url), { type: 'module' })),
    onAnswer(answer) {
      if (last.includes(answer.kind)) client.end();
      onAnswer(answer);
    },
    onEnd(why) {
      const event = why === 'late' ? undefined : why.event;
      // A script that cannot be had is an event without an error.
      onAnswer(event instanceof ErrorEvent ? { kind: 'failed', reason: event.message } : { kind: 'missing' });
    },
  });
  client.send(request);
  return { next: () => client.send({ kind: 'next' }), stop: client.end };
}
