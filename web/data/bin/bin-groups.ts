/** Walks what lies in the bin: an item with all that went with it is a group. */
import type { BinItem, LibraryDb } from '../database/library-db.ts';

/** Returns some of the items that went with this one, those of a kind if one is named. */
export function itemsUnder(
  { binItems }: LibraryDb,
  key: string,
  { type, most }: { type?: BinItem['type']; most: number },
): Promise<BinItem[]> {
  return type === undefined
    ? binItems
        .where('[under+at]')
        .between([key, -Infinity], [key, Infinity], true, true)
        .limit(most)
        .toArray()
    : binItems.where('[under+type]').equals([key, type]).limit(most).toArray();
}

/** Returns up to `most` items of a group, so that what is inside of an item never comes after it. */
export async function someOfGroup(db: LibraryDb, item: BinItem, most: number): Promise<BinItem[]> {
  const found: BinItem[] = [];
  if (item.type === 'project' || item.type === 'prompt') {
    for (const inner of await itemsUnder(db, item.key, { most })) {
      found.push(...(await someOfGroup(db, inner, most - found.length)));
      if (found.length >= most) return found.slice(0, most);
    }
  }
  return found.length < most ? [...found, item] : found;
}
