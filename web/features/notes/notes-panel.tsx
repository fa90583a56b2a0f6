import { Button } from '@chakra-ui/react';
import { atom, useAtom } from 'jotai';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { LuNotebookPen, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Note } from '#shared/model/note.ts';
import { isBlank } from '#shared/model/text.ts';
import { fullDate, noteDate } from '#shared/text/relative-time.ts';
import type { Library } from '../../data/database/library.ts';
import { keepNoteDraft, noteDraftOf } from '../../data/drafts/note-drafts.ts';
import { promptNotesOf } from '../../data/queries/prompt-notes.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { commandKey } from '../../ui/pressed-key.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { noteActions } from './note-actions.ts';
import { shownNotes } from './note-list.ts';
import './notes-panel.css';

export type NotesPanelProps = {
  readonly library: Library;
  readonly promptId: number;
  notify(toast: ToastRequest): void;
  /** The time in milliseconds, for tests. */
  now?(): number;
};

/** Keeps the note typed for a prompt and not added yet, when going to another prompt and back, and over a reload. */
const draftsAtom = atom<ReadonlyMap<number, string>>(new Map());

/** Shows the notes about a prompt, beside it and never in it. */
export function NotesPanel({ library, promptId, notify, now = Date.now }: NotesPanelProps) {
  const heading = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const stored = useLive(() => promptNotesOf(library, promptId), [library, promptId]);
  const [doomed, setDoomed] = useState<Note | null>(null);
  const actions = noteActions({ library, promptId, now, notify });
  const notes = stored === undefined ? [] : shownNotes(stored);
  const today = useToday(now);
  return (
    <aside className="notes-panel" aria-labelledby={heading}>
      <h2 id={heading} className="notes-title">
        {t('Notes')}
      </h2>
      <NewNote key={promptId} library={library} promptId={promptId} box={box} onAdd={actions.add} />
      {notes.length === 0 && stored !== undefined ? (
        <p className="notes-none">
          <LuNotebookPen aria-hidden="true" />
          {t('No notes yet')}
        </p>
      ) : (
        <ul className="notes-list" aria-label={t('Notes')}>
          {notes.map((note) => (
            <NoteRow key={note.id} note={note} now={today} onDelete={() => setDoomed(note)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed !== null) void actions.remove(doomed.id);
          setDoomed(null);
        }}
        title={t('Delete Note')}
        question={t('Are you sure you want to delete this note? This action cannot be undone.')}
        finalFocus={() => box.current}
      />
    </aside>
  );
}

type NewNoteProps = {
  readonly library: Library;
  readonly promptId: number;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  onAdd(content: string): Promise<boolean>;
};

function NewNote({ library, promptId, box, onAdd }: NewNoteProps) {
  const [drafts, setDrafts] = useAtom(draftsAtom);
  const [adding, setAdding] = useState(false);
  const draft = drafts.get(promptId) ?? noteDraftOf(library, promptId);
  useEffect(() => keepNoteDraft(library, promptId, draft), [library, promptId, draft]);
  const canAdd = !isBlank(draft) && !adding;

  async function add(): Promise<void> {
    if (!canAdd) return;
    // The button that was pressed cannot be pressed again before something else is typed.
    box.current?.focus();
    setAdding(true);
    // What is typed while it is being written is the next note.
    if (await onAdd(draft)) {
      setDrafts((before) => withDraft(before, promptId, restAfter(before.get(promptId) ?? draft, draft)));
    }
    setAdding(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (commandKey(event) !== 'Enter') return;
    event.preventDefault();
    void add();
  }

  return (
    <form
      className="notes-new"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <textarea
        ref={box}
        aria-label={t('New note')}
        placeholder={t('Add a note...')}
        rows={3}
        value={draft}
        onChange={(event) => setDrafts((before) => withDraft(before, promptId, event.target.value))}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" size="sm" variant="solid" disabled={!canAdd} data-tooltip={t('Add (Ctrl+Enter)')}>
        {t('Add Note')}
      </Button>
    </form>
  );
}

type NoteRowProps = { readonly note: Note; readonly now: number; onDelete(): void };

function NoteRow({ note, now, onDelete }: NoteRowProps) {
  const date = noteDate(note.createdAt, { now });
  return (
    <li className="note">
      <p className="note-words">{note.content}</p>
      <div className="note-foot">
        {date !== '' && (
          <time dateTime={note.createdAt} data-tooltip={fullDate(note.createdAt, {})}>
            {date}
          </time>
        )}
        <IconButton label={t('Delete note')} icon={<LuTrash2 />} size="sm" onClick={onDelete} />
      </div>
    </li>
  );
}

function withDraft(
  drafts: ReadonlyMap<number, string>,
  promptId: number,
  draft: string,
): ReadonlyMap<number, string> {
  return new Map(drafts).set(promptId, draft);
}

function restAfter(draft: string, added: string): string {
  return draft.startsWith(added) ? draft.slice(added.length) : draft;
}

/** Returns the time, updated each minute: at midnight "Today" becomes "Yesterday". */
function useToday(read: () => number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 60_000);
    return () => clearInterval(timer);
  }, [read]);
  return now;
}
