/** Checks a bulk deletion before it begins: whether its author had seen all of it, and which versions it names. */
import type { Database } from 'better-sqlite3';
import type { ChangedBy } from '#shared/kinds/row.ts';
import type { BulkDeletion } from '#shared/mutations/mutation.ts';
import type { ListedVersions, SeenSoFar } from '../library-transaction.ts';
import type { UserRecords } from './user-records.ts';

/** Numbers of the feed that one look goes through. */
const window = 500;

type Range = { after: number; upTo: number; seen: number; client: string; own: number };
type Unseen = Range & { userId: number; parent: number };

export type BulkChecks = {
  /** Inspects some of what changed after the place `after`. */
  look(userId: number, asked: BulkDeletion & { by: ChangedBy | null; after: number }): SeenSoFar;
  listed(userId: number, promptId: number, ids: ReadonlySet<number>): ListedVersions;
};

export function createBulkChecks(connection: Database, users: UserRecords): BulkChecks {
  const unseenIn = prepareUnseen(connection);
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
    look(userId, { rows, seen, by, after }) {
      const now = users.read(userId).seq;
      if (seen === undefined) return { unseen: false, upTo: now, complete: true };
      const from = Math.max(after, seen.seq);
      const upTo = Math.min(now, from + window);
      const author = { client: by?.client ?? '', own: by === null ? 0 : seen.beforeNumber };
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

function prepareUnseen(connection: Database) {
  // The places first, by the index; what lies behind a row's text is read last.
  const unseen = (table: string, userSeq: string, inside: string) =>
    connection
      .prepare<Unseen, number>(
        `SELECT id FROM ${table} AS r WHERE r.user_id = :userId AND r.seq > :after AND r.seq <= :upTo
          AND ${inside} AND r.deleted_at IS NULL AND ${userSeq} > :seen
          AND NOT (r.by_client IS :client AND r.by_number < :own)`,
      )
      .pluck();
  const ofProject =
    '(SELECT project_id FROM prompts WHERE user_id = r.user_id AND id = r.prompt_id) = :parent';
  return {
    prompts: unseen('prompts', 'r.seq', 'r.project_id = :parent'),
    versions: unseen('versions', 'r.seq', ofProject),
    resources: unseen('resources', 'r.user_seq', 'r.project_id = :parent'),
    versionsOf: unseen('versions', 'r.seq', 'r.prompt_id = :parent'),
  };
}
