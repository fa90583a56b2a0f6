/** Counts what a user's change feed has to tell, along indexes: no row is read. */
import { rowTypes } from '#shared/kinds/row.ts';
import type { OpenDatabase } from './open-database.ts';
import { tablesInSql } from './row-tables.ts';

const tables = rowTypes.map((type) => tablesInSql[type]);

/** Returns how many rows changed after `since`; from the beginning, how many there are that are not deleted. */
export function createFeedCount({ connection }: OpenDatabase): (userId: number, since: number) => number {
  const sum = (counts: readonly string[]) => `SELECT (${counts.join(') + (')})`;
  const changed = connection
    .prepare<{ userId: number; since: number }, number>(
      sum(tables.map(({ name }) => `SELECT count(*) FROM ${name} WHERE user_id = :userId AND seq > :since`)),
    )
    .pluck();
  const live = connection
    .prepare<{ userId: number }, number>(
      sum(
        tables.map(
          ({ name, erase }) =>
            `SELECT count(*) FROM ${name} WHERE user_id = :userId${erase === null ? '' : ' AND deleted_at IS NULL'}`,
        ),
      ),
    )
    .pluck();
  return (userId, since) => (since === 0 ? live.get({ userId }) : changed.get({ userId, since })) ?? 0;
}
