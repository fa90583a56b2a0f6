/**
 * One portion of a bulk change: marks rows as far as there is room, and returns what remains.
 *
 * Rows that changed after the record was made (`bound`) are not touched. A prompt's tombstone has an earlier place in the
 * feed than those of its versions and kept runs; see `prompt-lifecycle.ts`.
 */
import type { Database } from 'better-sqlite3';
import type { PortionSize } from '../../ports/library-port.ts';
import type { PendingBulk } from '../../records/bulk-record.ts';
import { changeParameters } from '../../records/row-records.ts';
import { bytesOf, tables } from '../../sql/row-tables.ts';

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
        return work.finishesInside({ ...scope, parent: change.promptId }) ? null : change;
      case 'restoreVersionsOf': {
        const gone = { ...scope, parent: change.promptId, after: change.after };
        return work.finishes('gone', gone) && work.finishes('goneKeptRuns', gone) ? null : change;
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
      if (found !== undefined) work.mark('versions', [found]);
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
      if (openPrompt !== null && !work.finishesInside({ ...scope, parent: openPrompt })) {
        return { ...change, openPrompt };
      }
      openPrompt = null;
      if (work.room() === 0) return { ...change, openPrompt };
      const [next] = statements.rowsIn.prompts.all({ ...scope, parent: change.projectId, rows: 1 });
      if (next === undefined) break;
      work.mark('prompts', [next]);
      openPrompt = next.id;
    }
    const all = work.finishes('resources', { ...scope, parent: change.projectId });
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

  mark(table: keyof Statements['mark'], found: readonly Found[]): void {
    const { author, change } = this.#pending;
    const deletedAt = change.kind === 'restoreVersionsOf' ? null : author.at;
    for (const { place, bytes } of found) {
      if (this.#isFull()) return;
      this.#seq.now += 1;
      this.#rows += 1;
      this.#bytes += bytes;
      const parameters = changeParameters(this.#seq.now, { ...author, texts: [] });
      this.#statements.mark[table].run({ ...parameters, place, deletedAt });
    }
  }

  /** Marks what is inside of a prompt. */
  finishesInside(scope: Parent): boolean {
    return this.finishes('versions', scope) && this.finishes('keptRuns', scope);
  }

  /** Marks rows as far as there is room; true when none is left. `gone`: versions that come back. */
  finishes(rows: keyof typeof marks, scope: Parent): boolean {
    for (;;) {
      const room = this.room();
      if (room === 0) return false;
      const found = this.#statements.rowsIn[rows].all({ ...scope, rows: room });
      if (found.length === 0) return true;
      this.mark(marks[rows], found);
    }
  }
}

/** The table of the rows that a portion goes through. */
const marks = {
  versions: 'versions',
  gone: 'versions',
  keptRuns: 'keptRuns',
  goneKeptRuns: 'keptRuns',
  resources: 'resources',
} as const;

function prepareRowsIn(connection: Database) {
  // Sizes by octet_length, which reads the head of a record and not the text. By the index that holds what remains:
  // along the feed, each portion would read again what those before it have done.
  const versionBytes = bytesOf(tables.version, 'versions');
  const runBytes = bytesOf(tables.keptRun, 'kept_runs');
  const live = (table: string, parent: string, bytes: string) =>
    connection.prepare<
      Scope,
      Found
    >(`SELECT rowid AS place, id, ${bytes} AS bytes FROM ${table} INDEXED BY ${table}_live
      WHERE user_id = :userId AND ${parent} = :parent AND deleted_at IS NULL AND seq <= :bound AND seq > :after
      LIMIT :rows`);
  const gone = (table: string, bytes: string) =>
    connection.prepare<
      Scope,
      Found
    >(`SELECT rowid AS place, id, ${bytes} AS bytes FROM ${table} INDEXED BY ${table}_gone
      WHERE user_id = :userId AND prompt_id = :parent AND deleted_at IS NOT NULL AND erased = 0
        AND seq > :after AND seq <= :bound ORDER BY seq LIMIT :rows`);
  return {
    prompts: live('prompts', 'project_id', bytesOf(tables.prompt, 'prompts')),
    versions: live('versions', 'prompt_id', versionBytes),
    keptRuns: live('kept_runs', 'prompt_id', runBytes),
    resources: live('resources', 'project_id', '0'),
    gone: gone('versions', versionBytes),
    goneKeptRuns: gone('kept_runs', runBytes),
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
    keptRuns: mark('kept_runs', ''),
    resources: mark('resources', ', user_seq = :seq'),
  };
}
