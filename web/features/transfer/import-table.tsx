import { Box, Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { useCallback, useMemo, useState } from 'react';
import { LuFileText, LuFolder, LuPaperclip } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { VirtualList } from '../../ui/list/virtual-list.tsx';
import {
  countSentence,
  countsOf,
  type Outcome,
  outcomeNames,
  outcomes,
  rowSentence,
} from './import-sentences.ts';
import type { ShownRow } from './transfer-messages.ts';
import './transfer.css';

const icons = { project: <LuFolder />, prompt: <LuFileText />, file: <LuPaperclip /> };

/** In pixels: of a row of two lines, and of one with its sentence below them. */
const heights = { plain: 52, narrow: 92 };
const borders = 2;

/** Shows what an import does, row by row, and how many rows there are of each outcome; pressed, a number shows its rows alone. */
export function ImportTable({ rows }: { readonly rows: readonly ShownRow[] }) {
  const [only, setOnly] = useState<Outcome | null>(null);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const shown = useMemo(
    () => (only === null ? rows : rows.filter(({ outcome }) => outcome === only)),
    [rows, only],
  );
  const isNarrow = useMediaQuery('(max-width: 639px)');
  const rowHeight = useCallback(
    (row: number) => (isNarrow && sentenceOf(shown[row]) !== '' ? heights.narrow : heights.plain),
    [shown, isNarrow],
  );
  const rowKey = useCallback((row: number) => `${shown.length}-${row}`, [shown]);
  const renderRow = (row: number) => {
    const found = shown[row];
    return found === undefined ? null : <Row row={found} />;
  };
  return (
    <>
      <Counts>
        <VisuallyHidden asChild>
          <legend>{t('Show only')}</legend>
        </VisuallyHidden>
        {outcomes.map((outcome) => (
          <Button
            key={outcome}
            size="sm"
            borderRadius="full"
            fontWeight="normal"
            _pressed={{ borderColor: 'accent.solid', bg: 'accent.subtle' }}
            aria-pressed={only === outcome}
            disabled={counts[outcome] === 0}
            onClick={() => setOnly(only === outcome ? null : outcome)}
          >
            {countSentence(outcome, counts[outcome])}
          </Button>
        ))}
      </Counts>
      <Box
        // With what stands above and below it, the buttons stay in sight.
        maxH="clamp(8.5rem, 100vh - 41rem, 24rem)"
        borderWidth="1px"
        borderRadius="md"
        overflow="hidden"
        style={{ height: heightOfRows(shown.length, rowHeight) + borders }}
      >
        <VirtualList
          count={shown.length}
          {...{ rowHeight, rowKey, renderRow }}
          label={t('What the import does')}
          isPlain
        />
      </Box>
    </>
  );
}

const Counts = chakra('fieldset', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

/** Returns the height of the first rows: more of them do not fit into the list anyway. */
function heightOfRows(count: number, rowHeight: (row: number) => number): number {
  return Array.from({ length: Math.min(count, 20) }, (_, row) => rowHeight(row)).reduce(
    (sum, height) => sum + height,
    0,
  );
}

function sentenceOf(row: ShownRow | undefined): string {
  if (row === undefined) return '';
  const remarks = row.remarks.map((remark) => t(remark.sentence, remark.values));
  return [rowSentence(row), ...remarks].filter((sentence) => sentence !== '').join(' · ');
}

function Row({ row }: { readonly row: ShownRow }) {
  const { outcome, kind, title, project, source } = row;
  const sentence = sentenceOf(row);
  const name = title === '' ? source : title;
  const place = project === '' || kind === 'project' ? source : project;
  return (
    <div className="transfer-row" data-outcome={outcome}>
      <span className="transfer-icon" aria-hidden="true">
        {icons[kind]}
      </span>
      <span className="transfer-name">
        <bdi>{name}</bdi>
        {place !== name && (
          <span className="transfer-place" title={source}>
            <bdi>{place}</bdi>
          </span>
        )}
      </span>
      <span className="transfer-sentence" title={sentence}>
        {sentence !== '' && <bdi>{sentence}</bdi>}
      </span>
      <span className="transfer-outcome-name" data-outcome={outcome}>
        {outcomeNames()[outcome]}
      </span>
    </div>
  );
}
