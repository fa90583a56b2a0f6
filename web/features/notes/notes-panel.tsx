import { Button, chakra, Textarea, VStack } from '@chakra-ui/react';
import { atom, useAtom } from 'jotai';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { LuNotebookPen } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Note } from '#shared/model/note.ts';
import { isBlank } from '#shared/model/text.ts';
import { keepNoteDraft, noteDraftOf } from '../../data/drafts/note-drafts.ts';
import { promptNotesOf } from '../../data/queries/prompt-notes.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { commandKey } from '../../ui/keys/pressed-key.ts';
import { SidePanel } from '../../ui/panel/side-panel.tsx';
import { useNotify } from '../../ui/provider.tsx';
import { noteActions } from './note-actions.ts';
import { shownNotes } from './note-list.ts';
import { NoteRow } from './note-row.tsx';

export type NotesPanelProps = {
  readonly promptId: number;
  /** The time in milliseconds, for tests. */
  now?(): number;
};

/** Keeps the note typed for a prompt and not added yet, when going to another prompt and back, and over a reload. */
const draftsAtom = atom<ReadonlyMap<number, string>>(new Map());

/** There the panel scrolls as a whole: the list alone would have no room left. */
const lowWindow = '@media (max-height: 32rem)';

/** A shadow at the edge beyond which there is more: a cover of the panel's own colour scrolls away with the end. */
const scrollShadows = [
  'linear-gradient({colors.bg.subtle} 50%, transparent) top / 100% 2rem local no-repeat',
  'linear-gradient(transparent, {colors.bg.subtle} 50%) bottom / 100% 2rem local no-repeat',
  'linear-gradient({colors.border}, transparent) top / 100% 0.5rem no-repeat',
  'linear-gradient(transparent, {colors.border}) bottom / 100% 0.5rem no-repeat',
].join(', ');

const NoteList = chakra('ul', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    minH: '0',
    // The stage sets when there is room for more.
    maxH: 'var(--notes-max-height, 300px)',
    px: '3',
    pt: '3',
    pb: '4',
    background: scrollShadows,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    [lowWindow]: { flex: 'none', maxH: 'none', overflowY: 'visible' },
  },
});

/** Shows the notes about a prompt, beside it and never in it. */
export function NotesPanel({ promptId, now = Date.now }: NotesPanelProps) {
  const library = useLibrary();
  const notify = useNotify();
  const box = useRef<HTMLTextAreaElement>(null);
  const stored = useLive(() => promptNotesOf(library, promptId), [library, promptId]);
  const [doomed, setDoomed] = useState<Note | null>(null);
  const actions = noteActions({ library, promptId, now, notify });
  const notes = stored === undefined ? [] : shownNotes(stored);
  const today = useToday(now);
  return (
    <SidePanel className="notes-panel" title={t('Notes')} css={{ [lowWindow]: { overflowY: 'auto' } }}>
      <NewNote key={promptId} promptId={promptId} box={box} onAdd={actions.add} />
      {notes.length === 0 && stored !== undefined ? (
        <NoNotes />
      ) : (
        <NoteList aria-label={t('Notes')}>
          {notes.map((note) => (
            <NoteRow
              key={`${promptId} ${note.id}`}
              {...{ promptId, note, stored: stored ?? '', actions }}
              now={today}
              onDelete={() => setDoomed(note)}
            />
          ))}
        </NoteList>
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
    </SidePanel>
  );
}

function NoNotes() {
  return (
    <VStack gap="2" px="4" py="8" textStyle="sm" color="fg.muted">
      <LuNotebookPen size="1.5rem" opacity={0.6} aria-hidden="true" />
      <p>{t('No notes yet')}</p>
    </VStack>
  );
}

type NewNoteProps = {
  readonly promptId: number;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  onAdd(content: string): Promise<boolean>;
};

function NewNote({ promptId, box, onAdd }: NewNoteProps) {
  const library = useLibrary();
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
    <chakra.form
      display="grid"
      flex="none"
      justifyItems="end"
      gap="2"
      p="3"
      borderBottomWidth="1px"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Textarea
        ref={box}
        minH="4.5rem"
        maxH="30vh"
        resize="vertical"
        css={{ fieldSizing: 'content' }}
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
    </chakra.form>
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
