/**
 * Decides what becomes of an entry that fails while others pass: it is tried alone, later and later, so that it holds
 * up nothing that does not depend on it.
 *
 * 1. One that the server fails on is refused in the end, so that a person decides about it.
 * 2. One on which the connection breaks off is never refused: nobody has answered anything about it.
 */
import { type EntryHead, type TroubleReason, transition } from './outbox.ts';

/** Some three minutes in all. */
export const failedEntry = { tries: 8, firstMs: 2_000, longestMs: 60_000 } as const;

/** A try of a large text costs as much as the text, so the pauses get longer. */
export const longestPauseMs: Readonly<Record<TroubleReason, number>> = {
  server: failedEntry.longestMs,
  link: 240_000,
};

/** Milliseconds until something that has failed so many times in a row is tried again. */
export function pauseAfter(tries: number, longestMs: number): number {
  return Math.min(longestMs, failedEntry.firstMs * 2 ** Math.min(tries - 1, 20));
}

/** Returns the entry after one more try failed; one that came before its time does not count. */
export function afterFailedTry<Entry extends EntryHead>(
  entry: Entry,
  { at, reason }: { at: number; reason: TroubleReason },
): Entry {
  if (entry.state !== 'sent' || !isDue(entry, at)) return entry;
  const tries = (reasonOf(entry.trouble) === reason ? (entry.trouble?.tries ?? 0) : 0) + 1;
  if (reason === 'server' && tries >= failedEntry.tries) {
    return { ...transition(entry, 'refused'), problem: { code: 'server_failed' } };
  }
  const notBefore = new Date(at + pauseAfter(tries, longestPauseMs[reason])).toISOString();
  return { ...entry, trouble: { tries, notBefore, reason } };
}

/** Whether it may be tried by now. A pause that no try ever asked for is one of a clock that was set back. */
export function isDue({ trouble }: Pick<EntryHead, 'trouble'>, at: number): boolean {
  if (trouble === undefined) return true;
  const pause = Date.parse(trouble.notBefore) - at;
  return pause <= 0 || pause > longestPauseMs[reasonOf(trouble)];
}

function reasonOf(trouble: EntryHead['trouble']): TroubleReason {
  return trouble?.reason ?? 'server';
}
