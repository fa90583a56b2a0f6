import { Box, Flex, Text } from '@chakra-ui/react';
import { type CSSProperties, useCallback, useId } from 'react';
import { LuArrowDown, LuArrowUp } from 'react-icons/lu';
import { type Compared, changeFrom } from '#shared/checks/compare-cells.ts';
import { t } from '#shared/language/translate.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { VirtualList } from '../../../ui/list/virtual-list.tsx';
import { costWords } from '../run-figures.ts';
import { useTextName } from '../use-text-name.ts';
import type { Cell, ColumnTotals } from './cell-view.ts';
import { cellIcons, cellWords, scoreWords } from './cell-words.tsx';
import type { CaseColumn } from './look-at-cells.ts';
import './case-table.css';

const rowHeight = () => 45;

/** `cells`: one for each column. */
export type CaseRow = { readonly test: TestCase; readonly cells: readonly Cell[] };

export type ShownColumn = {
  readonly column: CaseColumn;
  readonly totals: ColumnTotals;
  /** Against the baseline; null: there is none, or this is it. */
  readonly compared: Compared | null;
  /** The place of the column that it is compared with. */
  readonly baseline: number | null;
};

type CaseTableProps = {
  readonly rows: readonly CaseRow[];
  readonly columns: readonly ShownColumn[];
  onOpenCase(test: TestCase): void;
  onOpenCell(row: CaseRow, column: number): void;
};

/** Draws a row for each case and a column for each text and model; thousands of rows scroll. */
export function CaseTable({ rows, columns, onOpenCase, onOpenCell }: CaseTableProps) {
  const rowKey = useCallback((row: number) => rows[row]?.test.id ?? row, [rows]);
  const id = useId();
  const minWidth = `${11 + 7.5 * columns.length}rem`;
  const style: CSSProperties & Record<`--${string}`, string> = { '--case-columns': String(columns.length) };
  return (
    // Where a small window leaves it too little, all of the dialog scrolls.
    <Flex flex="1 0 14rem" minH="0" overflowX="auto" overflowY="hidden" style={style}>
      <Flex direction="column" flex="1" minW={minWidth}>
        <Box flex="none" className="case-grid">
          <Text px="3" py="2" textStyle="xs" color="fg.muted">
            {t('Case')}
          </Text>
          {columns.map((shown, place) => (
            <ColumnHead key={shown.column.key} shown={shown} textId={`${id}-${place}`} />
          ))}
        </Box>
        <Box flex="1" minH="0">
          <VirtualList
            label={t('Cases')}
            count={rows.length}
            rowHeight={rowHeight}
            rowKey={rowKey}
            renderRow={(place) => {
              const row = rows[place];
              return row === undefined ? null : <Row {...{ id, row, columns, onOpenCase, onOpenCell }} />;
            }}
          />
        </Box>
      </Flex>
    </Flex>
  );
}

/** `textId`: of the element that names the text. */
function ColumnHead({ shown, textId }: { readonly shown: ShownColumn; readonly textId: string }) {
  const { column, totals, compared } = shown;
  const text = useTextName(column.versionId, 'current');
  return (
    <Box px="3" py="2" minW="0" data-own-text>
      <Text textStyle="sm" fontWeight="medium" truncate dir="auto">
        {column.model.name}
      </Text>
      <Text id={textId} textStyle="xs" color="fg.muted" truncate>
        {text}
      </Text>
      <Text textStyle="xs" fontVariantNumeric="tabular-nums">
        {totalsWords(totals)}
      </Text>
      <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
        {figureWords(totals, column)}
      </Text>
      {compared !== null && (
        <Text textStyle="xs" fontVariantNumeric="tabular-nums">
          {t('{better} better, {worse} worse, {equal} equal', compared)}
        </Text>
      )}
    </Box>
  );
}

function totalsWords({ counts, score }: ColumnTotals): string {
  const { passed, failed, error, open } = counts;
  const decided = passed + failed + error;
  return [
    t('{passed} of {decided} passed', { passed, decided }),
    open === 0 ? '' : t('{count} not decided', { count: open }),
    score === null ? '' : `${scoreWords(score.mean)} ± ${scoreWords(score.deviation)}`,
  ]
    .filter((words) => words !== '')
    .join(' · ');
}

function figureWords({ tokens, cost, milliseconds }: ColumnTotals, { model }: CaseColumn): string {
  return [
    tokens === 0 ? '' : t('{count} tokens', { count: tokens }),
    cost === 0 ? '' : costWords(cost, model.from),
    milliseconds === null
      ? ''
      : t('{milliseconds, number} ms on average', { milliseconds: Math.round(milliseconds) }),
  ]
    .filter((words) => words !== '')
    .join(' · ');
}

/** `id`: of the table, in those of the texts of its columns. */
type RowProps = Pick<CaseTableProps, 'columns' | 'onOpenCase' | 'onOpenCell'> & {
  readonly id: string;
  readonly row: CaseRow;
};

/** Plain elements: see `VirtualList`. */
function Row({ id, row, columns, onOpenCase, onOpenCell }: RowProps) {
  const { test, cells } = row;
  return (
    <div className="case-grid case-row" data-own-text>
      <button
        type="button"
        className="case-cell"
        data-off={test.enabled ? undefined : ''}
        onClick={() => onOpenCase(test)}
      >
        <span dir="auto">{test.name}</span>
        {!test.enabled && <span className="case-off">{t('off')}</span>}
      </button>
      {cells.map((cell, place) => (
        <CellButton
          key={columns[place]?.column.key ?? place}
          {...{ cell, test }}
          textId={`${id}-${place}`}
          model={columns[place]?.column.model.name ?? ''}
          before={cells[columns[place]?.baseline ?? -1]}
          onOpen={() => onOpenCell(row, place)}
        />
      ))}
    </div>
  );
}

type CellButtonProps = {
  readonly cell: Cell;
  readonly test: TestCase;
  readonly model: string;
  readonly textId: string;
  readonly before: Cell | undefined;
  onOpen(): void;
};

function CellButton({ cell, test, model, textId, before, onOpen }: CellButtonProps) {
  const { state, score } = cell;
  const change = changeFrom(before, cell);
  const words = [cellWords(state), score === null ? '' : scoreWords(score), changeWords(change)];
  return (
    <button
      type="button"
      className="case-cell"
      data-state={state}
      disabled={cell.run === null}
      aria-describedby={textId}
      aria-label={`${test.name}, ${model}: ${words.filter((each) => each !== '').join(', ')}`}
      onClick={onOpen}
    >
      {cellIcons[state]}
      <span>{score === null ? cellWords(state) : scoreWords(score)}</span>
      {change === 'better' && <LuArrowUp />}
      {change === 'worse' && <LuArrowDown />}
    </button>
  );
}

function changeWords(change: ReturnType<typeof changeFrom>): string {
  if (change === 'better') return t('better than before');
  return change === 'worse' ? t('worse than before') : '';
}
