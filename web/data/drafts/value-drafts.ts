/**
 * Keeps what a person typed for the variables of a prompt and did not save as a value set, on this device and over
 * reloads; with it which set was chosen, and changes of sets that a page which went away could not commit.
 *
 * 1. One draft a prompt, for all tabs: the tab that wrote last has it.
 * 2. It goes at sign-out, like everything else that is on this device only.
 */
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import { type DraftStorage, keysWith, noDraftStorage, parsedJson } from '../database/draft-storage.ts';
import type { Library } from '../database/library.ts';

const texts = z.record(z.string(), z.string());

/** Null stands for no value. `base`: the value that was there when it was typed. */
const ValueEdit = z.object({ name: z.string(), value: z.string().nullable(), base: z.string().nullable() });
export type ValueEdit = z.infer<typeof ValueEdit>;

const SetEdits = z.object({ id: Id, name: z.string(), edits: z.array(ValueEdit) });
export type SetEdits = z.infer<typeof SetEdits>;

const ValueDraft = z.object({
  /** The set that is shown; null: what is typed here. */
  chosen: Id.nullable(),
  values: texts,
  unsaved: z.array(SetEdits),
});
export type ValueDraft = z.infer<typeof ValueDraft>;

const nothing: ValueDraft = { chosen: null, values: {}, unsaved: [] };

/** In characters; beside the drafts of texts, which come first, there is room for a few megabytes. */
const longestDraft = 200_000;

export function valueDraftOf(library: Library, promptId: number): ValueDraft {
  const { drafts = noDraftStorage } = library.deps;
  return ValueDraft.safeParse(parsedJson(drafts.getItem(keyOf(library, promptId)))).data ?? nothing;
}

/** Returns whether it is kept: the storage may be full, and a draft too long for it. */
export function keepValueDraft(library: Library, promptId: number, draft: ValueDraft): boolean {
  const { drafts = noDraftStorage } = library.deps;
  if (library.typed.areGivenUp()) return true;
  const key = keyOf(library, promptId);
  const isEmpty = JSON.stringify(draft) === JSON.stringify(nothing);
  try {
    if (isEmpty) drafts.removeItem(key);
    else {
      const json = JSON.stringify(draft);
      if (json.length > longestDraft) return false;
      if (drafts.getItem(key) !== json) drafts.setItem(key, json);
    }
    return true;
  } catch {
    return false;
  }
}

export function forgetValueDrafts(storage: DraftStorage, userId: number): void {
  for (const key of keysWith(storage, prefixOf(userId))) storage.removeItem(key);
}

function prefixOf(userId: number): string {
  return `promptory-draft-values:${userId}:`;
}

function keyOf({ user }: Library, promptId: number): string {
  return `${prefixOf(user.id)}${promptId}`;
}
