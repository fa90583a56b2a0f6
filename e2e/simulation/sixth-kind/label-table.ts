/** Stores labels in the server's database: the migration, the statements, and the values in its table of kinds. */
import type { Database } from 'better-sqlite3';
import { findRef, readStored } from '#shared/kinds/row.ts';
import type { FoundRow, RowChange, RowTable } from '../../../sync-server/storage/sqlite/rows/row-tables.ts';
import type { Label } from './label-kind.ts';

export const labelsMigration = `
  CREATE TABLE labels (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    rev INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    deleted_at INTEGER,
    erased INTEGER NOT NULL DEFAULT 0,
    by_client TEXT,
    by_number INTEGER,
    device TEXT NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX labels_id ON labels (user_id, id);
  CREATE UNIQUE INDEX labels_seq ON labels (user_id, seq);`;

export const labelsInSql = {
  ...{ name: 'labels', idType: 'bigint', fields: { projectId: 'bigint', name: 'text' }, withoutTexts: {} },
  ...{ hasSender: false, hasUserSeq: false, erasing: "name = ''" },
};

type LabelRecord = {
  id: number;
  project_id: number;
  name: string;
  rev: number;
  seq: number;
  deleted_at: number | null;
  erased: number;
  by_client: string | null;
  by_number: number | null;
  device: string;
  changed_at: number;
};

export function prepareLabels(connection: Database) {
  return {
    feedLabel: connection.prepare<{ userId: number; id: number | string }, LabelRecord>(
      'SELECT * FROM labels WHERE user_id = :userId AND id = :id',
    ),
    putLabel: connection.prepare<RowChange & { projectId: number; name: string }>(
      `INSERT INTO labels (user_id, id, project_id, name, rev, seq, by_client, by_number, device, changed_at)
        VALUES (:userId, :id, :projectId, :name, :rev, :seq, :byClient, :byNumber, :device, :changedAt)
        ON CONFLICT (user_id, id) DO UPDATE SET project_id = excluded.project_id, name = excluded.name,
          rev = excluded.rev, seq = excluded.seq, deleted_at = NULL, by_client = excluded.by_client,
          by_number = excluded.by_number, device = excluded.device, changed_at = excluded.changed_at
        WHERE labels.rev = excluded.rev - 1`,
    ),
    markLabel: connection.prepare<RowChange & { deletedAt: number | null }>(
      `UPDATE labels SET rev = :rev, seq = :seq, deleted_at = :deletedAt, by_client = :byClient,
        by_number = :byNumber, device = :device, changed_at = :changedAt
        WHERE user_id = :userId AND id = :id AND rev = :rev - 1`,
    ),
  };
}

export type LabelStatements = ReturnType<typeof prepareLabels>;

export function labelTable({ feedLabel, putLabel, markLabel }: LabelStatements): RowTable<Label> {
  return {
    find(named) {
      const record = feedLabel.get(named);
      return record && foundLabel(record);
    },
    put: ({ projectId, name }, change) => putLabel.run({ ...change, projectId, name }).changes,
    mark: (change) => markLabel.run(change).changes,
  };
}

function foundLabel(record: LabelRecord): FoundRow {
  const { id, project_id: projectId, name, rev, seq, by_client: client, by_number: number } = record;
  const by = client === null || number === null ? null : { client, number };
  const ref = findRef('label', id);
  const meta = { rev, seq, by, deleted: record.deleted_at !== null };
  const stored = ref && readStored(ref, { id, projectId, name }, meta);
  if (stored === undefined) throw new Error('This build has no labels.');
  const { device, changed_at: at } = record;
  return { stored, textBy: client, device, at, isErased: record.erased === 1 };
}
