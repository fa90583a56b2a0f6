/**
 * Lists how this database handles single rows of each kind: one value a kind, which the feed, the look-ups and the
 * writes loop over. A new kind has its statements in `row-statements.ts`, a migration, and its values here.
 */
import type { RowOf, RowType, Stored } from '#shared/kinds/row.ts';
import type { FeedItem } from '../../ports/library-port.ts';
import type { Authorship } from '../../ports/library-transaction.ts';
import {
  storedKeptRun,
  storedProject,
  storedPrompt,
  storedResource,
  storedTestCase,
  storedUiState,
  storedVersion,
} from '../../records/row-records.ts';
import { valuesOf } from '../../sql/row-tables.ts';
import type { RowStatements } from './row-statements.ts';

export type FoundRow = FeedItem & { isErased: boolean };

/** The columns that every change sets on its row, as parameters of a statement. */
export type RowChange = {
  userId: number;
  id: number | string;
  rev: number;
  seq: number;
  byClient: string | null;
  byNumber: number | null;
  device: string;
  changedAt: number;
};

type RowPut<Row> = { row: Row; change: RowChange; authorship: Authorship };

/** Writes return how many rows they changed: 0 where the row is not at the revision before. */
export type RowTable<Row> = {
  /** Deleted and erased rows too. */
  find(named: { userId: number; id: number | string }): FoundRow | undefined;
  put(row: Row, change: RowChange, authorship: Authorship): number;
  /** Deletes the row, or brings it back where `deletedAt` is null. */
  mark(change: RowChange & { deletedAt: number | null }): number;
};

export type RowTables = { readonly [T in RowType]: RowTable<RowOf[T]> };

export function createRowTables(rows: RowStatements): RowTables {
  return {
    project: {
      find: (named) => found(rows.feedProject.get(named), storedProject),
      put: ({ name, color, createdAt, position = null }, change) =>
        rows.putProject.run({ ...change, name, color, createdAt, position }).changes,
      mark: (change) => rows.markProject.run(change).changes,
    },
    prompt: {
      find: (named) => found(rows.feedPrompt.get(named), storedPrompt),
      put(row, change, authorship) {
        const values = promptValues({ row, change, authorship });
        const updated = change.rev > 1 ? rows.updatePrompt.run(values).changes : 0;
        return updated > 0 ? updated : rows.putPrompt.run(values).changes;
      },
      mark: (change) => rows.markPrompt.run(change).changes,
    },
    version: {
      find: (named) => found(rows.feedVersion.get(named), storedVersion),
      put: (row, change, authorship) =>
        rows.putVersion.run(versionValues({ row, change, authorship })).changes,
      mark: (change) => rows.markVersion.run(change).changes,
    },
    keptRun: {
      find: (named) => found(rows.feedKeptRun.get(named), storedKeptRun),
      put: ({ promptId, versionId, createdAt, run, verdict, stars, note }, change) =>
        rows.putKeptRun.run({
          ...change,
          ...{ promptId, versionId, createdAt, verdict, stars, note },
          run: JSON.stringify(run),
        }).changes,
      mark: (change) => rows.markKeptRun.run(change).changes,
    },
    testCase: {
      find: (named) => found(rows.feedTestCase.get(named), storedTestCase),
      put: (row, change) => rows.putTestCase.run({ ...valuesOf('testCase', row), ...change }).changes,
      mark: (change) => rows.markTestCase.run(change).changes,
    },
    resource: {
      find(named) {
        const record = rows.feedResource.get(named);
        // There is no long text to leave out: whoever changed it last is only told that it was itself.
        return found(record && { ...record, textBy: record.byClient }, storedResource);
      },
      put: ({ available: _available, ...values }, change) =>
        rows.putResource.run({ ...values, ...change }).changes,
      mark: (change) => rows.markResource.run(change).changes,
    },
    uiState: {
      find: (named) => found(rows.feedUiState.get(named), storedUiState),
      put: ({ stateValue }, change) =>
        rows.putUiState.run({ ...change, stateValue: JSON.stringify(stateValue) }).changes,
      mark: () => {
        throw new Error('ui-state is replaced, never deleted');
      },
    },
  };
}

/** Returns the table of a kind. Only rows of that kind are put into it. */
export function tableOf(tables: RowTables, type: RowType): RowTable<RowOf[RowType]> {
  return tables[type];
}

function promptValues({ row, change, authorship }: RowPut<RowOf['prompt']>) {
  const { projectId, title, content, notes, createdAt, lastVersion, attributes } = row;
  const { userId, id, rev, seq, byClient, byNumber, device, changedAt } = change;
  return {
    ...{ userId, id, rev, seq, byClient, byNumber, device, changedAt },
    ...{ projectId, title, content, notes, createdAt, lastVersion },
    attributes: attributes === undefined ? null : JSON.stringify(attributes),
    textBy: textBy(authorship, content),
  };
}

function versionValues({ row, change, authorship }: RowPut<RowOf['version']>) {
  const { promptId, version, content, description, createdAt, original, conflict } = row;
  return {
    ...change,
    ...{ promptId, version, content, description, createdAt, original, conflict },
    settings: row.settings === undefined ? null : JSON.stringify(row.settings),
    textBy: textBy(authorship, content),
  };
}

type Found = { device: string; changedAt: number; erased: number; textBy?: string | null };

function found<Row extends Found>(
  record: Row | undefined,
  stored: (record: Row) => Stored,
): FoundRow | undefined {
  if (record === undefined) return undefined;
  const { device, changedAt: at, textBy = null, erased } = record;
  return { stored: stored(record), textBy, device, at, isErased: erased === 1 };
}

/** The client that sent this text, where it is one that the request carried. */
function textBy({ by, texts }: Authorship, content: string): string | null {
  return texts.includes(content) ? (by?.client ?? null) : null;
}
