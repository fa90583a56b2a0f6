/**
 * Has a text read and filled in a thread of its own, for one panel.
 * 1. The thread begins with the first request, holds the text that was read last, and ends with `stop`.
 * 2. Where it fails, what waits for it rejects, and the next request begins another one that reads the text again.
 */
import type { TemplateAnswer, TemplateAnswers, TemplateAsk, TemplateRequest } from './template-requests.ts';

export type TemplateReader = {
  ask<Kind extends TemplateAsk['kind']>(
    ask: Extract<TemplateAsk, { kind: Kind }>,
  ): Promise<TemplateAnswers[Kind]>;
  stop(): void;
};

/** The part of a Worker that a reader uses. */
export type TemplateWorker = {
  send(request: TemplateRequest): void;
  onAnswer(listener: (answer: TemplateAnswer) => void): void;
  onFailure(listener: () => void): void;
  terminate(): void;
};

type Waiting = { resolve(answer: never): void; reject(error: unknown): void };

export function createTemplateReader(startWorker: () => TemplateWorker): TemplateReader {
  const waiting = new Map<number, Waiting>();
  let worker: TemplateWorker | undefined;
  let text: string | undefined;
  let last = 0;

  function begin(): TemplateWorker {
    const begun = startWorker();
    begun.onAnswer(({ number, answer }) => {
      const { resolve } = waiting.get(number) ?? {};
      waiting.delete(number);
      // The thread answers each request with what its kind asks for.
      resolve?.(answer as never);
    });
    begun.onFailure(() => {
      if (worker === begun) end(new Error('The thread that fills texts has ended.'));
    });
    return begun;
  }

  function end(error: unknown): void {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function send(ask: TemplateAsk): number {
    last += 1;
    if (worker === undefined) {
      worker = begin();
      if (text !== undefined && ask.kind !== 'read') worker.send({ number: 0, kind: 'read', text });
    }
    if (ask.kind === 'read') text = ask.text;
    worker.send({ ...ask, number: last });
    return last;
  }

  return {
    ask: (ask) => new Promise((resolve, reject) => waiting.set(send(ask), { resolve, reject })),
    stop: () => end(new Error('Nobody waits for it any more.')),
  };
}

export function startTemplateWorker(): TemplateWorker {
  const worker = new Worker(new URL('./template-worker.ts', import.meta.url), { type: 'module' });
  return {
    send: (request) => worker.postMessage(request),
    onAnswer: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<TemplateAnswer>) => listener(data)),
    onFailure: (listener) => worker.addEventListener('error', listener),
    terminate: () => worker.terminate(),
  };
}
