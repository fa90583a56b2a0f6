import { z } from 'zod';
import { afterRunning, type Clock, pageClock } from '../../../ui/clock.ts';

/** How long a worker may take to start, and then to parse, before a text is shown as it is. */
const limits = { startMs: 10_000, parseMs: 1_000 } as const;

const Answer = z.union([z.literal('ready'), z.boolean()]);

/** The part of a Worker that a check uses. */
export type CheckWorker = {
  send(text: string): void;
  onAnswer(listener: (answer: unknown) => void): void;
  onFailure(listener: () => void): void;
  terminate(): void;
};

export type JsonCheckDeps = {
  startWorker(): CheckWorker;
  readonly clock: Pick<Clock, 'after'>;
};

/**
 * Calls back once with whether the text is JSON; false as well where that takes a worker more than a second, or more
 * memory than it has. Returns how to stop: after that it does not call back.
 */
export function checkJson(
  text: string,
  { startWorker, clock }: JsonCheckDeps,
  onResult: (isJson: boolean) => void,
): () => void {
  const worker = startWorker();
  const end = () => {
    callOff();
    worker.terminate();
  };
  const settle = (result: boolean) => {
    end();
    onResult(result);
  };
  let callOff = afterRunning(clock, limits.startMs, () => settle(false));
  worker.onAnswer((answer) => {
    const parsed = Answer.parse(answer);
    if (parsed !== 'ready') return settle(parsed);
    callOff();
    callOff = afterRunning(clock, limits.parseMs, () => settle(false));
    worker.send(text);
  });
  worker.onFailure(() => settle(false));
  return end;
}

/** Checks in this page's own worker. */
export function checkJsonBeside(text: string, onResult: (isJson: boolean) => void): () => void {
  return checkJson(text, { startWorker, clock: pageClock(window) }, onResult);
}

function startWorker(): CheckWorker {
  const worker = new Worker(new URL('./worker/json-worker.ts', import.meta.url), { type: 'module' });
  return {
    send: (text) => worker.postMessage(text),
    onAnswer: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data)),
    onFailure: (listener) => worker.addEventListener('error', listener),
    terminate: () => worker.terminate(),
  };
}
