import Dexie, { RangeSet, rangesOverlap } from 'dexie';
import type { Library } from '../database/library.ts';

/**
 * Calls the listener once, and then after every change of the row, in whichever tab or by whichever pull. It reads
 * nothing: the listener reads the row, in its turn with its own writes, and a live query would read it once before.
 * Returns how to stop.
 */
export function watchPrompt({ db }: Library, promptId: number, changed: () => void): () => void {
  let watching = true;
  const notify = () => {
    if (watching) changed();
  };
  const row = new RangeSet(promptId);
  const table = `idb://${db.name}/${db.prompts.name}/`;
  const onWrite: Parameters<typeof Dexie.on.storagemutated.subscribe>[0] = (parts) => {
    const written = parts[table];
    if (parts.all !== undefined || (written !== undefined && rangesOverlap(written, row))) notify();
  };
  Dexie.on.storagemutated.subscribe(onWrite);
  queueMicrotask(notify);
  return () => {
    watching = false;
    Dexie.on.storagemutated.unsubscribe(onWrite);
  };
}
