import type { TransferAnswer, TransferRequest } from './transfer-messages.ts';

/** One import or export under way. */
export type Transfer = {
  /** Asks for the next portion. */
  next(): void;
  /** Ends it; nothing is answered after that. */
  stop(): void;
};

/**
 * Does an import or export in a worker. `onAnswer` is called with each answer in turn; a worker that ends by itself, as it
 * does where the memory is used up, counts as failed. It is stopped with the last answer.
 */
export function startTransfer(
  request: TransferRequest,
  onAnswer: (answer: TransferAnswer) => void,
): Transfer {
  const worker = new Worker(new URL('./worker/transfer-worker.ts', import.meta.url), { type: 'module' });
  const stop = () => worker.terminate();
  const settle = (answer: TransferAnswer) => {
    if (['exported', 'table', 'ended', 'missing', 'failed'].includes(answer.kind)) stop();
    onAnswer(answer);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<TransferAnswer>) => settle(data));
  worker.addEventListener('error', (event) => {
    // A script that cannot be had is an event without an error.
    settle(event instanceof ErrorEvent ? { kind: 'failed', reason: event.message } : { kind: 'missing' });
  });
  worker.postMessage(request);
  return { next: () => worker.postMessage({ kind: 'next' } satisfies TransferRequest), stop };
}
