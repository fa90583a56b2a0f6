/**
 * Stores which prompts this device shows as rendered Markdown. It is this device's alone: nothing of it is sent. A
 * prompt that is gone is forgotten at the next reading or writing.
 */
import { z } from 'zod';
import type { Library } from './library.ts';
import { readMeta, writeMeta } from './meta.ts';

/** Returns the ids of those that still exist. */
export function readViewedPrompts(library: Library): Promise<readonly number[]> {
  return changeViewedPrompts(library, (ids) => ids);
}

export async function setPromptViewed(
  library: Library,
  { promptId, viewed }: { readonly promptId: number; readonly viewed: boolean },
): Promise<void> {
  await changeViewedPrompts(library, (ids) => {
    const others = ids.filter((id) => id !== promptId);
    return viewed ? [...others, promptId] : others;
  });
}

function changeViewedPrompts(
  { db }: Library,
  change: (ids: readonly number[]) => readonly number[],
): Promise<readonly number[]> {
  // A loss of power costs no more than a press of the switch.
  return db.relaxed([db.meta, db.prompts], async () => {
    const stored = (await readMeta(db, 'viewedPrompts', z.array(z.number()))) ?? [];
    const wanted = change(stored);
    const existing = wanted.length === 0 ? [] : await db.prompts.where('id').anyOf(wanted).primaryKeys();
    if (existing.length === 0 && stored.length > 0) await db.meta.delete('viewedPrompts');
    else if (existing.join() !== stored.join()) await writeMeta(db, 'viewedPrompts', existing);
    return existing;
  });
}
