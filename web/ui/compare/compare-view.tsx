import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Comparison } from '#shared/diff/compare-texts.ts';
import { t } from '#shared/language/translate.ts';
import { pressedKey } from '../keys/pressed-key.ts';
import { Spinner } from '../spinner.tsx';
import { CompareHead, type SideChoosers } from './compare-head.tsx';
import { type ChangeRange, CompareRows, type CompareRowsHandle } from './compare-rows.tsx';
import { CompareTools } from './compare-tools.tsx';
import type { NamedText } from './named-text.ts';
import { narrow } from './narrow.ts';
import { type Compared, useComparison } from './use-comparison.ts';
import './compare.css';

export type CompareViewProps = {
  readonly before: NamedText;
  readonly after: NamedText;
  /** Returns the summary; without it, how many words came and went. */
  readonly summary?: (words: Comparison['words']) => string;
  /** Given, draws something under each change; the sides stay where they are, and white space counts. */
  readonly renderChange?: (change: ChangeRange) => ReactNode;
  /** The rows have the focus as soon as the dialog around them opens. */
  readonly autoFocus?: boolean;
  /** Given, there is a choice between the texts as they are written and with their snippets. */
  readonly insertsSnippets?: boolean;
  readonly onInsertSnippets?: (inserted: boolean) => void;
  /** Given, other texts can be chosen, and the owner swaps them. */
  readonly choosers?: SideChoosers;
  /** Given, there is nothing to compare, and this stands in the place of the rows. */
  readonly instead?: ReactNode;
  /** Stands below the rows. */
  readonly below?: ReactNode;
};

/**
 * Two texts, side by side where there is room, else one under the other: what differs with a few lines around it, and
 * folds for the rest.
 */
export function CompareView(props: CompareViewProps) {
  const { renderChange, summary = usualSummary, choosers, instead, below } = props;
  const view = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const rows = useRef<CompareRowsHandle>(null);
  const [isSwapped, setSwapped] = useState(false);
  const [ignoreWhitespace, setIgnoreWhitespace] = useState(false);
  const [before, after] = isSwapped ? [props.after, props.before] : [props.before, props.after];
  const comparison = useComparison({ before: before.text ?? '', after: after.text ?? '' }, ignoreWhitespace);
  const { isFailed, retry } = comparison;
  const compared = instead === undefined ? comparison.compared : null;
  const count = (compared?.comparison.changes.length ?? 0) / 2;
  const pair = [before.name, after.name].sort().join('\n');
  const { current, go } = useSteps({ pair, count, rows });
  useChangeKeys(view, go);
  useStartOfPair(pair, scroller);

  return (
    <Compare ref={view}>
      <CompareTools
        {...{ ignoreWhitespace, current }}
        count={compared === null ? null : count}
        insertsSnippets={props.insertsSnippets}
        onInsertSnippets={props.onInsertSnippets}
        summary={compared === null ? '' : summary(compared.comparison.words)}
        onGo={go}
        {...(renderChange === undefined && {
          onSwap: choosers?.onSwap ?? (() => setSwapped(!isSwapped)),
          onIgnoreWhitespace: setIgnoreWhitespace,
        })}
      />
      {compared !== null && <Remark compared={compared} />}
      <Texts
        ref={scroller}
        // For the dialog around it.
        data-autofocus={props.autoFocus ? '' : undefined}
        {...scrolledByKeys}
        {...(choosers !== undefined && { css: belowChoosers })}
        aria-label={t('Differences between {before} and {after}', { before: before.name, after: after.name })}
        aria-busy={compared === null && !isFailed && instead === undefined}
      >
        <CompareHead {...{ before, after, choosers }} />
        {instead !== undefined ? (
          instead
        ) : compared === null ? (
          <Waiting isFailed={isFailed} onRetry={retry} />
        ) : (
          <CompareRows key={pair} ref={rows} {...{ scroller, compared, renderChange, current }} />
        )}
      </Texts>
      {below}
    </Compare>
  );
}

