import Dexie, { RangeSet, rangesOverlap } from 'dexie';
import type { Stored } from '#shared/kinds/row.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Library } from '../database/library.ts';

/**
 * Calls the listener once, and then after every change of the row, in whichever tab or by whichever pull. It reads
 * nothing: the listener reads the row, in its turn with its own writes, and a live query would read it once before. A
 * row that a pull of this tab has just stored is passed as well, a moment earlier: it is the newest until the next call.
 * Returns how to stop.
 */
export function watchPrompt(
  { db, onArrival }: Library,
  promptId: number,
  changed: (row?: Prompt) => void,
): () => void {
  let watching = true;
  const notify = () => {
    if (watching) changed();
  };
  const onRows = (rows: readonly Stored[]) => {
    for (const stored of rows) if (stored.type === 'prompt' && stored.id === promptId) changed(stored.row);
  };
  const row = new RangeSet(promptId);
  const table = `idb://${db.name}/${db.prompts.name}/`;
  const onWrite: Parameters<typeof Dexie.on.storagemutated.subscribe>[0] = (parts) => {
    const written = parts[table];
    if (parts.all !== undefined || (written !== undefined && rangesOverlap(written, row))) notify();
  };
  Dexie.on.storagemutated.subscribe(onWrite);
  onArrival.add(onRows);
  queueMicrotask(notify);
  return () => {
    watching = false;
    onArrival.delete(onRows);
    Dexie.on.storagemutated.unsubscribe(onWrite);
  };
}
