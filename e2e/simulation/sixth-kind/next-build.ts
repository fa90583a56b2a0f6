/**
 * The next build, beside today's in one process: the same sources with one more kind of row. What is replaced is all
 * that its developer writes: the kind and its mutations, each in its list; a migration; and an entry in each database's
 * table of kinds.
 */
import { vi } from 'vitest';
import type * as Build from './build.ts';

const replaced = [
  '../../../shared/kinds/registry.ts',
  '../../../shared/mutations/all-mutations.ts',
  '../../../web/data/database/row-tables.ts',
  '../../../web/data/database/library-db.ts',
  '../../../sync-server/storage/sqlite/rows/row-statements.ts',
  '../../../sync-server/storage/sqlite/rows/row-tables.ts',
  '../../../sync-server/storage/sql/row-tables.ts',
] as const;

export async function loadNextBuild(): Promise<typeof Build> {
  vi.resetModules();
  vi.doMock('../../../shared/kinds/registry.ts', async (original) => {
    const { kinds } = await original<typeof import('../../../shared/kinds/registry.ts')>();
    const { labelKind } = await import('./label-kind.ts');
    return { kinds: { ...kinds, label: labelKind } };
  });
  vi.doMock('../../../shared/mutations/all-mutations.ts', async (original) => {
    const { mutations } = await original<typeof import('../../../shared/mutations/all-mutations.ts')>();
    const { labelMutations } = await import('./label-mutations.ts');
    return { mutations: { ...mutations, ...labelMutations } };
  });
  vi.doMock('../../../web/data/database/row-tables.ts', async (original) => {
    const { rowTables } = await original<typeof import('../../../web/data/database/row-tables.ts')>();
    return { rowTables: { ...rowTables, label: 'labels' } };
  });
  vi.doMock('../../../web/data/database/library-db.ts', async (original) => {
    const today = await original<typeof import('../../../web/data/database/library-db.ts')>();
    class LibraryDb extends today.LibraryDb {
      constructor(...args: ConstructorParameters<typeof today.LibraryDb>) {
        super(...args);
        this.version(this.verno + 1).stores({ labels: 'id, row.projectId' });
      }
    }
    return { ...today, LibraryDb };
  });
  vi.doMock('../../../sync-server/storage/sqlite/rows/row-statements.ts', async (original) => {
    const today =
      await original<typeof import('../../../sync-server/storage/sqlite/rows/row-statements.ts')>();
    const { prepareLabels } = await import('./label-table.ts');
    const prepareRowStatements = (database: Parameters<typeof today.prepareRowStatements>[0]) => ({
      ...today.prepareRowStatements(database),
      ...prepareLabels(database.connection),
    });
    return { prepareRowStatements };
  });
  vi.doMock('../../../sync-server/storage/sqlite/rows/row-tables.ts', async (original) => {
    const today = await original<typeof import('../../../sync-server/storage/sqlite/rows/row-tables.ts')>();
    const { labelTable } = await import('./label-table.ts');
    type Statements = Parameters<typeof today.createRowTables>[0] & Parameters<typeof labelTable>[0];
    const createRowTables = (rows: Statements) => ({
      ...today.createRowTables(rows),
      label: labelTable(rows),
    });
    return { ...today, createRowTables };
  });
  vi.doMock('../../../sync-server/storage/sql/row-tables.ts', async (original) => {
    const today = await original<typeof import('../../../sync-server/storage/sql/row-tables.ts')>();
    const { labelsInSql } = await import('./label-table.ts');
    return { ...today, tables: { ...today.tables, label: labelsInSql } };
  });
  try {
    return await import('./build.ts');
  } finally {
    for (const path of replaced) vi.doUnmock(path);
    vi.resetModules();
  }
}
