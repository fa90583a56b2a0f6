/**
 * One portion of a bulk change: marks rows as far as there is room, and returns what remains.
 *
 * Rows that changed after the record was made (`bound`) are not touched. A prompt's tombstone has an earlier place in the
 * feed than those of the rows inside; see `prompt-lifecycle.ts`.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { PortionSize } from '../../ports/library-port.ts';
import type { PendingBulk } from '../../records/bulk-record.ts';
import { changeParameters } from '../../records/row-records.ts';
import { bytesOf, type Table, tables, tablesInPrompt } from '../../sql/row-tables.ts';

type Found = { place: number; id: number; bytes: number };
type Scope = { userId: number; parent: number; bound: number; after: number; rows: number };
type Parent = Omit<Scope, 'rows'>;
type Statements = { rowsIn: ReturnType<typeof prepareRowsIn>; mark: ReturnType<typeof prepareMarks> };
type Seq = { now: number };

/** Marks a portion of rows within the caller's transaction. `seq` moves on with each. Null: nothing remains. */
export type DoPortion = (userId: number, pending: PendingBulk, seq: Seq) => PendingBulk['change'] | null;

export function createBulkPortions(connection: Database, size: PortionSize): DoPortion {
  const statements = { rowsIn: prepareRowsIn(connection), mark: prepareMarks(connection) };
  return (userId, pending, seq) => {
    const { bound, change } = pending;
    const work = new Portion(statements, size, { pending, seq });
    const scope = { userId, bound, after: 0 };
    switch (change.kind) {
      case 'deleteVersionsOf':
        return work.finishesInside('live', { ...scope, parent: change.promptId }) ? null : change;
      case 'restoreVersionsOf': {
        const gone = { ...scope, parent: change.promptId, after: change.after };
        return work.finishesInside('gone', gone) ? null : change;
      }
      case 'deleteListed':
        return listed(work, scope, change);
      case 'deleteContentsOf':
        return contents(work, scope, change);
    }
  };

  function listed(
    work: Portion,
    scope: Omit<Parent, 'parent'>,
    change: Extract<PendingBulk['change'], { kind: 'deleteListed' }>,
  ): PendingBulk['change'] | null {
    const now = change.versionIds.slice(0, size.rows);
    for (const [index, id] of now.entries()) {
      if (work.room() === 0) return { ...change, versionIds: change.versionIds.slice(index) };
      const found = statements.rowsIn.named.get({ userId: scope.userId, id, bound: scope.bound });
      if (found !== undefined) work.mark(tables.version, [found]);
    }
    const versionIds = change.versionIds.slice(now.length);
    return versionIds.length === 0 ? null : { ...change, versionIds };
  }

  function contents(
    work: Portion,
    scope: Omit<Parent, 'parent'>,
    change: Extract<PendingBulk['change'], { kind: 'deleteContentsOf' }>,
  ): PendingBulk['change'] | null {
    let { openPrompt } = change;
    for (;;) {
      if (openPrompt !== null && !work.finishesInside('live', { ...scope, parent: openPrompt })) {
        return { ...change, openPrompt };
      }
      openPrompt = null;
      if (work.room() === 0) return { ...change, openPrompt };
      const [next] = statements.rowsIn.prompts.all({ ...scope, parent: change.projectId, rows: 1 });
      if (next === undefined) break;
      work.mark(tables.prompt, [next]);
      openPrompt = next.id;
    }
    const { resources } = statements.rowsIn;
    const all = work.finishes(resources, tables.resource, { ...scope, parent: change.projectId });
    return all ? null : { ...change, openPrompt };
  }
}

/** Counts the rows and bytes that the portion has left, and gives places in the feed. */
class Portion {
  readonly #statements: Statements;
  readonly #size: PortionSize;
  readonly #pending: PendingBulk;
  readonly #seq: Seq;
  #rows = 0;
  #bytes = 0;

  constructor(
    statements: Statements,
    size: PortionSize,
    { pending, seq }: { pending: PendingBulk; seq: Seq },
  ) {
    this.#statements = statements;
    this.#size = size;
    this.#pending = pending;
    this.#seq = seq;
  }

