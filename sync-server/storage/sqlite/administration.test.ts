import { administrationSuite } from '../administration-suite.ts';
import { openDatabase } from './open-database.ts';
import { sqliteStorages } from './sqlite-storages.ts';

administrationSuite(() => {
  const database = openDatabase({ file: ':memory:', now: () => 0 });
  return { ...sqliteStorages(database), [Symbol.dispose]: () => database.close() };
});
