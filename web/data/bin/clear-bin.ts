/**
 * Removes from the bin for good: what a person says, what is older than 30 days, and what is too much.
 *
 * 1. Whole groups: what is listed can be restored with all that it names.
 * 2. In portions, each a transaction of its own, so that what is typed meanwhile gets to the disk between them.
 * 3. Of what is too much, the deletion that is the longest ago goes first; the latest always stays.
 * 4. Bytes of files go with the next pass of the files (`uploads.ts`).
 */
import type { Library } from '../database/library.ts';
import type { BinItem, LibraryDb } from '../database/library-db.ts';
import { readNumberOf } from '../database/meta.ts';
import { removeItems } from '../rows/bin-rows.ts';
import { someOfGroup } from './bin-groups.ts';

const day = 24 * 60 * 60 * 1000;
export const daysInBin = 30;
export const mostBinBytes = 200 * 1024 * 1024;

/** So many rows at a time take some ten milliseconds: nobody who types waits longer than that. */
const itemsInPortion = 200;

/** Deletes an item with all that went with it. */
export async function deleteForGood({ db }: Library, key: string): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    isLeft = await db.write([...db.bin, db.meta], async () => {
      const item = await db.binItems.get(key);
      if (item === undefined) return false;
      await removeItems(db, await someOfGroup(db, item, itemsInPortion));
      return true;
    });
  }
}

export async function emptyBin({ db }: Library): Promise<void> {
  await db.write([...db.bin, db.meta], async () => {
    await Promise.all([db.binItems.clear(), db.binRows.clear(), db.meta.delete('binBytes')]);
  });
}

/** Removes what has been there for too long, and what is too much. */
export async function tidyBin(library: Library, { mostBytes = mostBinBytes } = {}): Promise<void> {
  const { db, deps } = library;
  for (const { key } of await groupsUntil(db, deps.now() - daysInBin * day)) {
    await deleteForGood(library, key);
  }
  while ((await readNumberOf(db, 'binBytes')) > mostBytes) {
    const [oldest, next] = await groupsUntil(db, Infinity, 2);
    if (oldest === undefined || next === undefined) return;
    await deleteForGood(library, oldest.key);
  }
}

/** Oldest first. */
function groupsUntil({ binItems }: LibraryDb, at: number, most = Infinity): Promise<BinItem[]> {
  return binItems.where('[under+at]').between(['', -Infinity], ['', at], true, true).limit(most).toArray();
}
