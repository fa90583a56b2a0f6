/**
 * `library-port.ts` on PostgreSQL.
 *
 * 1. A change locks the record of its user until it is committed: changes of one library come one after the other on
 *    any number of nodes, and the order of their numbers is that of their commits.
 * 2. A whole push is a few round trips: one for what its rows need (`gather.ts`), one for all that it writes.
 */
import { rowKey, rowTypes } from '#shared/kinds/row.ts';
import type { LibraryStorage, PortionSize } from '../ports/library-port.ts';
import type { Gather, LibraryTransaction } from '../ports/library-transaction.ts';
import { createBlobRecords, type OnLibrary } from '../sql/blob-records.ts';
import { run } from '../sql/work.ts';
import { createEraseDeleted } from './erase-deleted.ts';
import { gatherLibrary } from './gather.ts';
import { createLibraryQueue, type LibraryQueue } from './library-queue.ts';
import { createLibraryReads } from './library-reads.ts';
import { tables } from './row-tables.ts';
import { saveChanges } from './save-changes.ts';
import { done } from './sql-database.ts';
import type { Transactions, Writes } from './transactions.ts';
import { movesSeq, readUser, type UserRecord } from './user-records.ts';

const usualPortion: PortionSize = { rows: 500, bytes: 4 * 1024 * 1024 };

export function createLibraryStorage(
  transactions: Transactions,
  portion: PortionSize = usualPortion,
): LibraryStorage {
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
    known: (userId, refs) =>
      read(userId, async (reads) => {
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
      }),
    blobs: createBlobRecords(onLibrary(library)),
    async finishBulkChanges() {
      const users = await transactions.read((reads) =>
        reads.query<{ id: number }>('SELECT user_id AS id FROM bulk_changes ORDER BY user_id'),
      );
      for (const { id } of users) await finish(id);
      return users.map(({ id }) => id);
    },
    ...createLibraryReads(library, transactions, portion),
    eraseDeletedBefore: createEraseDeleted(transactions, portion),
  };
}

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
