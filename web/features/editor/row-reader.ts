import { backoffMs } from '#shared/sync/backoff.ts';

export type RowReaderDeps = {
  readonly store: { content(): Promise<string | undefined> };
  random(): number;
  retryAfter(milliseconds: number): void;
};

/** `row`: the text; undefined where there is no such row. */
export type RowReading = { readonly row: string | undefined };

/** Returns a function that reads a row. Where the browser refuses, it plans a retry and resolves to null. */
export function createRowReader({ store, random, retryAfter }: RowReaderDeps) {
  let failures = 0;
  return async function readRow(): Promise<RowReading | null> {
    try {
      const row = await store.content();
      failures = 0;
      return { row };
    } catch {
      failures += 1;
      retryAfter(backoffMs(failures, random));
      return null;
    }
  };
}
