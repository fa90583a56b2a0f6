/**
 * Decides what becomes of an entry that the server fails on while it takes others: it is tried alone, later and
 * later, so that it holds up nothing that does not depend on it, and is refused in the end, so that a person hears
 * of it.
 */
import { type EntryHead, transition } from './outbox.ts';

/** Some three minutes in all. */
export const failedEntry = { tries: 8, firstMs: 2_000, longestMs: 60_000 } as const;

/** Returns the entry after one more try failed; one that came before its time does not count. */
export function afterFailedTry<Entry extends EntryHead>(entry: Entry, at: number): Entry {
  if (entry.state !== 'sent' || !isDue(entry, at)) return entry;
  const tries = (entry.trouble?.tries ?? 0) + 1;
  if (tries >= failedEntry.tries) {
    return { ...transition(entry, 'refused'), problem: { code: 'server_failed' } };
  }
  const pause = Math.min(failedEntry.longestMs, failedEntry.firstMs * 2 ** (tries - 1));
  return { ...entry, trouble: { tries, notBefore: new Date(at + pause).toISOString() } };
}

/** Whether it may be tried by now. A pause that no try ever asked for is one of a clock that was set back. */
export function isDue({ trouble }: Pick<EntryHead, 'trouble'>, at: number): boolean {
  if (trouble === undefined) return true;
  const pause = Date.parse(trouble.notBefore) - at;
  return pause <= 0 || pause > failedEntry.longestMs;
}
