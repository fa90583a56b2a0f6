/**
 * Has texts looked at in a thread of its own. Nothing leaves the device, and nothing of it is kept.
 *
 * 1. The thread begins with the first request and ends with `stop`.
 * 2. Where it fails or takes too long it is ended, what waits for it resolves to null, and the next request begins
 *    another one.
 */
import { clientWorker, createWorkerClient } from '../../ui/worker-client.ts';
import type { LintAnswer, LintAnswers, LintAsk, LintRequest } from './lint-messages.ts';

export type LintReader = {
  /** Resolves to null where it could not be looked at. */
  ask<Kind extends LintAsk['kind']>(ask: Extract<LintAsk, { kind: Kind }>): Promise<LintAnswers[Kind] | null>;
  stop(): void;
};

/** Milliseconds in which the page runs: 2 MB take less than a second, and a slow link brings the rules. */
const longest = 60_000;

export function createLintReader(): LintReader {
  const waiting = new Map<number, (answer: never) => void>();
  let last = 0;
  const client = createWorkerClient<LintRequest, LintAnswer>({
    startWorker: () =>
      clientWorker(new Worker(new URL('./worker/lint-worker.ts', import.meta.url), { type: 'module' })),
    onAnswer({ number, answer }) {
      const resolve = waiting.get(number);
      waiting.delete(number);
      if (waiting.size === 0) client.rest();
      // The thread answers each request with what its kind asks for.
      resolve?.(answer as never);
    },
    onEnd: resolveAll,
  });

  function resolveAll(): void {
    for (const resolve of waiting.values()) resolve(null as never);
    waiting.clear();
  }

  return {
    ask: (ask) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        client.watch(longest);
        try {
          client.send({ number: last, ask });
        } catch {
          // The browser starts no thread.
          client.end();
          resolveAll();
        }
      }),
    stop() {
      client.end();
      resolveAll();
    },
  };
}
