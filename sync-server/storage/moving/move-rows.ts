/**
 * Copies all rows of one database into another, and compares both.
 *
 * 1. Of each table the number of its rows and a hash over them in the order of their keys are the same on both sides, or
 *    it throws: the caller then discards what was written.
 * 2. A portion of one table is in memory at the same time.
 */
import { createHash } from 'node:crypto';
import { CannotStart } from '../failures/cannot-start.ts';
import { type MovedTable, portionsOf, type Row, type RowsReader, type RowsWriter } from './moved-rows.ts';

/** `sha256`: over the rows as JSON, one a line. */
export type CopiedTable = { name: string; rows: number; sha256: string };

export async function copyRows(
  from: RowsReader,
  to: RowsWriter,
  { tables, onRows }: { tables: readonly MovedTable[]; onRows: (rows: number) => void },
): Promise<CopiedTable[]> {
  await to.clear();
  const copied: CopiedTable[] = [];
  let done = 0;
  for (const table of tables) {
    const counted = countedRows(table.name);
    for await (const rows of portionsOf(from, table)) {
      await to.write(table, rows);
      counted.add(rows);
      done += rows.length;
      onRows(done);
    }
    copied.push(counted.end());
  }
  for (const users of tables.filter(({ name }) => name === 'users')) {
    for await (const rows of portionsOf(from, users)) await to.writeTotals(users, rows);
  }
  await to.continueEvents(await from.lastEvent());
  return copied;
}

/** Reads what was written, and throws where it is not what was read. */
export async function compareRows(
  copied: readonly CopiedTable[],
  written: RowsReader,
  tables: readonly MovedTable[],
): Promise<void> {
  for (const [at, table] of tables.entries()) {
    const counted = countedRows(table.name);
    for await (const rows of portionsOf(written, table)) counted.add(rows);
    const [expected, found] = [copied[at], counted.end()];
    if (expected?.rows !== found.rows || expected.sha256 !== found.sha256) {
      throw new CannotStart(
        `Nothing was moved: the table ${table.name} is not as it was: ${expected?.rows} rows (${expected?.sha256}) became ${found.rows} (${found.sha256}).`,
      );
    }
  }
}

function countedRows(name: string) {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(rows: readonly Row[]) {
      count += rows.length;
      for (const row of rows) hash.update(`${JSON.stringify(row.map(asJson))}\n`);
    },
    end: (): CopiedTable => ({ name, rows: count, sha256: hash.digest('hex') }),
  };
}

function asJson(value: Row[number]): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value;
}
