import { Box, chakra } from '@chakra-ui/react';
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { newestVersionTextOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { Popover } from '../../ui/popover.tsx';
import { useLive } from '../../ui/use-live.ts';
import type { ShownText } from './template-view.ts';
import { TokensRow } from './tokens-row.tsx';
import { type CountedText, useCountedText, useCounts, useTextCounts } from './use-text-counts.ts';

export type ShownCountsProps = {
  readonly promptId: number;
  /** The text that is open; null until one is. */
  readonly source: ShownText | null;
};

/** Shows how many words a text has, and on a press what else can be counted and how that has changed. */
export function ShownCounts({ source, ...prompt }: ShownCountsProps) {
  const counted = useCountedText(source);
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
            <WordCount counted={counted} />
          </CountButton>
        }
      >
        <CountsTable {...prompt} {...{ source, counted }} />
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

/** Writes how many words there are into its element: a pause in typing draws nothing by React. */
function WordCount({ counted }: { readonly counted: CountedText }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    function show(): void {
      const words = counted.counts()?.words;
      if (element.current === null || words === undefined) return;
      element.current.textContent = t('{words, plural, one {# word} other {# words}}', { words });
    }
    show();
    return counted.onCounts(show);
  });
  return <span ref={element} />;
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

type CountsTableProps = ShownCountsProps & { readonly counted: CountedText };

const kinds = ['words', 'characters', 'lines'] as const;
const kindNames = () => ({ words: t('Words'), characters: t('Characters'), lines: t('Lines') });

function CountsTable({ promptId, source, counted }: CountsTableProps) {
  const library = useLibrary();
  const counts = useCounts(counted);
  const newest = useLive(() => newestVersionTextOf(library, promptId), [library, promptId]);
  const text = useUnchanging(newest?.content);
  const before = useTextCounts(text);
  const names = kindNames();
  if (counts === null) return null;
  return (
    <CountsGrid>
      <thead>
        <tr>
          <th scope="col">{t('Counts')}</th>
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
        <TokensRow {...{ source, changeOf }} before={newest === undefined ? undefined : text} />
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
