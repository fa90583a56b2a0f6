/**
 * Counts the outbox for the chip and the sign-out: without reading it, whatever waits.
 *
 * 1. The sum is the number of entries in the database.
 * 2. Only what was refused is read, with what can depend on it.
 */
import { type EntryState, heldEntries } from '#shared/sync/outbox.ts';
import type { OutboxCounts } from '#shared/sync/status.ts';
import type { Library } from '../database/library.ts';
import type { LibraryDb, StoredEntry } from '../database/library-db.ts';
import { headsIn, withFollowers } from './outbox-table.ts';

export function outboxCounts({ db }: Library): Promise<OutboxCounts> {
  return db.transaction('r', db.outbox, async () => {
    const [{ refused, held }, all] = await Promise.all([blockedEntries(db), db.outbox.count()]);
    const blocked = new Set([...refused.map(({ position }) => position), ...held]);
    return {
      waiting: all - blocked.size,
      refused: blocked.size,
      oldest: all === blocked.size ? null : await oldestWaiting(db, blocked),
    };
  });
}

/** Returns whether a push could carry anything, now or later. */
export async function hasSendable({ db }: Library): Promise<boolean> {
  const counts = await Promise.all([countIn(db, 'queued'), countIn(db, 'sent')]);
  return counts.some((count) => count > 0);
}

/** Counts what the server took and no pull brought back yet. */
export function countSent({ db }: Library): Promise<number> {
  return countIn(db, 'acknowledged');
}

/** Returns how many entries were refused, and how many others there are, held ones among them. */
export async function outboxSizes({ db }: Library): Promise<{ refused: number; waiting: number }> {
  const refused = await countIn(db, 'refused');
  return { refused, waiting: (await db.outbox.count()) - refused };
}

function countIn({ outbox }: LibraryDb, state: EntryState): Promise<number> {
  return outbox.where('[state+number]').between([state, -Infinity], [state, Infinity]).count();
}

/** Returns what was refused, and the positions of what waits for it. */
export async function blockedEntries(
  db: LibraryDb,
): Promise<{ refused: StoredEntry[]; held: ReadonlySet<number> }> {
  const refused = await headsIn(db, 'refused');
  if (refused.length === 0) return { refused, held: new Set() };
  return { refused, held: heldEntries(await withFollowers(db, refused)) };
}

async function oldestWaiting(db: LibraryDb, blocked: ReadonlySet<number>): Promise<string | null> {
  const byAge = db.outbox.orderBy('createdAt').limit(blocked.size + 1);
  const waiting = (await byAge.primaryKeys()).find((position) => !blocked.has(position));
  return waiting === undefined ? null : ((await db.outbox.get(waiting))?.createdAt ?? null);
}
