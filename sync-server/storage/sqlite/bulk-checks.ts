/** What a bulk deletion asks before it begins: how much it is about, and whether its author had seen all of it. */
import type { Database } from 'better-sqlite3';
import type { ChangedBy } from '#shared/kinds/row.ts';
import type { Bulk, BulkDeletion } from '#shared/mutations/mutation.ts';
import type { PortionSize } from '../library-port.ts';
import type { ListedVersions, SeenSoFar } from '../library-transaction.ts';

/** Numbers of the feed that one look goes through. */
const window = 500;

type Range = { after: number; upTo: number; seen: number; client: string; own: number };
type Unseen = Range & { userId: number; parent: number };

export type BulkChecks = {
  isLarge(userId: number, bulk: Bulk): boolean;
  isLargeRevival(userId: number, promptId: number, after: number): boolean;
  look(userId: number, asked: BulkDeletion & { by: ChangedBy | null; after: number }): SeenSoFar;
  listed(userId: number, promptId: number, ids: ReadonlySet<number>): ListedVersions;
};

export function createBulkChecks(connection: Database, portion: PortionSize): BulkChecks {
  type Counted = { userId: number; parent: number; most: number };
  const counting = (rows: string) =>
    connection.prepare<Counted, number>(`SELECT count(*) FROM (${rows} LIMIT :most)`).pluck();
  const live = (table: string, parent: string) =>
    `SELECT 1 FROM ${table} INDEXED BY ${table}_live WHERE user_id = :userId AND ${parent} = :parent AND deleted_at IS NULL`;
  const promptsIn = counting(live('prompts', 'project_id'));
  const resourcesIn = counting(live('resources', 'project_id'));
  const versionsOf = counting(live('versions', 'prompt_id'));
  // The prompts first: in the other order, all versions of the library would be looked at.
  const versionsIn = counting(`SELECT 1 FROM prompts AS p INDEXED BY prompts_live
    CROSS JOIN versions AS v INDEXED BY versions_live ON v.user_id = p.user_id AND v.prompt_id = p.id AND v.deleted_at IS NULL
    WHERE p.user_id = :userId AND p.project_id = :parent AND p.deleted_at IS NULL`);
  const gone = connection
    .prepare<Counted & { after: number }, number>(
      `SELECT count(*) FROM (SELECT 1 FROM versions WHERE user_id = :userId AND prompt_id = :parent
        AND deleted_at IS NOT NULL AND erased = 0 AND seq > :after LIMIT :most)`,
    )
    .pluck();

  const seqOf = connection.prepare<[number], number>('SELECT next_seq FROM users WHERE id = ?').pluck();
  // The places first, by the index; what lies behind a row's text is read last.
  const unseen = (table: string, meant: string, inside: string) =>
    connection
      .prepare<Unseen, number>(
        `SELECT id FROM ${table} AS r WHERE r.user_id = :userId AND r.seq > :after AND r.seq <= :upTo
          AND ${inside} AND r.deleted_at IS NULL AND ${meant} > :seen
          AND NOT (r.by_client IS :client AND r.by_number < :own)`,
      )
      .pluck();
  const ofProject =
    '(SELECT project_id FROM prompts WHERE user_id = r.user_id AND id = r.prompt_id) = :parent';
  const unseenIn = {
    prompts: unseen('prompts', 'r.seq', 'r.project_id = :parent'),
    versions: unseen('versions', 'r.seq', ofProject),
    resources: unseen('resources', 'r.meant_seq', 'r.project_id = :parent'),
    versionsOf: unseen('versions', 'r.seq', 'r.prompt_id = :parent'),
  };

  const liveIds = connection
    .prepare<[number, number], number>(
      'SELECT id FROM versions WHERE user_id = ? AND prompt_id = ? AND deleted_at IS NULL',
    )
    .pluck();
  const elsewhere = connection
    .prepare<[number, number, number], number>(
      'SELECT 1 FROM versions WHERE user_id = ? AND id = ? AND prompt_id <> ? AND deleted_at IS NULL',
    )
    .pluck();

  return {
    isLarge(userId, bulk) {
      const most = portion.rows + 1;
      const exceeds = (counted: typeof promptsIn, parent: number) =>
        (counted.get({ userId, parent, most }) ?? 0) > portion.rows;
      switch (bulk.kind) {
        case 'contentsOf':
          return [promptsIn, versionsIn, resourcesIn].some((counted) => exceeds(counted, bulk.projectId));
        case 'versionsOf':
          return exceeds(versionsOf, bulk.promptId);
        case 'listed':
          return bulk.versionIds.length > portion.rows || exceeds(versionsOf, bulk.promptId);
      }
    },
    isLargeRevival: (userId, promptId, after) =>
      (gone.get({ userId, parent: promptId, after, most: portion.rows + 1 }) ?? 0) > portion.rows,
    look(userId, { rows, seen, by, after }) {
      const now = seqOf.get(userId) ?? 0;
      if (seen === undefined) return { unseen: false, upTo: now, complete: true };
      const from = Math.max(after, seen.seq);
      const upTo = Math.min(now, from + window);
      const author = { client: by?.client ?? '', own: by === null ? 0 : seen.own };
      const range = { userId, after: from, upTo, seen: seen.seq, ...author };
      const found = (statement: typeof unseenIn.prompts, parent: number) =>
        statement.all({ ...range, parent });
      const ids = (() => {
        switch (rows.kind) {
          case 'contentsOf':
            return (['prompts', 'versions', 'resources'] as const).flatMap((table) =>
              found(unseenIn[table], rows.projectId),
            );
          case 'versionsOf':
            return found(unseenIn.versionsOf, rows.promptId);
          case 'listed': {
            const listed = new Set(rows.versionIds);
            return found(unseenIn.versionsOf, rows.promptId).filter((id) => listed.has(id));
          }
        }
      })();
      return { unseen: ids.length > 0, upTo, complete: upTo >= now };
    },
    listed(userId, promptId, ids) {
      const inside = new Set<number>();
      let keepsOne = false;
      for (const id of liveIds.iterate(userId, promptId)) {
        if (ids.has(id)) inside.add(id);
        else keepsOne = true;
      }
      for (const id of ids) {
        if (!inside.has(id) && elsewhere.get(userId, id, promptId) !== undefined)
          return { kind: 'elsewhere' };
      }
      return { kind: 'here', live: [...inside], keepsOne };
    },
  };
}
