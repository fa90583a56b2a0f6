/**
 * Keeps what a person typed for the settings of a prompt and is not saved, on this device and over reloads: JSON that is
 * not complete yet, for one.
 *
 * 1. One draft a prompt, for all tabs: the tab that wrote last has it.
 * 2. It goes at sign-out, which names it and offers a file with it first, as a note of its prompt (`unsent.ts`).
 */
import { z } from 'zod';
import { formatNotes, parseNotes } from '#shared/merge/merge-notes.ts';
import { type SettingName, settingNames } from '#shared/model/prompt-settings.ts';
import { storable } from '#shared/model/text.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';
import { settingLabels } from '#shared/text/settings/shown-settings.ts';
import { type DraftStorage, keysWith, noDraftStorage, parsedJson } from '../database/draft-storage.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from '../queries/queries.ts';
import type { TypedValues } from './value-drafts.ts';

/** `base`: the setting that was there when it was typed; absent: none. */
const SettingEdit = z.object({
  name: z.enum(settingNames as [SettingName, ...SettingName[]]),
  text: z.string(),
  base: z.unknown().optional(),
});
export type SettingEdit = z.infer<typeof SettingEdit>;

const Draft = z.array(SettingEdit);

export function settingDraftOf(library: Library, promptId: number): readonly SettingEdit[] {
  return readDraft(library.deps.drafts ?? noDraftStorage, keyOf(library, promptId));
}

/** Returns whether it is kept: the storage may be full, or forbidden by the browser. */
export function keepSettingDraft(library: Library, promptId: number, edits: readonly SettingEdit[]): boolean {
  const { drafts = noDraftStorage } = library.deps;
  if (library.typed.areGivenUp()) return true;
  const key = keyOf(library, promptId);
  try {
    const json = JSON.stringify(edits);
    if (edits.length === 0) drafts.removeItem(key);
    else if (drafts.getItem(key) !== json) drafts.setItem(key, json);
    return true;
  } catch {
    return false;
  }
}

/** Returns what is typed and not saved, by prompt and the name of the setting on the screen. */
export function unfinishedSettings(
  library: Library,
): { readonly promptId: number; readonly label: string; readonly text: string }[] {
  const labels = settingLabels();
  return draftsIn(library, library.deps.drafts ?? noDraftStorage).flatMap(({ promptId, edits }) =>
    edits.map(({ name, text }) => ({ promptId, label: labels[name], text })),
  );
}

/** Names the settings that signing out would lose, by prompt. */
export async function typedSettings(library: Library, storage: DraftStorage): Promise<TypedValues[]> {
  const labels = settingLabels();
  const found: TypedValues[] = [];
  for (const { promptId, edits } of draftsIn(library, storage)) {
    const promptTitle = (await promptOf(library, promptId))?.title;
    if (promptTitle === undefined) continue;
    found.push({ promptTitle, names: edits.map(({ name }) => labels[name]) });
  }
  return found;
}

/** Names the drafts of a person's settings, for telling two moments apart. */
export function settingDraftStates(storage: DraftStorage, userId: number): string[] {
  return keysWith(storage, prefixOf(userId)).map((key) => `${key}=${storage.getItem(key)}`);
}

type NoteChange = { name: 'updatePrompt'; args: ArgsOf<'updatePrompt'>; createdAt: string };

/** Returns changes that add them as notes of their prompts, for a file that carries what waits. */
export async function settingDraftChanges(library: Library): Promise<NoteChange[]> {
  const { drafts = noDraftStorage, now } = library.deps;
  const createdAt = new Date(now()).toISOString();
  const labels = settingLabels();
  const changes: NoteChange[] = [];
  for (const { promptId, edits } of draftsIn(library, drafts)) {
    const baseNotes = (await promptOf(library, promptId))?.notes;
    if (baseNotes === undefined) continue;
    const content = storable(edits.map(({ name, text }) => `${labels[name]}:\n${text}`).join('\n\n'));
    const note = { id: String(library.newId()), content, createdAt };
    const notes = formatNotes([...parseNotes(baseNotes), note]);
    changes.push({ name: 'updatePrompt', args: { id: promptId, notes, baseNotes }, createdAt });
  }
  return changes;
}

export function forgetSettingDrafts(storage: DraftStorage, userId: number): void {
  for (const key of keysWith(storage, prefixOf(userId))) storage.removeItem(key);
}

/** An emptied field is not worth a question. */
function draftsIn(library: Library, storage: DraftStorage) {
  const prefix = prefixOf(library.user.id);
  return keysWith(storage, prefix)
    .map((key) => ({
      promptId: Number(key.slice(prefix.length)),
      edits: readDraft(storage, key).filter(({ text }) => text.trim() !== ''),
    }))
    .filter(({ edits }) => edits.length > 0);
}

function readDraft(storage: DraftStorage, key: string): readonly SettingEdit[] {
  return Draft.safeParse(parsedJson(storage.getItem(key))).data ?? [];
}

function prefixOf(userId: number): string {
  return `promptory-draft-settings:${userId}:`;
}

function keyOf({ user }: Library, promptId: number): string {
  return `${prefixOf(user.id)}${promptId}`;
}
