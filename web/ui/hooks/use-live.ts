import { useObservable } from 'dexie-react-hooks';
import { liveResults } from '../../data/database/live-query.ts';

/**
 * Returns the result of a query on the local database, updated after every change of what it read, in any
 * tab. Undefined until the first answer. `deps` are what the query reads besides the database.
 */
export function useLive<T>(query: () => Promise<T> | T, deps: readonly unknown[]): T | undefined {
  return useObservable(() => liveResults(async () => query()), [...deps]);
}
