import { chakra, Flex, HStack, Icon, Input, InputGroup, Text } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import {
  LuArrowDown,
  LuArrowUp,
  LuCaseSensitive,
  LuChevronDown,
  LuChevronRight,
  LuRegex,
  LuWholeWord,
  LuX,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { pressedKey } from '../../../ui/keys/pressed-key.ts';
import type { OpenEditor } from '../open-editors/open-editor-type.ts';
import { narrowStage } from '../stage/stage-room.ts';
import { findQueryAtom } from './find-atoms.ts';
import { onEnter, verbatim } from './find-keys.ts';
import type { FindQuery } from './find-query.ts';
import type { FindResult } from './find-result.ts';
import { FindRow } from './find-row.ts';
import { ReplaceRow } from './replace-row.tsx';
import { resultWords } from './result-words.ts';
import type { FindOpening } from './use-find.ts';
import { useFindSession } from './use-find-session.ts';

const Bar = chakra('section', {
  base: {
    display: 'grid',
    flex: 'none',
    gap: '1',
    px: '3',
    py: '2',
    borderBottomWidth: '1px',
    bg: 'bg.subtle',
    [narrowStage]: { px: '2' },
  },
});

export type FindBarProps = {
  readonly editor: OpenEditor;
  /** The text is shown as rendered Markdown. */
  readonly viewing: boolean;
  /** Nothing can be replaced. */
  readonly readOnly: boolean;
  readonly opening: FindOpening;
  /** Asks for the fields again, with or without that for the replacement. */
  onAsk(isReplacing: boolean): void;
  onClose(): void;
};

/** Finds in the text below it, and replaces. */
export function FindBar(props: FindBarProps) {
  const { editor, viewing, opening, onAsk, onClose } = props;
  const bar = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useAtom(findQueryAtom);
  const { asksFirst } = opening;
  const { result, session, surface } = useFindSession({ editor, viewing, query, bar, asksFirst });
  const canReplace = !viewing && !props.readOnly;
  const isReplacing = canReplace && opening.isReplacing;
  useEffect(() => {
    if (opening.asked > 0) field.current?.select();
  }, [opening.asked]);
  usePaneSteps(bar, (by) => session?.step(by));

  function onKeyDown(event: KeyboardEvent): void {
    if (pressedKey(event) !== 'Escape') return;
    event.stopPropagation();
    close();
  }

  function close(): void {
    onClose();
    surface?.focus();
  }

  return (
    <Bar ref={bar} className="find-bar" aria-label={t('Find in the text')} onKeyDown={onKeyDown}>
      <FindRow>
        {canReplace && (
          <IconButton
            label={isReplacing ? t('Hide Replace') : t('Show Replace')}
            icon={
              isReplacing ? (
                <LuChevronDown />
              ) : (
                <Icon _rtl={{ transform: 'scaleX(-1)' }}>
                  <LuChevronRight />
                </Icon>
              )
            }
            aria-expanded={isReplacing}
            onClick={() => onAsk(!isReplacing)}
          />
        )}
        <FindField {...{ field, query, setQuery, result }} onStep={(by) => session?.step(by)} />
        <Result result={result} />
        <HStack gap="1" ms="auto">
          <IconButton label={t('Previous match')} icon={<LuArrowUp />} onClick={() => session?.step(-1)} />
          <IconButton label={t('Next match')} icon={<LuArrowDown />} onClick={() => session?.step(1)} />
          <IconButton label={t('Close the search')} icon={<LuX />} onClick={close} />
        </HStack>
      </FindRow>
      {isReplacing && <ReplaceRow session={session} isPattern={query.isPattern} />}
    </Bar>
  );
}

function Result({ result }: { readonly result: FindResult }) {
  return (
    <Text
      role="status"
      minW="6.5rem"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
      overflowWrap="anywhere"
      color={isFailed(result.kind) ? 'danger.fg' : 'fg.muted'}
    >
      {resultWords(result)}
    </Text>
  );
}

function isFailed(kind: string): boolean {
  return kind === 'invalid' || kind === 'tooSlow' || kind === 'tooLong';
}

type FindFieldProps = FindOptionsProps & {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly result: FindResult;
  onStep(by: 1 | -1): void;
};

function FindField({ field, query, setQuery, result, onStep }: FindFieldProps) {
  return (
    <InputGroup
      className="find-field"
      flex="1 1 16rem"
      minW="0"
      maxW="32rem"
      endElement={<FindOptions query={query} setQuery={setQuery} />}
      endElementProps={{ px: '0' }}
    >
      <Input
        ref={field}
        type="text"
        size="sm"
        pe="calc(3 * {sizes.target})"
        aria-label={t('Find')}
        placeholder={t('Find')}
        value={query.text}
        aria-invalid={result.kind === 'invalid' || undefined}
        {...verbatim}
        onChange={(event) => setQuery({ ...query, text: event.target.value })}
        onKeyDown={(event) => onEnter(event, () => onStep(event.shiftKey ? -1 : 1))}
      />
    </InputGroup>
  );
}

type FindOptionsProps = { readonly query: FindQuery; setQuery(query: FindQuery): void };

function FindOptions({ query, setQuery }: FindOptionsProps) {
  const options: readonly {
    key: 'matchCase' | 'wholeWords' | 'isPattern';
    label: string;
    icon: ReactNode;
  }[] = [
    { key: 'matchCase', label: t('Match case'), icon: <LuCaseSensitive /> },
    { key: 'wholeWords', label: t('Whole words'), icon: <LuWholeWord /> },
    { key: 'isPattern', label: t('Regular expression'), icon: <LuRegex /> },
  ];
  return (
    <Flex>
      {options.map(({ key, label, icon }) => (
        <IconButton
          key={key}
          label={label}
          icon={icon}
          _pressed={{ bg: 'bg.selected', color: 'accent.fg' }}
          aria-pressed={query[key]}
          onClick={() => setQuery({ ...query, [key]: !query[key] })}
        />
      ))}
    </Flex>
  );
}

/** F3 goes on from wherever the focus is in the pane. */
function usePaneSteps(bar: { readonly current: HTMLElement | null }, step: (by: 1 | -1) => void): void {
  const newest = useRef(step);
  useEffect(() => {
    newest.current = step;
  });
  useEffect(() => {
    const pane = bar.current?.closest<HTMLElement>('.editor-pane');
    const events = new AbortController();
    pane?.addEventListener(
      'keydown',
      (event) => {
        if (pressedKey(event) !== 'F3' || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        newest.current(event.shiftKey ? -1 : 1);
      },
      { signal: events.signal },
    );
    return () => events.abort();
  }, [bar]);
}
