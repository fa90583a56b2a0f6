/**
 * Searches the library of this name in a thread of its own, so that typing goes on.
 *
 * 1. The thread begins with the first search or with `prepare`, and holds all texts in memory.
 * 2. It ends some minutes after the last of either, and gives the memory back; the next one begins it again.
 */
import type { Library } from '../../data/database/library.ts';
import type { SearchOptions, SearchResult } from '../../data/search/prompt-search.ts';
import type { Clock } from '../../ui/clock.ts';
import { clientWorker, createWorkerClient } from '../../ui/worker-client.ts';
import type { SearchAnswer, SearchRequest } from './search-messages.ts';

export type SearchBeside = {
  /** Rejects where the library could not be read. */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /** Reads the texts, so that the next search need not. */
  prepare(): void;
  stop(): void;
};

type Waiting = Map<number, PromiseWithResolvers<SearchResult>>;

const releaseAfterMs = 5 * 60_000;

const hasEnded = () => new Error('The search has ended.');

export function searchBeside(
  { db, onCommit, typed }: Pick<Library, 'db' | 'onCommit' | 'typed'>,
  clock: Pick<Clock, 'after'>,
): SearchBeside {
  const waiting: Waiting = new Map();
  let last = 0;
  let callOff = () => {};
  let commits = 0;
  const countCommit = () => {
    commits += 1;
  };
  const client = createWorkerClient<SearchRequest, SearchAnswer>({
    startWorker: () =>
      clientWorker(new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' })),
    onAnswer: (answer) => settle(waiting, answer),
    onEnd: () => fail(hasEnded()),
  });

  /** Ends a thread that takes or answers no question: the next search begins another one. */
  function fail(error: unknown): void {
    stop();
    rejectAll(waiting, error);
  }

  function releaseLater(): void {
    callOff();
    callOff = clock.after(releaseAfterMs, () => (waiting.size === 0 ? stop() : releaseLater()));
  }

  function stop(): void {
    callOff();
    onCommit.delete(countCommit);
    client.end();
  }

  async function search(query: string, options?: SearchOptions): Promise<SearchResult> {
    onCommit.add(countCommit);
    releaseLater();
    if (typed.hasPending()) {
      // So that words that were typed a moment ago are found.
      await typed.storeAll();
      if (!onCommit.has(countCommit)) throw hasEnded();
    }
    last += 1;
    const asked = Promise.withResolvers<SearchResult>();
    waiting.set(last, asked);
    try {
      client.send({ number: last, databaseName: db.name, query, commits, options });
    } catch (error) {
      fail(error);
    }
    return await asked.promise;
  }

  // A library that cannot be read now is reported by the search itself.
  const prepare = () => void search('').catch(() => undefined);

  return { search, prepare, stop };
}

function rejectAll(waiting: Waiting, error: unknown): void {
  for (const asked of waiting.values()) asked.reject(error);
  waiting.clear();
}

function settle(waiting: Waiting, answer: SearchAnswer): void {
  const asked = waiting.get(answer.number);
  waiting.delete(answer.number);
  if (answer.ok) asked?.resolve(answer.result);
  else asked?.reject(new Error(answer.reason));
}
