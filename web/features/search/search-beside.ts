import type { SearchResult } from '../../data/search/prompt-search.ts';

export type SearchAnswer =
  | { number: number; ok: true; result: SearchResult }
  | { number: number; ok: false; reason: string };

export type SearchBeside = {
  /** Rejects where the library could not be read. */
  search(query: string): Promise<SearchResult>;
  stop(): void;
};

/** Searches the library of this name in a thread of its own, which begins with the first search. */
export function searchBeside(databaseName: string): SearchBeside {
  const waiting = new Map<number, PromiseWithResolvers<SearchResult>>();
  let worker: Worker | undefined;
  let last = 0;

  function begin(): Worker {
    const begun = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
    begun.addEventListener('message', ({ data: answer }: MessageEvent<SearchAnswer>) => {
      const asked = waiting.get(answer.number);
      waiting.delete(answer.number);
      if (answer.ok) asked?.resolve(answer.result);
      else asked?.reject(new Error(answer.reason));
    });
    begun.addEventListener('error', () => {
      for (const asked of waiting.values()) asked.reject(new Error('The search has ended.'));
      waiting.clear();
      stop();
    });
    return begun;
  }

  function stop(): void {
    worker?.terminate();
    worker = undefined;
  }

  return {
    search(query) {
      worker ??= begin();
      last += 1;
      const asked = Promise.withResolvers<SearchResult>();
      waiting.set(last, asked);
      worker.postMessage({ number: last, databaseName, query });
      return asked.promise;
    },
    stop,
  };
}
