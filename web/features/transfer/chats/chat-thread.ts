import { clientWorker, createWorkerClient, type WorkerClient } from '../../../ui/worker-client.ts';
import type { ChatAnswer, ChatRequest } from './chat-messages.ts';

/** Starts the worker of a chat export with its first request. `onAnswer` is also called where it ends by itself. */
export function startChats(onAnswer: (answer: ChatAnswer) => void): WorkerClient<ChatRequest> {
  return createWorkerClient<ChatRequest, ChatAnswer>({
    startWorker: () =>
      clientWorker(new Worker(new URL('../worker/chat-worker.ts', import.meta.url), { type: 'module' })),
    onAnswer,
    onEnd(why) {
      const event = why === 'late' ? undefined : why.event;
      // A script that cannot be had is an event without an error.
      onAnswer(event instanceof ErrorEvent ? { kind: 'failed', reason: event.message } : { kind: 'missing' });
    },
  });
}
