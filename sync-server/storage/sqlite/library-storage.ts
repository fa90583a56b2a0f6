/** `library-port.ts` on SQLite: what a transaction gathers, decides and saves runs as one act of the group commit. */
import { rowKey } from '#shared/kinds/row.ts';
import type { LibraryStorage, PortionSize } from '../ports/library-port.ts';
import type { Gather, LibraryTransaction } from '../ports/library-transaction.ts';
import { blobRecord, createBlobRecords, type OnLibrary } from '../sql/blob-records.ts';
import { createEraseDeleted } from '../sql/erase-deleted.ts';
import { createLibraryReads, type LibraryReader } from '../sql/library-reads.ts';
import { nothing } from '../sql/work.ts';
import { createBulkChanges } from './change/bulk-changes.ts';
import { createBulkChecks } from './change/bulk-checks.ts';
import { createBulkSize } from './change/bulk-size.ts';
import { createEpochs } from './change/epochs.ts';
import { gatherLibrary } from './change/gather.ts';
import { saveChanges } from './change/save-changes.ts';
import { createStoredAnswers } from './change/stored-answers.ts';
import { isKnown } from './change/touched-rows.ts';
import { createUserRecords, type UserRecords } from './change/user-records.ts';
import { createGroupCommit } from './group-commit.ts';
import { createGroupReads } from './group-reads.ts';
import { createLibraryQueue, type LibraryQueue } from './library-queue.ts';
import type { OpenDatabase } from './open-database.ts';
import { dialect } from './reads/dialect.ts';
import { createFeedReads } from './reads/feed-reads.ts';
import { createLargeReads } from './reads/large-reads.ts';
import { createSingleReads } from './reads/single-reads.ts';
import { prepareRowStatements } from './rows/row-statements.ts';
import { createRowTables } from './rows/row-tables.ts';
import type { SqliteDatabase } from './sql-database.ts';

/** Some ten milliseconds of work on a small machine. */
const usualPortion: PortionSize = { rows: 200, bytes: 1024 * 1024 };

export function createLibraryStorage(
  database: OpenDatabase,
  portion: PortionSize = usualPortion,
): LibraryStorage {
  const { connection, sql } = database;
  const rows = prepareRowStatements(database);
  const tables = createRowTables(rows);
  const epochs = createEpochs(connection);
  const users = createUserRecords(connection, epochs);
  const answers = createStoredAnswers(connection);
  const findBlob = (userId: number, sha256: string) => sql.now(blobRecord({ userId, sha256 }));
  const size = createBulkSize(connection, portion);
  const checks = createBulkChecks(connection, users);
  const bulkChanges = createBulkChanges(connection, users, portion);
  const commit = createGroupCommit(connection);
  const queue = createLibraryQueue({ commit, groupRead: createGroupReads(connection), bulkChanges, portion });
  const { act, read: whole, finish } = queue;
  const feed = createFeedReads(database, tables);
  const reads = { rows, tables, findBlob, size, portion };

  function gather(userId: number, wanted: Gather) {
    return gatherLibrary({ users, answers, size, checks, reads, portion }, userId, wanted);
  }

  function transact<Result>(userId: number, { gather: wanted, decide }: LibraryTransaction<Result>) {
    const run = () => {
      const gathered = gather(userId, wanted);
      const before = gathered.seq;
      const { changes, result } = decide(gathered);
      saveChanges({ tables, users, answers, bulkChanges, sql }, { userId, before, changes });
      return { result };
    };
    return act(userId, run, Math.max(1, wanted.parts.length)).then(({ result }) => result);
  }

  return {
    transact,
    gather: (userId, wanted) => whole(userId, () => gather(userId, wanted)),
    known: (userId, refs) =>
      whole(userId, () => new Set(refs.filter((ref) => isKnown(tables, userId, ref)).map(rowKey))),
    blobs: createBlobRecords(onLibrary(queue, { sql, users })),
    async finishBulkChanges() {
      const users = bulkChanges.pendingUsers();
      for (const userId of users) await finish(userId);
      return users;
    },
    changesSince: (userId, since, limit) => whole(userId, () => feed.rows(userId, since, limit)),
    changesAsJson: (userId, since, limit, jsonOf) =>
      whole(userId, () => feed.json(userId, since, limit, jsonOf)),
    ...createLibraryReads(reader(queue, sql), { portion, dialect }),
    ...createSingleReads(rows, queue),
    ...createLargeReads(database, queue),
    eraseDeletedBefore: createEraseDeleted(sql, portion),
  };
}

function reader({ read, readTogether }: LibraryQueue, { now }: SqliteDatabase): LibraryReader {
  return {
    read: (userId, work) => read(userId, () => now(work())),
    readTogether: (userId, work) => readTogether(userId, () => now(work())),
  };
}

function onLibrary(
  { act, read }: LibraryQueue,
  { sql, users }: { sql: SqliteDatabase; users: UserRecords },
): OnLibrary {
  return {
    // Boxed: a result that could be waited for would not be one of a transaction.
    act: (userId, work) =>
      act(userId, () => ({ result: sql.now(work(users.read(userId).seq)) })).then(({ result }) => result),
    read: (userId, work) => read(userId, () => sql.now(work())),
    *moveSeq(userId, seq) {
      yield* nothing;
      users.moveSeq(userId, seq);
    },
  };
}
