import { useLiveQuery } from 'dexie-react-hooks';

/**
 * Returns the result of a query on the local database, updated after every change of what it read, in any
 * tab. Undefined until the first answer. `deps` are what the query reads besides the database.
 */
export function useLive<T>(query: () => Promise<T> | T, deps: readonly unknown[]): T | undefined {
  // An async function: within another, Dexie loses what the steps after the first one read.
  return useLiveQuery(async () => query(), [...deps]);
}
