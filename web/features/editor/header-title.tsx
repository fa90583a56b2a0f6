import { chakra, Heading, Input } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { pressedKey } from '../../ui/keys/pressed-key.ts';
import { useNotify } from '../../ui/provider.tsx';

export type HeaderTitleProps = {
  readonly promptId: number;
  readonly title: string;
  /** The prompt is gone. */
  readonly readOnly: boolean;
  /** Called once the prompt has another title. */
  readonly onRenamed: ((title: string) => void) | undefined;
};

/** The title of a prompt, which a press turns into a field. */
export function HeaderTitle(props: HeaderTitleProps) {
  const { title, readOnly } = props;
  const [isEdited, setIsEdited] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isEdited && !readOnly)
    return (
      <TitleField
        {...props}
        onClose={(byKey) => {
          // The button is there again then.
          flushSync(() => setIsEdited(false));
          if (byKey) button.current?.focus();
        }}
      />
    );
  return (
    <Heading as="h1" size="md" lineHeight="snug" minW="0" truncate title={title}>
      {readOnly ? (
        title
      ) : (
        <TitleButton ref={button} type="button" data-tooltip={t('Rename')} onClick={() => setIsEdited(true)}>
          {title}
        </TitleButton>
      )}
    </Heading>
  );
}

/** It looks like the heading that it stands in, until it is pointed at. */
const TitleButton = chakra('button', {
  base: {
    maxW: 'full',
    minH: '6',
    px: '1',
    borderRadius: 'xs',
    font: 'inherit',
    textAlign: 'start',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    verticalAlign: 'bottom',
    cursor: 'text',
    // As high as a finger, in a row that is lower.
    _finger: { mb: '-1' },
    _hover: { bg: 'bg.hover' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});

/** Enter and leaving the field save it, Escape leaves the title as it is. */
function TitleField(props: HeaderTitleProps & { onClose(byKey: boolean): void }) {
  const { title, setTitle, isWrong, save, drop } = useTitle(props);

  function onKeyDown(event: KeyboardEvent): void {
    const key = pressedKey(event);
    if (key !== 'Enter' && key !== 'Escape') return;
    // Fullscreen would end by the same key.
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Enter') void save().then((isSaved) => isSaved && props.onClose(true));
    else drop();
  }

  return (
    <Input
      size="sm"
      h="auto"
      minH="6"
      minW="0"
      px="1"
      py="0"
      fontWeight="semibold"
      aria-label={t('Prompt Title')}
      aria-invalid={isWrong || undefined}
      autoFocus
      value={title}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => void save().then((isSaved) => isSaved && props.onClose(false))}
    />
  );
}

/** Returns the title that is typed, and what saves it and drops it; where its field is taken away, it is saved. */
function useTitle({
  promptId,
  onRenamed,
  onClose,
  ...props
}: HeaderTitleProps & { onClose(byKey: boolean): void }) {
  const library = useLibrary();
  const notify = useNotify();
  const [title, setTitle] = useState(props.title);
  const [isWrong, setIsWrong] = useState(false);
  const isDone = useRef(false);

  async function save(): Promise<boolean> {
    const wanted = title.trim();
    if (isDone.current) return false;
    isDone.current = true;
    if (wanted === props.title) return true;
    const problem = await rename(library, promptId, wanted);
    if (problem === null) {
      onRenamed?.(wanted);
      return true;
    }
    isDone.current = false;
    setIsWrong(true);
    notify({ title: t('The title stays as it was'), description: problem, kind: 'destructive' });
    return false;
  }

  const saveWhenLeft = useEffectEvent(save);
  // Another prompt in its place takes the field away without a blur.
  useEffect(() => () => void saveWhenLeft(), []);
  return {
    ...{ title, isWrong, save },
    setTitle(typed: string): void {
      setTitle(typed);
      setIsWrong(false);
    },
    drop(): void {
      isDone.current = true;
      onClose(true);
    },
  };
}

/** Returns what is wrong with the title; null where the prompt has it. */
async function rename(library: Library, id: number, title: string): Promise<string | null> {
  try {
    const outcome = await commit(library, 'updatePrompt', { id, title });
    return outcome.ok ? null : (outcome.errors[0]?.message ?? refusalMessages[outcome.code]);
  } catch {
    return messages.changeNotWritten;
  }
}
