import { afterRunning, type Clock } from '../../../ui/clock.ts';
import type { TokenEncoding } from '../../../ui/preferences.ts';

export type TokenRequest = { readonly text: string; readonly encoding: TokenEncoding };
export type TokenAnswer =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'counted'; readonly tokens: number }
  | { readonly kind: 'failed'; readonly message: string };

/** `missing`: the table of the encoding is not on this device, and cannot be had now. `slow`: it takes too long. */
export type CountedTokens = number | 'missing' | 'slow';

export type TokenWorker = {
  send(request: TokenRequest): void;
  onAnswer(listener: (answer: TokenAnswer) => void): void;
  onFailure(listener: () => void): void;
  terminate(): void;
};

export type TokenCounter = {
  count(request: TokenRequest): Promise<CountedTokens>;
  stop(): void;
};

/** Milliseconds: a megabyte over a slow link; and a text, of which some take the square of their length. */
const longestLoad = 60_000;
const longestCount = 10_000;

/**
 * Counts tokens in a thread, one text after the other. The thread begins with the first text and ends with `stop`;
 * where it takes too long or fails it is ended, and the next text begins another one.
 */
export function createTokenCounter(
  startWorker: () => TokenWorker,
  clock: Pick<Clock, 'after'>,
): TokenCounter {
  let worker: TokenWorker | undefined;
  let isStopped = false;
  let before: Promise<unknown> = Promise.resolve();
  let onAnswer: (answer: TokenAnswer) => void = () => undefined;

  function started(): TokenWorker {
    if (worker !== undefined) return worker;
    const begun = startWorker();
    begun.onAnswer((answer) => onAnswer(answer));
    begun.onFailure(() => onAnswer({ kind: 'failed', message: 'The thread that counts tokens has ended.' }));
    worker = begun;
    return begun;
  }

  function end(): void {
    worker?.terminate();
    worker = undefined;
  }

  const ask = (request: TokenRequest) =>
    new Promise<CountedTokens>((resolve) => {
      if (isStopped) return resolve('missing');
      const settle = (counted: CountedTokens) => {
        callOff();
        onAnswer = () => undefined;
        if (typeof counted !== 'number') end();
        resolve(counted);
      };
      let callOff = afterRunning(clock, longestLoad, () => settle('missing'));
      onAnswer = (answer) => {
        if (answer.kind === 'counted') return settle(answer.tokens);
        if (answer.kind === 'failed') return settle('missing');
        callOff();
        callOff = afterRunning(clock, longestCount, () => settle('slow'));
      };
      try {
        started().send(request);
      } catch {
        // The browser starts no thread: the texts after this one are not to wait for it.
        settle('missing');
      }
    });

  return {
    count(request) {
      const counted = before.then(() => ask(request));
      before = counted;
      return counted;
    },
    stop() {
      isStopped = true;
      onAnswer({ kind: 'failed', message: 'Nobody waits for it any more.' });
      end();
    },
  };
}

export function startTokenWorker(): TokenWorker {
  const worker = new Worker(new URL('./token-worker.ts', import.meta.url), { type: 'module' });
  return {
    send: (request) => worker.postMessage(request),
    onAnswer: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<TokenAnswer>) => listener(data)),
    onFailure: (listener) => worker.addEventListener('error', listener),
    terminate: () => worker.terminate(),
  };
}
