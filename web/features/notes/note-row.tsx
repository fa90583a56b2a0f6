import { Button, chakra, Flex, HStack, Text, Textarea } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LuPencil, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Note } from '#shared/model/note.ts';
import { isBlank } from '#shared/model/text.ts';
import { fullDate, noteDate } from '#shared/text/relative-time.ts';
import { linkedParts } from '#shared/text/text-links.ts';
import type { Library } from '../../data/database/library.ts';
import { editDraftOf, keepNoteDraft, type NoteEdit } from '../../data/drafts/note-drafts.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { commandKey, pressedKey } from '../../ui/keys/pressed-key.ts';
import type { NoteActions } from './note-actions.ts';
import { withNoteText } from './note-list.ts';

export type NoteRowProps = {
  readonly promptId: number;
  readonly note: Note;
  /** The notes text that it is from. */
  readonly stored: string;
  readonly actions: NoteActions;
  readonly now: number;
  onDelete(): void;
};

/** Shows a note, whose addresses are links, and edits it in its place. */
export function NoteRow({ promptId, note, stored, actions, now, onDelete }: NoteRowProps) {
  const library = useLibrary();
  const [edit, setEdit] = useState(() => unsavedEdit(library, { promptId, note, stored }));
  const pencil = useRef<HTMLButtonElement>(null);
  const date = noteDate(note.createdAt, { now });
  return (
    <chakra.li flex="none" pt="2" ps="3" pe="1" borderWidth="1px" borderRadius="md" bg="bg.raised">
      {edit === null ? (
        <Text pe="2" fontSize="sm" overflowWrap="anywhere" whiteSpace="pre-wrap">
          <LinkedText text={note.content} />
        </Text>
      ) : (
        <NoteField
          {...{ promptId, note, edit, actions }}
          onClose={() => {
            // The button is there again then.
            flushSync(() => setEdit(null));
            pencil.current?.focus();
          }}
        />
      )}
      {edit === null && (
        <Flex align="center" fontSize="2xs" color="fg.muted">
          {date !== '' && (
            <time dateTime={note.createdAt} data-tooltip={fullDate(note.createdAt, {})}>
              {date}
            </time>
          )}
          <HStack gap="0" ms="auto">
            <IconButton
              ref={pencil}
              label={t('Edit note')}
              icon={<LuPencil />}
              size="sm"
              onClick={() => setEdit({ base: stored, was: note.content, text: note.content })}
            />
            <IconButton label={t('Delete note')} icon={<LuTrash2 />} size="sm" onClick={onDelete} />
          </HStack>
        </Flex>
      )}
    </chakra.li>
  );
}

function LinkedText({ text }: { readonly text: string }) {
  return linkedParts(text).map(({ start, text: part, href }) =>
    href === undefined ? (
      part
    ) : (
      <chakra.a
        key={start}
        color="link"
        textDecoration="underline"
        {...{ href }}
        target="_blank"
        rel="noopener noreferrer"
      >
        {part}
      </chakra.a>
    ),
  );
}

/** `base`: the notes text when the note was opened, in which it `was` so: what another device writes meanwhile is merged. */
type Edit = NoteEdit & { readonly base: string };

/** Returns what was typed into a note before the page went away. */
function unsavedEdit(
  library: Library,
  { promptId, note, stored }: Pick<NoteRowProps, 'promptId' | 'note' | 'stored'>,
): Edit | null {
  const draft = editDraftOf(library, promptId, note.id);
  if (draft === null) return null;
  const isSaved = draft.text.trim() === note.content;
  if (isSaved) keepNoteDraft(library, promptId, '', { id: note.id, was: draft.was });
  const base = withNoteText(stored, { id: note.id, content: draft.was }) ?? stored;
  return isSaved ? null : { ...draft, base };
}

type NoteFieldProps = Pick<NoteRowProps, 'promptId' | 'note' | 'actions'> & {
  readonly edit: Edit;
  onClose(): void;
};

/** Ctrl+Enter saves it, Escape leaves the note as it is; where the panel goes away, what was typed is saved. */
function NoteField(props: NoteFieldProps) {
  const { text, type, canSave, save, leave } = useNoteEdit(props);
  const saveAndClose = () => void save().then((isSaved) => isSaved && props.onClose());

  function onKeyDown(event: KeyboardEvent): void {
    const isSaving = commandKey(event) === 'Enter';
    if (!isSaving && pressedKey(event) !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isSaving) saveAndClose();
    else leave();
  }

  return (
    <chakra.form
      display="grid"
      gap="2"
      pb="2"
      pe="2"
      onSubmit={(event) => {
        event.preventDefault();
        saveAndClose();
      }}
    >
      <Textarea
        data-own-escape
        aria-label={t('Text of the note')}
        autoFocus
        minH="4.5rem"
        maxH="50vh"
        resize="vertical"
        css={{ fieldSizing: 'content' }}
        rows={3}
        value={text}
        onChange={({ target: { value } }) => type(value)}
        onKeyDown={onKeyDown}
      />
      <FieldButtons canSave={canSave} onCancel={leave} />
    </chakra.form>
  );
}

/** Returns the text that is typed, kept as a draft until it is saved or left. */
function useNoteEdit({ promptId, note, edit: { base, was, ...edit }, actions, onClose }: NoteFieldProps) {
  const library = useLibrary();
  const [text, setText] = useState(edit.text);
  const isDone = useRef(false);
  const canSave = !isBlank(text);
  const keep = (typed: string) => keepNoteDraft(library, promptId, typed, { id: note.id, was });

  async function save(): Promise<boolean> {
    if (isDone.current || !canSave) return false;
    if (text.trim() === was) return true;
    isDone.current = true;
    isDone.current = await actions.edit({ id: note.id, content: text }, base);
    if (isDone.current) keep('');
    return isDone.current;
  }

  useSavedWhenLeft(save);
  return {
    ...{ text, canSave, save },
    type(typed: string): void {
      setText(typed);
      keep(typed);
    },
    leave(): void {
      isDone.current = true;
      keep('');
      onClose();
    },
  };
}

function FieldButtons({ canSave, onCancel }: { readonly canSave: boolean; onCancel(): void }) {
  return (
    <HStack justify="end">
      <Button size="sm" onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" size="sm" variant="solid" disabled={!canSave}>
        {t('Save')}
      </Button>
    </HStack>
  );
}

/** Saves what was typed where the panel or the page goes away, and at the sign-out. */
function useSavedWhenLeft(store: () => Promise<unknown>): void {
  const { typed } = useLibrary();
  const save = useEffectEvent(store);
  useEffect(() => {
    const registered = typed.add(() => save());
    const onLeft = () => void save();
    window.addEventListener('pagehide', onLeft);
    return () => {
      window.removeEventListener('pagehide', onLeft);
      void save().finally(() => registered.stop());
    };
  }, [typed]);
}
