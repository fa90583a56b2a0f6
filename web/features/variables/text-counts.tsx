import { Box, chakra } from '@chakra-ui/react';
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { textSourceKey } from '../../data/queries/resolve-text.ts';
import { newestVersionTextOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { Popover } from '../../ui/menu/popover.tsx';
import type { AllCounts, CountedText } from './counted-text.ts';
import type { ShownText } from './template-view.ts';
import { TokensRow } from './tokens-row.tsx';
import { type Counting, useCountedText, useCounts, useTokenCounter } from './use-text-counts.ts';
import { useTextResolver } from './use-text-resolver.ts';

export type ShownCountsProps = {
  readonly promptId: number;
  /** The old version that is open; null: the current text. */
  readonly versionId: number | null;
  /** The text that is open; null until one is. */
  readonly source: ShownText | null;
};

/** Shows how many tokens and words a text has, and on a press what else can be counted and how that has changed. */
export function ShownCounts({ source, promptId, versionId }: ShownCountsProps) {
  const resolver = useTextResolver(useLibrary(), textSourceKey(promptId, versionId));
  const counting = { resolver, counter: useTokenCounter() };
  const counted = useCountedText({ ...counting, source });
  const isCounted = useSyncExternalStore(counted.onCounts, () => counted.counts() !== null);
  const [isOpen, setIsOpen] = useState(false);
  if (!isCounted) return null;
  const label = t('Counts');
  return (
    <Box flex="none">
      <Popover
        label={label}
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <CountButton type="button" data-tooltip={label}>
            <FirstCounts counted={counted} />
          </CountButton>
        }
      >
        <CountsTable {...{ promptId, counted, counting }} />
      </Popover>
    </Box>
  );
}

/** It stands in a line of text, and looks like that until it is pointed at. */
const CountButton = chakra('button', {
  base: {
    minH: '6',
    px: '1',
    borderRadius: 'xs',
    color: 'inherit',
    fontSize: 'inherit',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _hover: { bg: 'bg.hover', color: 'fg' },
  },
});

/** Writes the counts into its element: a pause in typing draws nothing by React. */
function FirstCounts({ counted }: { readonly counted: CountedText }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    function show(): void {
      const counts = counted.counts();
      if (element.current !== null && counts !== null) element.current.textContent = wordsOf(counts);
    }
    show();
    return counted.onCounts(show);
  });
  return <span ref={element} />;
}

function wordsOf({ tokens, words, hasSnippets }: AllCounts): string {
  const inWords = t('{words, plural, one {# word} other {# words}}', { words });
  const counts =
    typeof tokens === 'number'
      ? `${t('{tokens, plural, one {# token} other {# tokens}}', { tokens })} · ${inWords}`
      : inWords;
  return hasSnippets ? t('{counts}, with snippets', { counts }) : counts;
}

const CountsGrid = chakra('table', {
  base: {
    width: 'full',
    color: 'fg',
    textStyle: 'sm',
    fontVariantNumeric: 'tabular-nums',
    '& :is(th, td)': { py: '1', fontWeight: 'inherit', textAlign: 'end' },
    '& th[scope=row], & thead th:first-of-type': { textAlign: 'start' },
    '& thead': { color: 'fg.muted', textStyle: 'xs' },
  },
});

type CountsTableProps = Pick<ShownCountsProps, 'promptId'> & {
  readonly counted: CountedText;
  readonly counting: Omit<Counting, 'source'>;
};

const kinds = ['words', 'characters', 'lines'] as const;
const kindNames = () => ({ words: t('Words'), characters: t('Characters'), lines: t('Lines') });

function CountsTable({ promptId, counted, counting }: CountsTableProps) {
  const library = useLibrary();
  const counts = useCounts(counted);
  const newest = useLive(() => newestVersionTextOf(library, promptId), [library, promptId]);
  const before = useCounts(useCountedText({ ...counting, source: useUnchanging(newest?.content) }));
  const names = kindNames();
  if (counts === null) return null;
  return (
    <CountsGrid>
      <thead>
        <tr>
          <th scope="col">{counts.hasSnippets ? t('With snippets') : t('Counts')}</th>
          <th scope="col">{t('Now')}</th>
          {newest !== undefined && (
            <th scope="col">{t('Since version {version}', { version: newest.version })}</th>
          )}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{names[kind]}</th>
            <td>{t('{count, number}', { count: counts[kind] })}</td>
            {newest !== undefined && <td>{before !== null && changeOf(counts[kind] - before[kind])}</td>}
          </tr>
        ))}
        <TokensRow
          now={counts.tokens}
          before={newest === undefined ? undefined : (before?.tokens ?? null)}
          {...{ changeOf }}
        />
      </tbody>
    </CountsGrid>
  );
}

/** A text as a source that never changes. */
function useUnchanging(text: string | undefined): ShownText | null {
  return useMemo(
    () => (text === undefined ? null : { text: () => text, onText: () => () => undefined }),
    [text],
  );
}

function changeOf(difference: number): string {
  if (difference === 0) return t('no change');
  const count = Math.abs(difference);
  return difference > 0 ? t('+{count, number}', { count }) : t('−{count, number}', { count });
}
