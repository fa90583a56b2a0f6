/**
 * Has a text read and filled in a thread of its own, for one panel.
 * 1. The thread begins with the first request, holds the text that was read last, and ends with `stop`.
 * 2. Where it fails, what waits for it rejects, and the next request begins another one that reads the text again.
 */
import { clientWorker, createWorkerClient, type WorkerClientDeps } from '../../ui/worker-client.ts';
import type { TemplateAnswer, TemplateAnswers, TemplateAsk, TemplateRequest } from './template-requests.ts';

export type TemplateReader = {
  ask<Kind extends TemplateAsk['kind']>(
    ask: Extract<TemplateAsk, { kind: Kind }>,
  ): Promise<TemplateAnswers[Kind]>;
  stop(): void;
};

type Waiting = { resolve(answer: never): void; reject(error: unknown): void };

export function createTemplateReader(
  deps: Pick<WorkerClientDeps<TemplateRequest, TemplateAnswer>, 'startWorker'> = { startWorker },
): TemplateReader {
  const waiting = new Map<number, Waiting>();
  let read: Extract<TemplateAsk, { kind: 'read' }> | undefined;
  let last = 0;
  const client = createWorkerClient<TemplateRequest, TemplateAnswer>({
    ...deps,
    onAnswer({ number, answer }) {
      const { resolve } = waiting.get(number) ?? {};
      waiting.delete(number);
      // The thread answers each request with what its kind asks for.
      resolve?.(answer as never);
    },
    onEnd: () => rejectAll(new Error('The thread that fills texts has ended.')),
  });

  function rejectAll(error: unknown): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function send(ask: TemplateAsk): number {
    last += 1;
    if (!client.isRunning() && read !== undefined && ask.kind !== 'read') {
      client.send({ ...read, number: 0 });
    }
    if (ask.kind === 'read') read = ask;
    client.send({ ...ask, number: last });
    return last;
  }

  return {
    ask: (ask) => new Promise((resolve, reject) => waiting.set(send(ask), { resolve, reject })),
    stop() {
      client.end();
      rejectAll(new Error('Nobody waits for it any more.'));
    },
  };
}

const startWorker = () =>
  clientWorker<TemplateRequest, TemplateAnswer>(
    new Worker(new URL('./template-worker.ts', import.meta.url), { type: 'module' }),
  );
