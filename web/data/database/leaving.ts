/**
 * Closes a library for commits before a sign-out counts for the last time.
 *
 * 1. The mark is written in a transaction over all tables: every commit of any tab is either before it, and is
 *    counted, or after it, and is refused with `signing_out`.
 * 2. The mark lives no longer than the lock `leavingLock`: whoever holds that lock next and finds the person
 *    still signed in takes the mark back. A tab that dies in the middle of a sign-out leaves no closed library.
 * Before: `session.ts`, which holds the lock. After: the deletion of the library, or `reopenForCommits`.
 */
import { z } from 'zod';
import type { Library } from './library.ts';
import { type MetaSource, readMeta, writeMeta } from './meta.ts';

export function leavingLock({ db }: Library): string {
  return `promptory-leaving-${db.name}`;
}

export async function closeForCommits({ db }: Library): Promise<void> {
  await db.transaction('rw', db.everything, async () => writeMeta(db, 'leaving', true));
}

export async function reopenForCommits({ db }: Library): Promise<void> {
  await db.meta.delete('leaving');
}

/** Whether a sign-out has closed this library. Commits ask inside their own transaction. */
export async function isClosedForCommits({ db }: { db: MetaSource }): Promise<boolean> {
  return (await readMeta(db, 'leaving', z.literal(true))) === true;
}
