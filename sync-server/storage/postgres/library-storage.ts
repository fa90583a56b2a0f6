/**
 * `library-port.ts` on PostgreSQL.
 *
 * 1. A change locks the record of its user until it is committed: changes of one library come one after the other on
 *    any number of nodes, and the order of their numbers is that of their commits.
 * 2. A whole push is a few round trips: one for what its rows need (`gather.ts`), one for all that it writes.
 */
import { sql } from 'drizzle-orm';
import { type RowKey, type RowRef, rowKey, rowTypes } from '#shared/kinds/row.ts';
import type { LibraryStorage, PortionSize } from '../ports/library-port.ts';
import type { Gather, LibraryTransaction } from '../ports/library-transaction.ts';
import { createBlobRecords, type OnLibrary } from '../sql/blob-records.ts';
import { deletedRows } from '../sql/deleted-reads.ts';
import { createEraseDeleted } from '../sql/erase-deleted.ts';
import { createLibraryReads, type Dialect } from '../sql/library-reads.ts';
import { tables } from '../sql/row-tables.ts';
import { run } from '../sql/work.ts';
import { readFeedPage } from './feed-reads.ts';
import { gatherLibrary } from './gather.ts';
import { createLibraryQueue, type LibraryQueue } from './library-queue.ts';

import { saveChanges } from './save-changes.ts';
import { createSingleReads } from './single-reads.ts';
import { createSqlDatabase, done } from './sql-database.ts';
import type { Reads, Transactions, Writes } from './transactions.ts';
import { movesSeq, readUser, type UserRecord } from './user-records.ts';

const usualPortion: PortionSize = { rows: 500, bytes: 4 * 1024 * 1024 };

export function createLibraryStorage(
  transactions: Transactions,
  portion: PortionSize = usualPortion,
): LibraryStorage {
  const database = createSqlDatabase(transactions);
  const library = createLibraryQueue(transactions, portion);
  const { act, read, finish } = library;

  function transact<Result>(userId: number, { gather, decide }: LibraryTransaction<Result>) {
    // A mutation with a key may run twice: the second time finds the stored answer of the first.
    const isRepeatable = gather.parts.length > 0 && gather.parts.every(({ key }) => key !== null);
    const run = async (writes: Writes, user: Promise<UserRecord>) => {
      const gathered = await gatherLibrary(writes, { userId, wanted: gather, portion, user });
      const before = gathered.seq;
      const { changes, result } = decide(gathered);
      saveChanges(writes, { userId, before, changes });
      return result;
    };
    return act(userId, run, { isRepeatable });
  }

  return {
    transact,
    gather: (userId, wanted: Gather) =>
      read(userId, (reads) =>
        gatherLibrary(reads, { userId, wanted, portion, user: readUser(reads, userId) }),
      ),
    known: (userId, refs) => read(userId, (reads) => knownRows(reads, userId, refs)),
    blobs: createBlobRecords(onLibrary(library)),
    async finishBulkChanges() {
      const users = await transactions.read((reads) =>
        reads.query<{ id: number }>('SELECT user_id AS id FROM bulk_changes ORDER BY user_id'),
      );
      for (const { id } of users) await finish(id);
      return users.map(({ id }) => id);
    },
    ...feedReads(library),
    ...createLibraryReads({ read: work(library), readTogether: work(library) }, { portion, dialect }),
    ...createSingleReads({ read: work(library) }),
    // Along the indexes of what can still be erased, which hold a month of deletions.
    deleted: async (userId) =>
      (await work(library)(userId, () => deletedRows(userId, sql`t.seq > 0`))).flat(),
    blobsToRemove: () => database.all(unusedBlobs),
    eraseDeletedBefore: createEraseDeleted(database, portion),
  };
}

async function knownRows(
  reads: Reads,
  userId: number,
  refs: readonly RowRef[],
): Promise<ReadonlySet<RowKey>> {
  const byType = Map.groupBy(refs, ({ type }) => type);
  const found = await Promise.all(
    rowTypes.map(async (type) => {
      const ids = byType.get(type)?.map(({ id }) => id) ?? [];
      if (ids.length === 0) return [];
      const { name, idType } = tables[type];
      const rows = await reads.query<{ id: number | string }>(
        `SELECT id FROM ${name} WHERE user_id = $1 AND id = ANY ($2::${idType}[]) AND erased = 0`,
        [userId, ids],
      );
      return rows.map(({ id }) => rowKey({ type, id }));
    }),
  );
  return new Set(found.flat());
}

const dialect: Dialect = {
  attributeOf: (attributes, name) => sql`(${attributes}::jsonb -> ${name})::text`,
  listedIds: (ids) => sql`(SELECT id, place
    FROM unnest(${sql.param(ids)}::bigint[]) WITH ORDINALITY AS listed (id, place))`,
};

/** Bytes that no row is about any more, and those of which the record is unsure. */
const unusedBlobs = sql<{ userId: number; sha256: string }>`SELECT user_id AS "userId", sha256 FROM blobs
  WHERE stored = 0 OR NOT EXISTS (SELECT 1 FROM resources AS r WHERE r.user_id = blobs.user_id
    AND r.sha256 = blobs.sha256 AND r.erased = 0) ORDER BY user_id, sha256`;

function feedReads({ read }: LibraryQueue): Pick<LibraryStorage, 'changesSince' | 'changesAsJson'> {
  return {
    changesSince: (userId, since, limit) =>
      read(userId, (reads) => readFeedPage(reads, { userId, since, limit })),
    async changesAsJson(userId, since, limit, jsonOf) {
      const { items, ...page } = await read(userId, (reads) => readFeedPage(reads, { userId, since, limit }));
      return { ...page, changes: items.map((item) => Buffer.from(jsonOf(item))) };
    },
  };
}

/** Runs works that read on a library. */
const work =
  ({ read }: LibraryQueue): OnLibrary['read'] =>
  (userId, work) =>
    read(userId, (reads) => done(work(), reads));

function onLibrary({ act, read }: LibraryQueue): OnLibrary {
  return {
    // Doing one of these twice does it once, but for places in the feed, which may then be skipped.
    act: (userId, work) =>
      act(userId, async (writes, user) => done(work((await user).seq), writes), { isRepeatable: true }),
    read: (userId, work) => read(userId, (reads) => done(work(), reads)),
    *moveSeq(userId, seq) {
      for (const statement of movesSeq(userId, seq)) yield* run(statement);
    },
  };
}
