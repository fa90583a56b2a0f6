/** Checks a bulk deletion before it begins: whether its author had seen all of it, and which versions it names. */
import type { Database } from 'better-sqlite3';
import type { ChangedBy } from '#shared/kinds/row.ts';
import type { BulkDeletion, Seen } from '#shared/mutations/mutation.ts';
import type { ListedVersions, SeenSoFar } from '../../ports/library-transaction.ts';
import { tablesInPrompt } from '../../sql/row-tables.ts';
import type { UserRecords } from './user-records.ts';

/** Numbers of the feed that one look goes through. */
const window = 500;

/** `seen`: up to which place; `own`: before which number of this client. */
type Author = { seen: number; client: string; own: number };
type Range = Author & { after: number; upTo: number };
type Unseen = Range & { userId: number; parent: number };
type Listed = { promptId: number; versionIds: readonly number[] };

export type BulkChecks = {
  /** Inspects some of what changed after the place `after`. */
  look(userId: number, asked: BulkDeletion & { by: ChangedBy | null; after: number }): SeenSoFar;
  listed(userId: number, asked: Listed & { seen: Seen | undefined; by: ChangedBy | null }): ListedVersions;
};

export function createBulkChecks(connection: Database, users: UserRecords): BulkChecks {
  const unseenIn = prepareUnseen(connection);
  const live = connection.prepare<
    Author & { userId: number; promptId: number },
    { id: number; isSeen: number }
  >(
    `SELECT id, (seq <= :seen OR (by_client IS :client AND by_number < :own)) AS isSeen FROM versions
      WHERE user_id = :userId AND prompt_id = :promptId AND deleted_at IS NULL`,
  );
  const elsewhere = connection
    .prepare<[number, number, number], number>(
      'SELECT 1 FROM versions WHERE user_id = ? AND id = ? AND prompt_id <> ? AND deleted_at IS NULL',
    )
    .pluck();

  return {
    look(userId, { rows, seen, by, after }) {
      const now = users.read(userId).seq;
      if (seen === undefined || rows.kind === 'listed') return { unseen: false, upTo: now, complete: true };
      const from = Math.max(after, seen.seq);
      const upTo = Math.min(now, from + window);
      const range = { userId, after: from, upTo, ...authorOf(seen, by) };
      const parent = rows.kind === 'contentsOf' ? rows.projectId : rows.promptId;
      const unseen = unseenIn[rows.kind].some((statement) => statement.all({ ...range, parent }).length > 0);
      return { unseen, upTo, complete: upTo >= now };
    },
    listed(userId, { promptId, versionIds, seen, by }) {
      const ids = new Set(versionIds);
      const found = live.all({ userId, promptId, ...authorOf(seen, by) });
      const inside = found.filter(({ id }) => ids.has(id));
      for (const { id } of inside) ids.delete(id);
      for (const id of ids) {
        if (elsewhere.get(userId, id, promptId) !== undefined) return { kind: 'elsewhere' };
      }
      const taken = inside.filter(({ isSeen }) => isSeen === 1).map(({ id }) => id);
      return {
        kind: 'here',
        seen: taken,
        spares: taken.length < inside.length,
        keepsOne: inside.length < found.length,
      };
    },
  };
}

/** A deletion without `seen` takes everything. */
function authorOf(seen: Seen | undefined, by: ChangedBy | null): Author {
  return {
    seen: seen?.seq ?? Number.MAX_SAFE_INTEGER,
    client: by?.client ?? '',
    own: by === null ? 0 : (seen?.beforeNumber ?? 0),
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
    contentsOf: [
      unseen('prompts', 'r.seq', 'r.project_id = :parent'),
      ...tablesInPrompt.map(({ name }) => unseen(name, 'r.seq', ofProject)),
      unseen('resources', 'r.user_seq', 'r.project_id = :parent'),
    ],
    insideOf: tablesInPrompt.map(({ name }) => unseen(name, 'r.seq', 'r.prompt_id = :parent')),
  };
}
