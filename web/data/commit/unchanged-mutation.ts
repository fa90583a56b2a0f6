/** A mutation that writes what is there already: the last write of what is open wins, and this is the last one. */
import { expandedProjectIds, openPromptIds, UiState } from '#shared/model/ui-state.ts';
import { bind } from '#shared/mutations/registry.ts';
import { mutationKey, type PushMutation } from '#shared/sync/wire.ts';
import type { Library } from '../database/library.ts';
import { nextNumber } from '../database/mutation-numbers.ts';
import { writersOf } from '../outbox/outbox-lookups.ts';

/** Returns null while nothing was ever stored that could be written once more, or a change of it waits itself. */
export async function unchangedMutation(library: Library): Promise<PushMutation | null> {
  const { db } = library;
  return db.transaction('rw', db.uiState, db.outbox, db.meta, async () => {
    for (const key of [openPromptIds, expandedProjectIds]) {
      const stored = UiState.safeParse((await db.uiState.get(key))?.row);
      if (!stored.success || (await writersOf(db, [`uiState:${key}`])).length > 0) continue;
      const bound = bind('setUiState', stored.data);
      if (!bound.ok) continue;
      return { key: mutationKey(library.client, await nextNumber(library)), ...bound.mutation.request };
    }
    return null;
  });
}
