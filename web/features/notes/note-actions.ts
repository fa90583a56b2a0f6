import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import { commit } from '../../data/commit/commit.ts';
import type { CommitOutcome } from '../../data/commit/commit-outcome.ts';
import type { Library } from '../../data/database/library.ts';
import { promptNotesOf } from '../../data/queries/prompt-notes.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { withNote, withNoteText, withoutNote } from './note-list.ts';

type NoteActionDeps = {
  library: Library;
  promptId: number;
  now(): number;
  notify(toast: ToastRequest): void;
};

/** Each resolves to whether it was done; a toast reports it either way. */
export type NoteActions = {
  add(content: string): Promise<boolean>;
  /**
   * `base`: the notes text upon which the note was changed. Where another device changed the same words of it
   * meanwhile, both texts stay.
   */
  edit(changed: { id: string; content: string }, base: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
};

export function noteActions({ library, promptId, now, notify }: NoteActionDeps): NoteActions {
  /** Upon `base`, or the notes as they are at this moment; what another tab writes meanwhile is merged by note. */
  async function change(
    edit: (stored: string) => string | null,
    { base, ...toasts }: { done: string; failed: string; base?: string },
  ): Promise<boolean> {
    try {
      const outcome = await write(edit, base);
      if (outcome === null) return false;
      if (outcome.ok) notify({ title: toasts.done });
      else notify({ title: toasts.failed, description: reasonOf(outcome), kind: 'destructive' });
      return outcome.ok;
    } catch {
      notify({
        title: t('Failed to save notes'),
        description: messages.changeNotWritten,
        kind: 'destructive',
      });
      return false;
    }
  }

  async function write(
    edit: (stored: string) => string | null,
    base?: string,
  ): Promise<CommitOutcome | null> {
    const stored = base ?? (await promptNotesOf(library, promptId));
    if (stored === undefined) return { ok: false, code: 'not_found', errors: [] };
    const notes = edit(stored);
    if (notes === null) return null;
    return commit(library, 'updatePrompt', { id: promptId, notes, baseNotes: stored });
  }

  return {
    add: (content) =>
      change((stored) => withNote(stored, { content, now: now() }), {
        done: t('Note added'),
        failed: t('Failed to add note'),
      }),
    edit: (changed, base) =>
      change((stored) => withNoteText(stored, changed), {
        base,
        done: t('Note saved'),
        failed: t('Failed to save notes'),
      }),
    remove: (id) =>
      change((stored) => withoutNote(stored, id), {
        done: t('Note deleted'),
        failed: t('Failed to delete note'),
      }),
  };
}

function reasonOf(outcome: Extract<CommitOutcome, { ok: false }>): string {
  if (outcome.code === 'invalid_fields') return t('The notes of one prompt hold at most 1 MB.');
  return refusalMessages[outcome.code];
}
