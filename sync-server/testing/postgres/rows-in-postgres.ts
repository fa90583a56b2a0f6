/** Sets test files up whose apps keep everything but files in PostgreSQL: the project `server-postgres` of the tests. */
import { beforeEach } from 'vitest';
import { keepRowsOfAppsIn } from '../test-app.ts';
import { rowsInPostgres } from './postgres-rows.ts';
import { provideSchemas, takeSchema } from './ready-schemas.ts';

await provideSchemas();
beforeEach(provideSchemas);
keepRowsOfAppsIn(() => rowsInPostgres(takeSchema()));
