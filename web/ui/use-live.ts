import { useLiveQuery } from 'dexie-react-hooks';

/**
 * What a query on the local database gives now, and again after every change of what it read, in whichever
 * tab. Undefined until the first answer. `deps` are what the query reads besides the database.
 */
export function useLive<T>(query: () => Promise<T> | T, deps: readonly unknown[]): T | undefined {
  return useLiveQuery(query, [...deps]);
}
