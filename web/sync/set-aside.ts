/**
 * Does what is to be done with many files, so that one that fails stops no other.
 *
 * 1. What fails while the server is there is set aside, each for a pause of its own that grows; what never failed goes
 *    first. In memory: after a reload each is tried once.
 * 2. Several failures in a row are the server or the network and not these files: the rest waits for the next pass.
 */
import { longestPauseMs, pauseAfter } from '#shared/sync/failed-entry.ts';

export type SetAside = {
  /** How often it has failed in a row. */
  tries(key: string): number;
  isDue(key: string, at: number): boolean;
  failed(key: string, at: number): void;
  passed(key: string): void;
  /** Milliseconds until the next is tried; undefined if nothing is set aside. */
  nextMs(at: number): number | undefined;
  /** Forgets all others. */
  keepOnly(keys: readonly string[]): void;
  /** Makes everything due: a person asks for it. */
  clear(): void;
};

export function createSetAside(): SetAside {
  const failures = new Map<string, { tries: number; notBefore: number }>();
  const tries = (key: string) => failures.get(key)?.tries ?? 0;
  return {
    tries,
    isDue: (key, at) => (failures.get(key)?.notBefore ?? at) <= at,
    failed(key, at) {
      const count = tries(key) + 1;
      failures.set(key, { tries: count, notBefore: at + pauseAfter(count, longestPauseMs.link) });
    },
    passed: (key) => void failures.delete(key),
    nextMs(at) {
      const times = [...failures.values()].map(({ notBefore }) => notBefore);
      return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - at);
    },
    keepOnly(keys) {
      const kept = new Set(keys);
      for (const key of failures.keys()) if (!kept.has(key)) failures.delete(key);
    },
    clear: () => failures.clear(),
  };
}

/** `own`: it failed, and may well pass for others. `all`: nothing more is to be done in this pass. */
export type FileOutcome<Result> = { kind: 'done' } | { kind: 'own' | 'all'; result: Result };

const mostFailures = 3;

/** Returns the first failure, undefined if there was none. `keyOf`: names an item from one pass to the next. */
export async function eachOfThem<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<FileOutcome<Result>>,
  { aside, keyOf, now }: { aside: SetAside; keyOf(item: Item): string; now(): number },
): Promise<FileOutcome<Result>> {
  let failure: FileOutcome<Result> = { kind: 'done' };
  let failures = 0;
  const due = items.filter((item) => aside.isDue(keyOf(item), now()));
  for (const item of due.toSorted((a, b) => aside.tries(keyOf(a)) - aside.tries(keyOf(b)))) {
    const outcome = await run(item);
    if (outcome.kind === 'all') return outcome;
    if (outcome.kind === 'done') {
      aside.passed(keyOf(item));
      failures = 0;
      continue;
    }
    aside.failed(keyOf(item), now());
    if (failure.kind === 'done') failure = outcome;
    failures += 1;
    if (failures >= mostFailures) break;
  }
  return failure;
}
