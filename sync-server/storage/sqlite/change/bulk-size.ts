/** Counts rows along indexes, as far as it matters whether there are more than a bound. */
import type { Database } from 'better-sqlite3';
import type { Bulk } from '#shared/mutations/mutation.ts';
import type { PortionSize } from '../../ports/library-port.ts';
import { tablesInPrompt } from '../../sql/row-tables.ts';

type Counted = { userId: number; parent: number; most: number };

export type BulkSize = {
  isLarge(userId: number, bulk: Bulk): boolean;
  /** Whether more rows of one kind come back with this deleted prompt than one transaction should change. */
  isLargeRevival(userId: number, promptId: number, after: number): boolean;
  /** Counts the versions of a prompt that are not deleted, up to `most`. */
  liveVersions(userId: number, promptId: number, most: number): number;
};

export function createBulkSize(connection: Database, portion: PortionSize): BulkSize {
  const counting = (rows: string) =>
    connection.prepare<Counted, number>(`SELECT count(*) FROM (${rows} LIMIT :most)`).pluck();
  const live = (table: string, parent: string) =>
    `SELECT 1 FROM ${table} INDEXED BY ${table}_live WHERE user_id = :userId AND ${parent} = :parent AND deleted_at IS NULL`;
  const promptsIn = counting(live('prompts', 'project_id'));
  const resourcesIn = counting(live('resources', 'project_id'));
  const versionsOf = counting(live('versions', 'prompt_id'));
  const insideOf = tablesInPrompt.map(({ name }) => counting(live(name, 'prompt_id')));
  // The prompts first: in the other order, all versions of the library would be looked at.
  const insidePrompts = (table: string) =>
    counting(`SELECT 1 FROM prompts AS p INDEXED BY prompts_live
      CROSS JOIN ${table} AS v INDEXED BY ${table}_live
        ON v.user_id = p.user_id AND v.prompt_id = p.id AND v.deleted_at IS NULL
      WHERE p.user_id = :userId AND p.project_id = :parent AND p.deleted_at IS NULL`);
  const inProject = [promptsIn, ...tablesInPrompt.map(({ name }) => insidePrompts(name)), resourcesIn];
  const gone = tablesInPrompt.map(({ name: table }) =>
    connection
      .prepare<Counted & { after: number }, number>(
        `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE user_id = :userId AND prompt_id = :parent
          AND deleted_at IS NOT NULL AND erased = 0 AND seq > :after LIMIT :most)`,
      )
      .pluck(),
  );

  return {
    isLarge(userId, bulk) {
      const most = portion.rows + 1;
      const exceeds = (counted: typeof promptsIn, parent: number) =>
        (counted.get({ userId, parent, most }) ?? 0) > portion.rows;
      switch (bulk.kind) {
        case 'contentsOf':
          return inProject.some((counted) => exceeds(counted, bulk.projectId));
        case 'insideOf':
          return insideOf.some((counted) => exceeds(counted, bulk.promptId));
        case 'listed':
          return bulk.versionIds.length > portion.rows || exceeds(versionsOf, bulk.promptId);
      }
    },
    liveVersions: (userId, parent, most) => versionsOf.get({ userId, parent, most }) ?? 0,
    isLargeRevival(userId, parent, after) {
      const asked = { userId, parent, after, most: portion.rows + 1 };
      return gone.some((counted) => (counted.get(asked) ?? 0) > portion.rows);
    },
  };
}