  /** Never 0 while the portion has done nothing: one row larger than a portion is a portion. */
  room(): number {
    return this.#isFull() ? 0 : this.#size.rows - this.#rows;
  }

  #isFull(): boolean {
    return this.#rows > 0 && this.#bytes >= this.#size.bytes;
  }

  mark({ name }: Table, found: readonly Found[]): void {
    const { author, change } = this.#pending;
    const deletedAt = change.kind === 'restoreVersionsOf' ? null : author.at;
    for (const { place, bytes } of found) {
      if (this.#isFull()) return;
      this.#seq.now += 1;
      this.#rows += 1;
      this.#bytes += bytes;
      const parameters = changeParameters(this.#seq.now, { ...author, texts: [] });
      this.#statements.mark.get(name)?.run({ ...parameters, place, deletedAt });
    }
  }

  /** Marks what is inside of a prompt: what is there, or what went with it and comes back. */
  finishesInside(which: 'live' | 'gone', scope: Parent): boolean {
    return this.#statements.rowsIn.inside.every((kind) => this.finishes(kind[which], kind.of, scope));
  }

  /** Marks rows of a table as far as there is room; true when none is left. */
  finishes(rows: RowsIn, of: Table, scope: Parent): boolean {
    for (;;) {
      const room = this.room();
      if (room === 0) return false;
      const found = rows.all({ ...scope, rows: room });
      if (found.length === 0) return true;
      this.mark(of, found);
    }
  }
}

type RowsIn = Statement<[Scope], Found>;

function prepareRowsIn(connection: Database) {
  // Sizes by octet_length, which reads the head of a record and not the text. By the index that holds what remains:
  // along the feed, each portion would read again what those before it have done.
  const live = (of: Table, parent: string): RowsIn =>
    connection.prepare(`SELECT rowid AS place, id, ${bytesOf(of, of.name)} AS bytes
      FROM ${of.name} INDEXED BY ${of.name}_live
      WHERE user_id = :userId AND ${parent} = :parent AND deleted_at IS NULL AND seq <= :bound AND seq > :after
      LIMIT :rows`);
  const gone = (of: Table): RowsIn =>
    connection.prepare(`SELECT rowid AS place, id, ${bytesOf(of, of.name)} AS bytes
      FROM ${of.name} INDEXED BY ${of.name}_gone
      WHERE user_id = :userId AND prompt_id = :parent AND deleted_at IS NOT NULL AND erased = 0
        AND seq > :after AND seq <= :bound ORDER BY seq LIMIT :rows`);
  return {
    prompts: live(tables.prompt, 'project_id'),
    inside: tablesInPrompt.map((of) => ({ of, live: live(of, 'prompt_id'), gone: gone(of) })),
    resources: live(tables.resource, 'project_id'),
    named: connection.prepare<{ userId: number; id: number; bound: number }, Found>(
      `SELECT rowid AS place, id, ${bytesOf(tables.version, 'versions')} AS bytes FROM versions
        WHERE user_id = :userId AND id = :id AND deleted_at IS NULL AND seq <= :bound`,
    ),
  };
}

/** As `row-writes.ts` marks single rows, by the place of the row in its table. */
function prepareMarks(connection: Database) {
  const mark = ({ name, hasSender, hasUserSeq }: Table) => {
    const textBy = hasSender ? ', text_by = CASE WHEN :deletedAt IS NOT NULL THEN text_by END' : '';
    const userSeq = hasUserSeq ? ', user_seq = :seq' : '';
    return connection.prepare(`UPDATE ${name} SET rev = rev + 1, seq = :seq, deleted_at = :deletedAt,
      by_client = :byClient, by_number = :byNumber, device = :device, changed_at = :changedAt ${textBy} ${userSeq}
      WHERE rowid = :place`);
  };
  return new Map([tables.prompt, ...tablesInPrompt, tables.resource].map((of) => [of.name, mark(of)]));
}
