/**
 * Keeps what a person typed for the variables of a prompt and did not save as a value set, on this device and over
 * reloads; with it which set was chosen, and changes of sets that a page which went away could not commit.
 *
 * 1. One draft a prompt, for all tabs: the tab that wrote last has it.
 * 2. It goes at sign-out, which names it and offers a file with it first (`unsent.ts`).
 */
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import { recordOf } from '#shared/model/record-of.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';
import { type DraftStorage, keysWith, noDraftStorage, parsedJson } from '../database/draft-storage.ts';
import type { Library } from '../database/library.ts';

const texts = recordOf(z.string(), z.string());

/** Null stands for no value. `base`: the value that was there when it was typed. */
const ValueEdit = z.object({ name: z.string(), value: z.string().nullable(), base: z.string().nullable() });
export type ValueEdit = z.infer<typeof ValueEdit>;

const SetEdits = z.object({ id: Id, name: z.string(), edits: z.array(ValueEdit) });
export type SetEdits = z.infer<typeof SetEdits>;

const ValueDraft = z.object({
  /** The set that is shown; null: what is typed here; left out while nobody has chosen. */
  chosen: Id.nullable().optional(),
  values: texts,
  unsaved: z.array(SetEdits),
});
export type ValueDraft = z.infer<typeof ValueDraft>;

const nothing: ValueDraft = { values: {}, unsaved: [] };

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

/** The prompt whose variables have values that are only here, and the names of these variables. */
export type TypedValues = { readonly promptTitle: string; readonly names: readonly string[] };

type Lost = {
  readonly promptId: number;
  readonly values: Readonly<Record<string, string>>;
  readonly unsaved: SetEdits[];
};

/** Reads what signing out would lose: without empty values, and not of prompts that are gone, where nothing shows it. */
async function lostValues(library: Library, storage: DraftStorage): Promise<Lost[]> {
  const prefix = prefixOf(library.user.id);
  const kept = keysWith(storage, prefix).flatMap((key): Lost[] => {
    const draft = ValueDraft.safeParse(parsedJson(storage.getItem(key))).data;
    if (draft === undefined) return [];
    const values = Object.fromEntries(Object.entries(draft.values).filter(([, value]) => value !== ''));
    const promptId = Number(key.slice(prefix.length));
    const isNone = Object.keys(values).length === 0 && draft.unsaved.length === 0;
    return isNone ? [] : [{ promptId, values, unsaved: draft.unsaved }];
  });
  if (kept.length === 0) return [];
  const ids = kept.map(({ promptId }) => promptId);
  const there = new Set(await library.db.prompts.where(':id').anyOf(ids).primaryKeys());
  return kept.filter(({ promptId }) => there.has(promptId));
}

/** Lists the values that signing out would lose. */
export async function typedValues(library: Library, storage: DraftStorage): Promise<TypedValues[]> {
  const found: TypedValues[] = [];
  for (const { promptId, values, unsaved } of await lostValues(library, storage)) {
    const promptTitle = (await library.db.prompts.get(promptId))?.row.title ?? '';
    const names = [...Object.keys(values), ...unsaved.flatMap(({ edits }) => edits.map(({ name }) => name))];
    found.push({ promptTitle, names: [...new Set(names)] });
  }
  return found;
}

/** Names the drafts of a person's values that hold something, for telling two moments apart. */
export function valueDraftStates(storage: DraftStorage, userId: number): string[] {
  return keysWith(storage, prefixOf(userId)).map((key) => `${key}=${storage.getItem(key)}`);
}

type ValuesChange = { name: 'setAttributes'; args: ArgsOf<'setAttributes'>; createdAt: string };

/** Returns changes that add them, for a file that carries what waits: what was typed without a set is in one of this name. */
export async function valueDraftChanges(library: Library, setName: string): Promise<ValuesChange[]> {
  const { drafts = noDraftStorage } = library.deps;
  const createdAt = new Date(library.deps.now()).toISOString();
  const changes: ValuesChange[] = [];
  for (const { promptId, values, unsaved } of await lostValues(library, drafts)) {
    const stored = (await library.db.prompts.get(promptId))?.row.attributes?.valueSets ?? [];
    const valueSets = unsaved.map(({ id, name, edits }) => {
      const set = stored.find((each) => each.id === id);
      return {
        ...{ id, name: set?.name ?? name },
        values: withEdits(set?.values, edits, 'value'),
        base: withEdits(set?.values, edits, 'base'),
      };
    });
    if (Object.keys(values).length > 0)
      valueSets.push({ id: library.newId(), name: setName, values: { ...values }, base: {} });
    changes.push({ name: 'setAttributes', args: { id: promptId, valueSets }, createdAt });
  }
  return changes;
}

/** Returns the values with the edits in them, or with what these were typed over. */
export function withEdits(
  values: Readonly<Record<string, string>> = {},
  edits: readonly ValueEdit[],
  side: 'value' | 'base',
): Record<string, string> {
  const result = new Map(Object.entries(values));
  for (const edit of edits) {
    const value = edit[side];
    if (value === null) result.delete(edit.name);
    else result.set(edit.name, value);
  }
  return Object.fromEntries(result);
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
