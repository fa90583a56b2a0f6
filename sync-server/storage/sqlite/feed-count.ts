/** Counts what a user's change feed has to tell, along indexes: no row is read. */
import type { OpenDatabase } from './open-database.ts';

const deletable = ['projects', 'prompts', 'versions', 'resources'];

/** Returns how many rows changed after `since`; from the beginning, how many there are that are not deleted. */
export function createFeedCount({ connection }: OpenDatabase): (userId: number, since: number) => number {
  const sum = (counts: readonly string[]) => `SELECT (${counts.join(') + (')})`;
  const changed = connection
    .prepare<{ userId: number; since: number }, number>(
      sum(
        [...deletable, 'ui_states'].map(
          (table) => `SELECT count(*) FROM ${table} WHERE user_id = :userId AND seq > :since`,
        ),
      ),
    )
    .pluck();
  const live = connection
    .prepare<{ userId: number }, number>(
      sum([
        ...deletable.map(
          (table) => `SELECT count(*) FROM ${table} WHERE user_id = :userId AND deleted_at IS NULL`,
        ),
        'SELECT count(*) FROM ui_states WHERE user_id = :userId',
      ]),
    )
    .pluck();
  return (userId, since) => (since === 0 ? live.get({ userId }) : changed.get({ userId, since })) ?? 0;
}
