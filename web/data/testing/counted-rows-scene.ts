/** Counts the rows that the local database reads and writes: what an operation costs, without a clock. */
import type { DBCore, DBCoreCursor, DBCoreTable } from 'dexie';
import type { Library } from '../database/library.ts';

export type RowCounts = Record<string, { read: number; written: number }>;

/** Returns how many rows of each table `act` reads and writes. */
export type CountRows = (act: () => Promise<unknown>) => Promise<RowCounts>;

/** Opens the library once more, with a count. */
export async function countedRows({ db }: Library): Promise<CountRows> {
  const counts = new Map<string, { read: number; written: number }>();
  const note = (name: string, kind: 'read' | 'written', rows: number) => {
    const before = counts.get(name) ?? { read: 0, written: 0 };
    counts.set(name, { ...before, [kind]: before[kind] + rows });
  };
  const counted = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    // With Dexie's own promises: it would lose its transaction in others.
    get: (request) =>
      table.get(request).then((found) => {
        note(table.name, 'read', 1);
        return found;
      }),
    getMany: (request) =>
      table.getMany(request).then((found) => {
        note(table.name, 'read', found.length);
        return found;
      }),
    query: (request) =>
      table.query(request).then((found) => {
        note(table.name, 'read', found.result.length);
        return found;
      }),
    openCursor: (request) =>
      table.openCursor(request).then((cursor) => {
        note(table.name, 'read', 1);
        return cursor === null ? null : countedCursor(cursor, () => note(table.name, 'read', 1));
      }),
    mutate: (request) =>
      table.mutate(request).then((done) => {
        const rows =
          'values' in request ? request.values.length : 'keys' in request ? request.keys.length : 1;
        note(table.name, 'written', rows);
        return done;
      }),
  });
  db.close({ disableAutoOpen: false });
  db.use({
    stack: 'dbcore',
    name: 'counted rows',
    create: (core: DBCore) => ({ ...core, table: (name) => counted(core.table(name)) }),
  });
  await db.open();
  return async (act) => {
    counts.clear();
    await act();
    return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  };
}

function countedCursor(cursor: DBCoreCursor, onRow: () => void): DBCoreCursor {
  return new Proxy(cursor, {
    get(target, property) {
      if (property === 'start') {
        return (next: () => void) =>
          target.start(() => {
            onRow();
            next();
          });
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
