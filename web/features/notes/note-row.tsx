import { Button, chakra, Flex, HStack, Text, Textarea } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LuPencil, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Note } from '#shared/model/note.ts';
import { isBlank } from '#shared/model/text.ts';
import { fullDate, noteDate } from '#shared/text/relative-time.ts';
import { linkedParts } from '#shared/text/text-links.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { commandKey, pressedKey } from '../../ui/pressed-key.ts';
import type { NoteActions } from './note-actions.ts';

export type NoteRowProps = {
  readonly note: Note;
  /** The notes text that it is from. */
  readonly stored: string;
  readonly actions: NoteActions;
  readonly now: number;
  onDelete(): void;
};

/** Shows a note, whose addresses are links, and edits it in its place. */
export function NoteRow({ note, stored, actions, now, onDelete }: NoteRowProps) {
  const [base, setBase] = useState<string | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const date = noteDate(note.createdAt, { now });
  return (
    <chakra.li flex="none" pt="2" ps="3" pe="1" borderWidth="1px" borderRadius="md" bg="bg.raised">
      {base === null ? (
        <Text pe="2" fontSize="sm" overflowWrap="anywhere" whiteSpace="pre-wrap">
          <LinkedText text={note.content} />
        </Text>
      ) : (
        <NoteField
          {...{ note, base, actions }}
          onClose={() => {
            // The button is there again then.
            flushSync(() => setBase(null));
            pencil.current?.focus();
          }}
        />
      )}
      {base === null && (
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
              onClick={() => setBase(stored)}
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

type NoteFieldProps = Pick<NoteRowProps, 'note' | 'actions'> & {
  /** The notes text when it was opened: what another device writes meanwhile is merged. */
  readonly base: string;
  onClose(): void;
};

/** Ctrl+Enter saves it, Escape leaves the note as it is; where the panel goes away, what was typed is saved. */
function NoteField({ note, base, actions, onClose }: NoteFieldProps) {
  const [text, setText] = useState(note.content);
  const isDone = useRef(false);
  const canSave = !isBlank(text);
  const isChanged = text.trim() !== note.content;

  async function save(): Promise<boolean> {
    if (isDone.current || !canSave) return false;
    if (!isChanged) return true;
    isDone.current = true;
    isDone.current = await actions.edit({ id: note.id, content: text }, base);
    return isDone.current;
  }

  useSavedWhenLeft(save);

  function leave(): void {
    isDone.current = true;
    onClose();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const isSaving = commandKey(event) === 'Enter';
    if (!isSaving && pressedKey(event) !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isSaving) void save().then((isSaved) => isSaved && onClose());
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
        void save().then((isSaved) => isSaved && onClose());
      }}
    >
      <Textarea
        aria-label={t('Text of the note')}
        autoFocus
        minH="4.5rem"
        maxH="50vh"
        resize="vertical"
        css={{ fieldSizing: 'content' }}
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <FieldButtons canSave={canSave} onCancel={leave} />
    </chakra.form>
  );
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
