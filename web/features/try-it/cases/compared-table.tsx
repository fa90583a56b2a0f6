import { Box, Flex } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { changeFrom, comparedTo } from '#shared/checks/compare-cells.ts';
import { t } from '#shared/language/translate.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { versionNumberOf } from '../../../data/queries/version-items.ts';
import { rubricsIn } from '../../../data/run/case-cells.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { useKeptRequest } from '../../../ui/use-kept-request.ts';
import { useLive } from '../../../ui/use-live.ts';
import { modelKey } from '../columns.ts';
import { type CaseRow, CaseTable, type ShownColumn } from './case-table.tsx';
import { CellDialog, type OpenCell } from './cell-dialog.tsx';
import { totalsOf } from './cell-view.ts';
import { RubricJudgeFields } from './rubric-judge.tsx';
import type { CaseColumn, CellsOfTable } from './use-cells.ts';
import type { Judges } from './use-judging.ts';

type Order = 'own' | 'failed' | 'worse';

type TableProps = {
  readonly tests: readonly TestCase[];
  readonly columns: readonly CaseColumn[];
  readonly cells: CellsOfTable;
  readonly judges: Judges;
  readonly engine: RunEngine;
  /** The models that can judge. */
  readonly entries: readonly ModelEntry[];
  onOpenCase(test: TestCase): void;
};

/** Draws the table with what it is compared with and sorted by, and opens its cells. */
export function ComparedTable({ tests, columns, cells, judges, engine, entries, onOpenCase }: TableProps) {
  const [baselineText, setBaselineText] = useState<string>('');
  const [order, setOrder] = useState<Order>('own');
  const [opened, setOpened] = useState<OpenCell | null>(null);
  const kept = useKeptRequest(opened);
  const hasRubrics = useMemo(() => tests.some((test) => rubricsIn(test).length > 0), [tests]);
  const rows = tests.map(
    (test): CaseRow => ({ test, cells: columns.map((column) => cells.cell(test, column)) }),
  );
  const shown = shownColumns(rows, columns, baselineText);
  return (
    <>
      <Flex gap="3" px="3" py="2" wrap="wrap" align="end">
        <BaselineField {...{ columns }} value={baselineText} onChange={setBaselineText} />
        <Box w="12rem">
          <SelectField
            label={t('Order')}
            value={order}
            options={[
              { value: 'own', label: t('My own') },
              { value: 'failed', label: t('Not passed first') },
              { value: 'worse', label: t('Worse first') },
            ]}
            onChange={(value) => setOrder(value as Order)}
          />
        </Box>
        {hasRubrics && <RubricJudgeFields entries={entries} />}
      </Flex>
      <CaseTable
        rows={ordered(rows, shown, order)}
        columns={shown}
        onOpenCase={onOpenCase}
        onOpenCell={({ test, cells: own }, place) => {
          const run = own[place]?.run;
          const before = own[shown[place]?.baseline ?? -1]?.run ?? null;
          const column = columns[place];
          if (run == null || column === undefined) return;
          const hasFailed = own[place]?.state === 'failed';
          setOpened({ test, column, hasFailed, runId: run.id, beforeId: before?.id ?? null });
        }}
      />
      {kept.shown !== null && (
        <CellDialog
          key={kept.opening}
          cell={kept.shown}
          {...{ judges, engine }}
          open={opened !== null}
          onClose={() => {
            setOpened(null);
            if (opened !== null) cells.refresh(opened.runId);
          }}
        />
      )}
    </>
  );
}

/** The text that a baseline is chosen by; empty: none. */
function shownColumns(
  rows: readonly CaseRow[],
  columns: readonly CaseColumn[],
  baselineText: string,
): readonly ShownColumn[] {
  return columns.map((column, place) => {
    const own = rows.flatMap(({ cells }) => cells[place] ?? []);
    const found = columns.findIndex(
      ({ versionId, model }) =>
        String(versionId) === baselineText && modelKey(model) === modelKey(column.model),
    );
    const baseline = found < 0 || found === place ? null : found;
    const before = baseline === null ? [] : rows.flatMap(({ cells }) => cells[baseline] ?? []);
    const compared = baseline === null ? null : comparedTo(before, own);
    return { column, totals: totalsOf(own), baseline, compared };
  });
}

/** A case that is nowhere worse, or has not failed, stays in its own place behind the others. */
function ordered(
  rows: readonly CaseRow[],
  columns: readonly ShownColumn[],
  order: Order,
): readonly CaseRow[] {
  if (order === 'own') return rows;
  const isFirst = ({ cells }: CaseRow) =>
    cells.some((cell, place) =>
      order === 'failed'
        ? cell.state === 'failed' || cell.state === 'error'
        : changeFrom(cells[columns[place]?.baseline ?? -1], cell) === 'worse',
    );
  return [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))];
}

type BaselineFieldProps = {
  readonly columns: readonly CaseColumn[];
  readonly value: string;
  onChange(value: string): void;
};

function BaselineField({ columns, value, onChange }: BaselineFieldProps) {
  const library = useLibrary();
  const versions = [...new Set(columns.map(({ versionId }) => versionId))];
  const numbers = useLive(
    () => Promise.all(versions.map((id) => (id === null ? undefined : versionNumberOf(library, id)))),
    [library, versions.join()],
  );
  if (versions.length < 2) return null;
  const nameOf = (id: number | null, place: number) =>
    id === null ? t('Current text') : t('Version {number}', { number: numbers?.[place] ?? '' });
  return (
    <Box w="14rem">
      <SelectField
        label={t('Baseline')}
        value={value}
        options={[
          { value: '', label: t('none') },
          ...versions.map((id, place) => ({ value: String(id), label: nameOf(id, place) })),
        ]}
        onChange={onChange}
      />
    </Box>
  );
}
