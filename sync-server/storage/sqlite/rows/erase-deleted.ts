/** Erases the values of rows that were deleted long ago, in portions. */
import type { Database } from 'better-sqlite3';
import { rowTypes } from '#shared/kinds/row.ts';
import type { PortionSize } from '../../ports/library-port.ts';
import { tablesInSql } from './row-tables.ts';

type Erasable = { place: number; bytes: number };

/** Erases up to a portion within the caller's transaction; returns how many rows it was, 0 when none remains. */
export type EraseDeleted = (instant: number) => number;

export function createEraseDeleted(connection: Database, portion: PortionSize): EraseDeleted {
  const kinds = rowTypes.flatMap((type) => {
    const { name, erase } = tablesInSql[type];
    return erase === null ? [] : [kind(name, erase.bytes, erase.values)];
  });

  // Rows of a library that is in the middle of a bulk change may be about to come back.
  function kind(table: string, bytes: string, values: string) {
    return {
      find: connection.prepare<{ instant: number; rows: number }, Erasable>(
        `SELECT rowid AS place, ${bytes} AS bytes FROM ${table} WHERE deleted_at < :instant
          AND deleted_at IS NOT NULL AND erased = 0
          AND user_id NOT IN (SELECT user_id FROM bulk_changes) LIMIT :rows`,
      ),
      erase: connection.prepare<[number]>(`UPDATE ${table} SET erased = 1, ${values} WHERE rowid = ?`),
    };
  }

  return (instant) => {
    let rows = 0;
    let bytes = 0;
    for (const { find, erase } of kinds) {
      for (const found of find.all({ instant, rows: portion.rows - rows })) {
        if (rows > 0 && bytes >= portion.bytes) return rows;
        erase.run(found.place);
        rows += 1;
        bytes += found.bytes;
      }
      if (rows >= portion.rows) return rows;
    }
    return rows;
  };
}
