import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { apiTokens, sessions } from './schema-access.ts';
import {
  keptRuns,
  projects,
  prompts,
  resources,
  testCases,
  uiStates,
  users,
  versions,
} from './schema-library.ts';

const tables = [
  users,
  projects,
  prompts,
  versions,
  keptRuns,
  testCases,
  resources,
  uiStates,
  sessions,
  apiTokens,
];
const named = tables.map((table) => [getTableConfig(table).name, table] as const);

test.each(named)('the columns of %s that Drizzle knows are those of the migrations', (name, table) => {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  const { columns } = getTableConfig(table);
  const known = columns.map((column) => ({
    name: column.name,
    type: column.getSQLType().toUpperCase(),
    required: Number(column.notNull),
    pk: Number(column.primary),
  }));
  const real = database.connection
    .prepare('SELECT name, type, ("notnull" OR pk) AS required, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(name);
  expect(known.length).toBeGreaterThan(0);
  expect(real).toEqual(known);
  database.close();
});

test.each(named)('the indexes of %s that Drizzle knows are those of the migrations', (name, table) => {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  const { indexes } = getTableConfig(table);
  const known = indexes.map(({ config: { name: index, unique, where, columns } }) => ({
    name: index,
    isUnique: Number(unique),
    isPartial: Number(where !== undefined),
    columns: columns.map((column) => ('name' in column ? column.name : '')).join(),
  }));
  const real = database.connection
    .prepare(
      `SELECT name, "unique" AS isUnique, partial AS isPartial,
          (SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) AS columns
        FROM pragma_index_list(?) AS i WHERE origin = 'c' ORDER BY name`,
    )
    .all(name);
  expect(known.length).toBeGreaterThan(0);
  expect(real).toEqual(known.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  database.close();
});

test.each(named)(
  'rows of %s are deleted with their account, as Drizzle knows it and as the migrations have it',
  (name, table) => {
    const database = openDatabase({ file: ':memory:', now: () => 0 });
    const { foreignKeys } = getTableConfig(table);
    const known = foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference();
      return {
        ...{ column: columns[0]?.name, table: getTableConfig(foreignTable).name },
        onDelete: key.onDelete?.toUpperCase(),
      };
    });
    const real = database.connection
      .prepare(`SELECT "from" AS "column", "table", on_delete AS onDelete FROM pragma_foreign_key_list(?)`)
      .all(name);
    expect(real).toEqual(known);
    database.close();
  },
);