const scrolledByKeys = { tabIndex: 0 };

const Compare = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    position: 'relative',
    flex: 'auto',
    minW: '0',
    minH: '0',
    h: 'full',
    // Two columns, or one, by the room that is here, not by the window's.
    container: 'compare / inline-size',
    // Over the rows, which would cover an outline.
    '&:has(> section:focus-visible)::after': {
      content: '""',
      position: 'absolute',
      inset: '0',
      zIndex: '3',
      border: '2px solid {colors.focus}',
      pointerEvents: 'none',
    },
  },
});

const Texts = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    flex: 'auto',
    minH: '0',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    // An element that takes the focus is scrolled below the names, not under them.
    scrollPaddingBlockStart: '{sizes.target}',
    _focusVisible: { outline: '0' },
  },
});

const belowChoosers = {
  scrollPaddingBlockStart: '3.25rem',
  [narrow]: { scrollPaddingBlockStart: '6.5rem' },
};

function usualSummary(words: Comparison['words']): string {
  return t('+{added, number} −{removed, number} words', words);
}

/** Says what the rows alone do not. */
function Remark({ compared }: { readonly compared: Compared }) {
  const { comparison, before, after } = compared;
  const words =
    before === after
      ? t('The two texts are the same.')
      : comparison.changes.length === 0
        ? t('The two texts differ in white space only.')
        : comparison.isCoarse
          ? t('So much differs that some lines are compared as a whole, not word by word.')
          : null;
  return words === null ? null : (
    <Text flex="none" px="4" py="2" borderBottomWidth="1px" bg="bg.subtle" color="fg.muted" fontSize="sm">
      {words}
    </Text>
  );
}

function Waiting({ isFailed, onRetry }: { readonly isFailed: boolean; onRetry(): void }) {
  return (
    <Flex direction="column" flex="1" align="center" justify="center" gap="3" p="6" fontSize="sm">
      {isFailed ? (
        <>
          <p role="alert">
            {t('The comparison took too long and was ended. Both texts can still be copied.')}
          </p>
          <Button size="sm" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </>
      ) : (
        <Spinner label={t('Comparing...')} />
      )}
    </Flex>
  );
}

type Steps = {
  /** Names the two texts: a step belongs to them. */
  readonly pair: string;
  readonly count: number;
  readonly rows: RefObject<CompareRowsHandle | null>;
};

/** Returns the change that was gone to, and what goes to the next one. */
function useSteps({ pair, count, rows }: Steps) {
  const [step, setStep] = useState({ pair, change: -1 });
  const isHere = step.pair === pair && step.change >= 0 && step.change < count;
  const current = isHere ? step.change : null;
  return {
    current,
    go(by: 1 | -1): void {
      if (count === 0) return;
      const change = current === null ? (by > 0 ? 0 : count - 1) : (current + by + count) % count;
      setStep({ pair, change });
      rows.current?.goToChange(change);
    },
  };
}

/** Other texts are shown from their beginning. */
function useStartOfPair(pair: string, scroller: RefObject<HTMLElement | null>): void {
  const shown = useRef(pair);
  useEffect(() => {
    if (shown.current === pair) return;
    shown.current = pair;
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [pair, scroller]);
}

/** Alt with an arrow, wherever in the dialog the focus is; in a field those keys belong to the text. */
function useChangeKeys(view: RefObject<HTMLElement | null>, go: (by: 1 | -1) => void): void {
  const run = useEffectEvent(go);
  useEffect(() => {
    const around = view.current?.closest<HTMLElement>('[role="dialog"]') ?? view.current;
    function onKey(event: KeyboardEvent): void {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const by = stepOf(pressedKey(event));
      if (by === 0 || isField(event.target)) return;
      event.preventDefault();
      run(by);
    }
    around?.addEventListener('keydown', onKey);
    return () => around?.removeEventListener('keydown', onKey);
  }, [view]);
}

function stepOf(key: string): 1 | -1 | 0 {
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('textarea, select, input:not([type="checkbox"])');
}
