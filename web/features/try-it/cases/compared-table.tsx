import { Box, Flex, Text } from '@chakra-ui/react';
import { memo, useMemo, useState } from 'react';
import { changeFrom, comparedTo } from '#shared/checks/compare-cells.ts';
import { rubricsIn } from '#shared/checks/rubric.ts';
import { t } from '#shared/language/translate.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { baselineLabel } from '#shared/model/version-label.ts';
import { versionItemsOf } from '../../../data/queries/version-items.ts';
import { moveLabel } from '../../../session/labels/move-label.ts';
import { useOpenLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { useKeptRequest } from '../../../ui/hooks/use-kept-request.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { useNotify } from '../../../ui/provider.tsx';
import { modelKey } from '../columns.ts';
import { type CaseRow, CaseTable, type ShownColumn } from './case-table.tsx';
import { CellDialog, type OpenCell } from './cell-dialog.tsx';
import { totalsOf } from './cell-view.ts';
import type { Judges } from './judge-portion.ts';
import type { CaseColumn } from './look-at-cells.ts';
import { RubricJudgeFields } from './rubric-judge.tsx';
import type { CellsOfTable } from './use-cells.ts';

type Order = 'own' | 'failed' | 'worse';

export type Baseline = { readonly versionId: number; readonly version: number };

type TableProps = {
  readonly promptId: number;
  /** The version that the others are compared with. */
  readonly baseline: Baseline | null;
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
export function ComparedTable(props: TableProps) {
  const { promptId, baseline, tests, columns, cells, judges, engine, entries, onOpenCase } = props;
  const [order, setOrder] = useState<Order>('own');
  const [opened, setOpened] = useState<OpenCell | null>(null);
  const kept = useKeptRequest(opened);
  const hasRubrics = useMemo(() => tests.some((test) => rubricsIn(test).length > 0), [tests]);
  const { cell } = cells;
  const rows = useMemo(
    () => tests.map((test): CaseRow => ({ test, cells: columns.map((column) => cell(test, column)) })),
    [tests, columns, cell],
  );
  const shown = useMemo(() => shownColumns(rows, columns, baseline), [rows, columns, baseline]);
  const inOrder = useMemo(() => ordered(rows, shown, order), [rows, shown, order]);
  return (
    <>
      <Flex gap="3" px="3" py="2" wrap="wrap" align="end">
        <BaselineField {...{ promptId, columns, baseline }} />
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
        <Patience cells={cells} />
      </Flex>
      <CaseTable
        rows={inOrder}
        columns={shown}
        onOpenCase={onOpenCase}
        onOpenCell={(row, place) => {
          const open = openCellOf(row, place, { columns, shown });
          if (open !== null) setOpened(open);
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

/** A case that is switched off counts for nothing, here as in the history. */
function shownColumns(
  all: readonly CaseRow[],
  columns: readonly CaseColumn[],
  compared: Baseline | null,
): readonly ShownColumn[] {
  const rows = all.filter(({ test }) => test.enabled);
  return columns.map((column, place) => {
    const own = rows.flatMap(({ cells }) => cells[place] ?? []);
    const found = columns.findIndex(
      ({ versionId, model }) =>
        versionId === compared?.versionId && modelKey(model) === modelKey(column.model),
    );
    const baseline = found < 0 || found === place ? null : found;
    const before = baseline === null ? [] : rows.flatMap(({ cells }) => cells[baseline] ?? []);
    const changes = baseline === null ? null : comparedTo(before, own);
    return { column, totals: totalsOf(own), baseline, compared: changes };
  });
}

/** A case that is nowhere worse, or has not failed, stays in its own place behind the others. */
function ordered(
  rows: readonly CaseRow[],
  columns: readonly ShownColumn[],
  order: Order,
): readonly CaseRow[] {
  if (order === 'own') return rows;
  const isFirst = ({ test, cells }: CaseRow) =>
    test.enabled &&
    cells.some((cell, place) =>
      order === 'failed'
        ? cell.state === 'failed' || cell.state === 'error'
        : changeFrom(cells[columns[place]?.baseline ?? -1], cell) === 'worse',
    );
  return [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))];
}

type Shown = { readonly columns: readonly CaseColumn[]; readonly shown: readonly ShownColumn[] };

/** Returns the cell in a place of a row; null where it was not run. */
function openCellOf({ test, cells }: CaseRow, place: number, { columns, shown }: Shown): OpenCell | null {
  const cell = cells[place];
  const column = columns[place];
  if (cell?.run == null || column === undefined) return null;
  const before = cells[shown[place]?.baseline ?? -1]?.run ?? null;
  const { id: runId, hasTexts } = cell.run;
  return { test, column, hasFailed: cell.state === 'failed', runId, hasTexts, beforeId: before?.id ?? null };
}

/** Takes the room that is left in its row: the table does not move when it comes and goes. */
function Patience({ cells: { isUnderWay, patient } }: { readonly cells: CellsOfTable }) {
  const names = patient.join(', ');
  const isAsked = isUnderWay && names !== '';
  const words = isAsked ? t('{names} asks for patience; it goes on by itself.', { names }) : '';
  return (
    <Text
      role="status"
      flex="1 1 0"
      minW="12rem"
      truncate
      textStyle="sm"
      color="fg.muted"
      mb="2.5"
      title={words}
    >
      {words}
    </Text>
  );
}

type BaselineFieldProps = {
  readonly promptId: number;
  readonly columns: readonly CaseColumn[];
  readonly baseline: Baseline | null;
};

/** Chooses the baseline by a label: it is on every device, and in the history. */
const BaselineField = memo(function BaselineField({ promptId, columns, baseline }: BaselineFieldProps) {
  const lent = useOpenLibrary();
  const notify = useNotify();
  const { library } = lent;
  const ids = [...new Set([...columns.map(({ versionId }) => versionId), baseline?.versionId ?? null])];
  const versions = useLive(
    () =>
      versionItemsOf(
        library,
        ids.filter((id) => id !== null),
      ),
    [library, ids.join()],
  );
  if (versions === undefined || versions.length === 0) return null;

  async function choose(id: string): Promise<void> {
    const version = versions?.find((each) => String(each.id) === id) ?? null;
    const problem = await moveLabel(lent, { promptId, label: baselineLabel, version }, notify);
    if (problem !== null) notify({ title: t('Not saved'), description: problem, kind: 'destructive' });
  }

  return (
    <Box w="14rem">
      <SelectField
        label={t('Baseline')}
        value={String(baseline?.versionId ?? '')}
        options={[
          { value: '', label: t('none') },
          ...versions.map(({ id, version }) => ({
            value: String(id),
            label: t('Version {number}', { number: version }),
          })),
        ]}
        onChange={(id) => void choose(id)}
      />
    </Box>
  );
});
