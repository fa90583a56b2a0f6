import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { apiTokens, sessions } from './schema-access.ts';
import { projects, prompts, resources, uiStates, users, versions } from './schema-library.ts';

const tables = [users, projects, prompts, versions, resources, uiStates, sessions, apiTokens];

test.each(tables)('the columns that Drizzle knows are those of the migrations', (table) => {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  const { name, columns } = getTableConfig(table);
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
