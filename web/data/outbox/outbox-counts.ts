/**
 * Counts the outbox for the chip and the sign-out: without reading it, whatever waits and whatever is held.
 *
 * 1. The sum is the number of entries in the database.
 */
import type { EntryState } from '#shared/sync/outbox.ts';
import type { OutboxCounts } from '#shared/sync/status.ts';
import type { Library } from '../database/library.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { markedAs } from './blocked-entries.ts';

export function outboxCounts({ db }: Library): Promise<OutboxCounts> {
  return db.transaction('r', db.outbox, async () => {
    const [waiting, refused, oldest] = await Promise.all([
      markedAs(db, 0).count(),
      markedAs(db, 1).count(),
      markedAs(db, 0).first(),
    ]);
    return { waiting, refused, oldest: oldest?.createdAt ?? null };
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
