/**
 * Records of which prompts each transaction wrote or deleted the row or a version, so that a search in another thread
 * reads those and not the library. A reader that is further behind than the log reaches reads everything.
 */
import type { LibraryDb } from '../database/library-db.ts';

/** The log is cut after so many transactions, and keeps four times as many. */
const cutEvery = 256;
const mostKept = 4 * cutEvery;

/** Inside the transaction of the rows. */
export async function recordPromptChanges(db: LibraryDb, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const stamp = await db.promptChanges.add({ ids: [...ids] });
  if (stamp % cutEvery === 0) {
    await db.promptChanges
      .where('stamp')
      .belowOrEqual(stamp - mostKept)
      .delete();
  }
}

/** `stamp`: of the latest change; 0 before the first one. `ids`: `all`, where the log does not reach back. */
export type PromptChanges = { stamp: number; ids: ReadonlySet<number> | 'all' };

/** Returns what was changed after this stamp. */
export async function promptChangesAfter(db: LibraryDb, stamp: number | null): Promise<PromptChanges> {
  const latest = Number((await db.promptChanges.orderBy('stamp').lastKey()) ?? 0);
  if (latest === stamp) return { stamp, ids: new Set() };
  if (stamp === null || latest < stamp) return { stamp: latest, ids: 'all' };
  const changes = await db.promptChanges.where('stamp').above(stamp).toArray();
  const isWhole = changes.length === latest - stamp;
  return { stamp: latest, ids: isWhole ? new Set(changes.flatMap(({ ids }) => ids)) : 'all' };
}
