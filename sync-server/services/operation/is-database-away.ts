import { DatabaseUnavailable } from '../../storage/failures/database-unavailable.ts';

/** Returns true if the database is not reached, which passes by itself. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable;
}
