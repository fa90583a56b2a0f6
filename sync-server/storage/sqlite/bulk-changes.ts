/**
 * Changes of more rows than one transaction should hold: a record of what is to be done, and portions that do it.
 *
 *   the transaction of the mutation -> record        portion -> portion -> ... -> no record
 *
 * 1. Nobody reads or writes a library while its record is there: for everybody the change happens at once.
 * 2. A portion and what the record says remains are one transaction: a crash anywhere is continued, nothing twice.
 * 3. Rows that changed after the record was made (`bound`) are not touched.
 * 4. A prompt's tombstone has an earlier place in the feed than those of its versions; see `prompt-lifecycle.ts`.
 */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { PortionSize } from '../library-port.ts';
import type { Authorship, BulkChange } from '../library-transaction.ts';
import { changeParameters } from './row-records.ts';

const Author = z.object({
  by: z.object({ client: z.string(), number: z.int() }).nullable(),
  device: z.string(),
  at: z.int(),
});

const Pending = z.object({
  bound: z.int(),
  author: Author,
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('deleteContentsOf'), projectId: z.int(), openPrompt: z.int().nullable() }),
    z.object({ kind: z.literal('deleteVersionsOf'), promptId: z.int() }),
    z.object({ kind: z.literal('deleteListed'), versionIds: z.array(z.int()) }),
    z.object({ kind: z.literal('restoreVersionsOf'), promptId: z.int(), after: z.int() }),
  ]),
});
type Pending = z.infer<typeof Pending>;

type Found = { place: number; id: number; bytes: number };
type Scope = { userId: number; parent: number; bound: number; after: number; rows: number };

/** Synchronous, each within the caller's transaction. */
export type BulkChanges = {
  isPending(userId: number): boolean;
  pendingUsers(): number[];
  begin(userId: number, change: BulkChange, authorship: Authorship): void;
  /** Does the next portion; false when nothing remains. */
  goOn(userId: number): boolean;
};

export function createBulkChanges(connection: Database, portion: PortionSize): BulkChanges {
  const find = connection
    .prepare<[number], string>('SELECT change FROM bulk_changes WHERE user_id = ?')
    .pluck();
  const users = connection.prepare<[], number>('SELECT user_id FROM bulk_changes ORDER BY user_id').pluck();
  const put = connection.prepare<[number, string]>(
    'INSERT INTO bulk_changes (user_id, change) VALUES (?, ?) ON CONFLICT DO UPDATE SET change = excluded.change',
  );
  const remove = connection.prepare<[number]>('DELETE FROM bulk_changes WHERE user_id = ?');
  const seqOf = connection.prepare<[number], number>('SELECT next_seq FROM users WHERE id = ?').pluck();
  const moveSeq = connection.prepare<[number, number]>('UPDATE users SET next_seq = ? WHERE id = ?');
  const rowsIn = prepareRowsIn(connection);
  const mark = prepareMarks(connection);

  /** One portion's account of what it may still do, and the numbers that it gives. */
  function openPortion(userId: number, author: Pending['author'], deletes: boolean) {
    let seq = seqOf.get(userId) ?? 0;
    let rows = 0;
    let bytes = 0;
    const change = changeParameters(0, { ...author, texts: [] });
    return {
      /** Never 0 while the portion has done nothing: one row larger than a portion is a portion. */
      room: () => (rows > 0 && bytes >= portion.bytes ? 0 : portion.rows - rows),
      mark(table: keyof typeof mark, found: readonly Found[]): void {
        for (const { place, bytes: size } of found) {
          if (rows > 0 && bytes >= portion.bytes) return;
          seq += 1;
          rows += 1;
          bytes += size;
          const deletedAt = deletes ? author.at : null;
          mark[table].run({ ...change, place, seq, deletedAt });
        }
      },
      close(): void {
        if (rows > 0) moveSeq.run(seq, userId);
      },
    };
  }

  type Portion = ReturnType<typeof openPortion>;

  /** Marks versions as far as there is room; true when none is left. */
  function finishes(work: Portion, table: 'versions' | 'resources', scope: Omit<Scope, 'rows'>): boolean {
    for (;;) {
      const rows = work.room();
      if (rows === 0) return false;
      const found = rowsIn[table].all({ ...scope, rows });
      if (found.length === 0) return true;
      work.mark(table, found);
    }
  }

  /** What remains after a portion; null: nothing. */
  function portionOf(userId: number, { bound, author, change }: Pending): Pending['change'] | null {
    const work = openPortion(userId, author, change.kind !== 'restoreVersionsOf');
    const scope = { userId, bound, after: 0 };
    try {
      switch (change.kind) {
        case 'deleteVersionsOf':
          return finishes(work, 'versions', { ...scope, parent: change.promptId }) ? null : change;
        case 'restoreVersionsOf':
          return restored(work, { ...scope, parent: change.promptId, after: change.after }) ? null : change;
        case 'deleteListed': {
          const now = change.versionIds.slice(0, portion.rows);
          const found = now.flatMap((id) => rowsIn.named.get({ userId, id, bound }) ?? []);
          for (const [index, each] of found.entries()) {
            if (work.room() === 0) {
              const rest = change.versionIds.slice(now.indexOf(found[index]?.id ?? 0));
              return { ...change, versionIds: rest };
            }
            work.mark('versions', [each]);
          }
          const versionIds = change.versionIds.slice(now.length);
          return versionIds.length === 0 ? null : { ...change, versionIds };
        }
        case 'deleteContentsOf':
          return contents(work, scope, change);
      }
    } finally {
      work.close();
    }
  }

  function contents(
    work: Portion,
    scope: Omit<Scope, 'rows' | 'parent'>,
    change: Extract<Pending['change'], { kind: 'deleteContentsOf' }>,
  ): Pending['change'] | null {
    let { openPrompt } = change;
    for (;;) {
      if (openPrompt !== null && !finishes(work, 'versions', { ...scope, parent: openPrompt })) {
        return { ...change, openPrompt };
      }
      openPrompt = null;
      if (work.room() === 0) return { ...change, openPrompt };
      const [next] = rowsIn.prompts.all({ ...scope, parent: change.projectId, rows: 1 });
      if (next === undefined) break;
      work.mark('prompts', [next]);
      openPrompt = next.id;
    }
    const all = finishes(work, 'resources', { ...scope, parent: change.projectId });
    return all ? null : { ...change, openPrompt };
  }

  function restored(work: Portion, scope: Omit<Scope, 'rows'>): boolean {
    for (;;) {
      const rows = work.room();
      if (rows === 0) return false;
      const found = rowsIn.gone.all({ ...scope, rows });
      if (found.length === 0) return true;
      work.mark('versions', found);
    }
  }

  function keep(userId: number, pending: Pending): void {
    put.run(userId, JSON.stringify(pending));
  }

  return {
    isPending: (userId) => find.get(userId) !== undefined,
    pendingUsers: () => users.all(),
    begin(userId, change, { by, device, at }) {
      if (find.get(userId) !== undefined)
        throw new Error('a second bulk change before the first one is done');
      const bound = seqOf.get(userId) ?? 0;
      const asKept = change.kind === 'deleteContentsOf' ? { ...change, openPrompt: null } : change;
      keep(userId, { bound, author: { by, device, at }, change: Pending.shape.change.parse(asKept) });
    },
    goOn(userId) {
      const record = find.get(userId);
      if (record === undefined) return false;
      const pending = Pending.parse(JSON.parse(record));
      const change = portionOf(userId, pending);
      if (change === null) remove.run(userId);
      else keep(userId, { ...pending, change });
      return change !== null;
    },
  };
}

