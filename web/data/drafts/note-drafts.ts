/**
 * Notes that are being written or changed: what was typed and not saved yet outlives the page, in the storage that needs
 * no time. One a prompt, note and tab, so that two tabs do not write over each other's; it goes when it was added or
 * emptied, and with everything else at sign-out.
 */
import { z } from 'zod';
import { formatNotes, parseNotes } from '#shared/merge/merge-notes.ts';
import { Id } from '#shared/model/ids.ts';
import { isBlank, storable } from '#shared/model/text.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';
import {
  type DraftStorage,
  keysWith,
  moveItem,
  noDraftStorage,
  parsedJson,
} from '../database/draft-storage.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from '../queries/queries.ts';
import { recoverText } from './recovered-prompt.ts';

/** `recoverAs`: for where its prompt is gone. */
const NoteDraft = z.object({
  promptId: Id,
  text: z.string(),
  recoverAs: Id,
  /** The note that it changes, and what that was before; absent of a new one. */
  edits: z.object({ id: z.string(), was: z.string() }).optional(),
});
type NoteDraft = z.infer<typeof NoteDraft>;

/** Returns the new note that is being written in this tab; '' for none. */
export function noteDraftOf(library: Library, promptId: number): string {
  return draftOf(library, promptId, undefined)?.text ?? '';
}

/** Returns what a note is being changed to in this tab, and what it was before; null where it is not. */
export function editDraftOf(library: Library, promptId: number, noteId: string): NoteEdit | null {
  const draft = draftOf(library, promptId, noteId);
  return draft?.edits === undefined ? null : { text: draft.text, was: draft.edits.was };
}

export type NoteEdit = { readonly text: string; readonly was: string };

/** Returns the draft of this tab; a tab without one takes over what an earlier page left behind. */
function draftOf(library: Library, promptId: number, noteId: string | undefined): NoteDraft | null {
  const { drafts } = library.deps;
  if (drafts === undefined) return null;
  const key = keyOf(library, promptId, noteId);
  const left = noteDraftKeys(drafts, library.user.id).find((each) => {
    const draft = readDraft(drafts, each);
    return draft?.promptId === promptId && draft.edits?.id === noteId;
  });
  if (readDraft(drafts, key) === null && left !== undefined) moveItem(drafts, left, key);
  return readDraft(drafts, key);
}

/** `edits`: the note that it changes. A blank text keeps nothing. */
export function keepNoteDraft(
  library: Library,
  promptId: number,
  text: string,
  edits?: NoteDraft['edits'],
): void {
  const { deps } = library;
  if (library.typed.areGivenUp()) return;
  const key = keyOf(library, promptId, edits?.id);
  if ((readDraft(deps.drafts ?? noDraftStorage, key)?.text ?? '') === text) return;
  if (isBlank(text)) {
    deps.drafts?.removeItem(key);
    return;
  }
  const draft: NoteDraft = { promptId, text, recoverAs: library.newId(), ...(edits && { edits }) };
  try {
    deps.drafts?.setItem(key, JSON.stringify(draft));
  } catch {
    // Full, or forbidden by the browser: it is on the screen still.
  }
}

/** One of a prompt that no longer exists becomes a prompt of its own: nobody would see it where it lies. */
export async function recoverNoteDrafts(library: Library, storage: DraftStorage): Promise<void> {
  for (const key of noteDraftKeys(storage, library.user.id)) {
    const draft = readDraft(storage, key);
    if (draft !== null && (await promptOf(library, draft.promptId)) !== undefined) continue;
    if (draft !== null) {
      const { text, recoverAs } = draft;
      if (!(await recoverText(library, { content: text, recoverAs, title: 'a note' })).ok) continue;
    }
    storage.removeItem(key);
  }
}

export function noteDraftKeys(storage: DraftStorage, userId: number): string[] {
  return keysWith(storage, prefixOf(userId));
}

/** A note that is being written, with the title of its prompt; null where the prompt is gone. */
export type UnfinishedNote = { text: string; promptTitle: string | null };

export async function unfinishedNotes(library: Library, storage: DraftStorage): Promise<UnfinishedNote[]> {
  const notes: UnfinishedNote[] = [];
  for (const key of noteDraftKeys(storage, library.user.id)) {
    const draft = readDraft(storage, key);
    if (draft === null) continue;
    const promptTitle = (await promptOf(library, draft.promptId))?.title ?? null;
    notes.push({ text: draft.text, promptTitle });
  }
  return notes;
}

type NoteChange = { name: 'updatePrompt'; args: ArgsOf<'updatePrompt'>; createdAt: string };

/** As changes that add them, for a file that carries what waits. */
export async function noteDraftChanges(library: Library): Promise<NoteChange[]> {
  const { user, deps } = library;
  const changes: NoteChange[] = [];
  for (const key of deps.drafts === undefined ? [] : noteDraftKeys(deps.drafts, user.id)) {
    const draft = deps.drafts === undefined ? null : readDraft(deps.drafts, key);
    const baseNotes = draft === null ? undefined : (await promptOf(library, draft.promptId))?.notes;
    if (draft === null || baseNotes === undefined) continue;
    const createdAt = new Date(deps.now()).toISOString();
    const note = { id: String(draft.recoverAs), content: storable(draft.text).trim(), createdAt };
    const notes = formatNotes([...parseNotes(baseNotes), note]);
    changes.push({ name: 'updatePrompt', args: { id: draft.promptId, notes, baseNotes }, createdAt });
  }
  return changes;
}

function readDraft(storage: DraftStorage, key: string): NoteDraft | null {
  return NoteDraft.safeParse(parsedJson(storage.getItem(key))).data ?? null;
}

function prefixOf(userId: number): string {
  return `promptory-draft-note:${userId}:`;
}

function keyOf({ user, tab }: Library, promptId: number, noteId = ''): string {
  return `${prefixOf(user.id)}${promptId}:${tab}${noteId === '' ? '' : `:${noteId}`}`;
}
