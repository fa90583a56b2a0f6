import { clientWorker, createWorkerClient, type WorkerClientDeps } from '../../../ui/worker-client.ts';
import type { TokenAnswer, TokenRequest } from './token-requests.ts';

/** `missing`: the table of the encoding is not on this device, and cannot be had now. `slow`: it takes too long. */
export type CountedTokens = number | 'missing' | 'slow';

export type TokenCounter = {
  count(request: TokenRequest): Promise<CountedTokens>;
  stop(): void;
};

/** Milliseconds: a megabyte over a slow link; and a text, of which some take the square of their length. */
const longestLoad = 60_000;
const longestCount = 10_000;

type CounterDeps = Pick<WorkerClientDeps<TokenRequest, TokenAnswer>, 'startWorker' | 'clock'>;

/** Counts tokens in a thread, one text after the other. The thread ends with `stop`. */
export function createTokenCounter(deps: CounterDeps = { startWorker }): TokenCounter {
  let isStopped = false;
  let before: Promise<unknown> = Promise.resolve();
  let isLoaded = false;
  let settle: (counted: CountedTokens) => void = () => undefined;
  const client = createWorkerClient<TokenRequest, TokenAnswer>({
    ...deps,
    onAnswer(answer) {
      isLoaded = true;
      if (answer.kind === 'loaded') return client.watch(longestCount);
      if (answer.kind === 'counted') client.rest();
      else client.end();
      settle(answer.kind === 'counted' ? answer.tokens : 'missing');
    },
    onEnd: (why) => settle(why === 'late' && isLoaded ? 'slow' : 'missing'),
  });

  const ask = (request: TokenRequest) =>
    new Promise<CountedTokens>((resolve) => {
      if (isStopped) return resolve('missing');
      settle = resolve;
      isLoaded = false;
      client.watch(longestLoad);
      try {
        client.send(request);
      } catch {
        // The browser starts no thread: the texts after this one are not to wait for it.
        client.end();
        resolve('missing');
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
      client.end();
      settle('missing');
    },
  };
}

const startWorker = () =>
  clientWorker<TokenRequest, TokenAnswer>(
    new Worker(new URL('./token-worker.ts', import.meta.url), { type: 'module' }),
  );