function prepareRowsIn(connection: Database) {
  // Sizes by octet_length, which reads the head of a record and not the text. By the index that holds what remains:
  // along the feed, each portion would read again what those before it have done.
  const versionBytes = 'octet_length(content) + coalesce(octet_length(original), 0)';
  const live = (table: string, parent: string, bytes: string) =>
    connection.prepare<
      Scope,
      Found
    >(`SELECT rowid AS place, id, ${bytes} AS bytes FROM ${table} INDEXED BY ${table}_live
      WHERE user_id = :userId AND ${parent} = :parent AND deleted_at IS NULL AND seq <= :bound AND seq > :after
      LIMIT :rows`);
  return {
    prompts: live('prompts', 'project_id', 'octet_length(content) + octet_length(notes)'),
    versions: live('versions', 'prompt_id', versionBytes),
    resources: live('resources', 'project_id', '0'),
    gone: connection.prepare<
      Scope,
      Found
    >(`SELECT rowid AS place, id, ${versionBytes} AS bytes FROM versions INDEXED BY versions_gone
      WHERE user_id = :userId AND prompt_id = :parent AND deleted_at IS NOT NULL AND erased = 0
        AND seq > :after AND seq <= :bound ORDER BY seq LIMIT :rows`),
    named: connection.prepare<{ userId: number; id: number; bound: number }, Found>(
      `SELECT rowid AS place, id, ${versionBytes} AS bytes FROM versions
        WHERE user_id = :userId AND id = :id AND deleted_at IS NULL AND seq <= :bound`,
    ),
  };
}

/** As `row-writes.ts` marks single rows, by the place of the row in its table. */
function prepareMarks(connection: Database) {
  const mark = (table: string, more: string) =>
    connection.prepare(`UPDATE ${table} SET rev = rev + 1, seq = :seq, deleted_at = :deletedAt,
      by_client = :byClient, by_number = :byNumber, device = :device, changed_at = :changedAt ${more}
      WHERE rowid = :place`);
  const textBy = ', text_by = CASE WHEN :deletedAt IS NOT NULL THEN text_by END';
  return {
    prompts: mark('prompts', textBy),
    versions: mark('versions', textBy),
    resources: mark('resources', ', meant_seq = :seq'),
  };
}
