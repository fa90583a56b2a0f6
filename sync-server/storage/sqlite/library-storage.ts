/** `library-port.ts` on SQLite. */
import { setImmediate } from 'node:timers/promises';
import type { LibraryStorage, LibraryTransaction, PortionSize, Synchronous } from '../library-port.ts';
import { createBulkChanges } from './bulk-changes.ts';
import { createEraseDeleted } from './erase-deleted.ts';
import { createFeedCount } from './feed-count.ts';
import { createFeedReads } from './feed-reads.ts';
import { createGroupCommit } from './group-commit.ts';
import { createLibraryTransactions } from './library-transaction.ts';
import { createListReads } from './list-reads.ts';
import type { OpenDatabase } from './open-database.ts';
import { storedPrompt, storedResource, storedUiState } from './row-records.ts';
import { prepareRowStatements } from './row-statements.ts';
import { changeFeed } from './schema-library.ts';

/** Some ten milliseconds of work on a small machine. */
const usualPortion: PortionSize = { rows: 200, bytes: 1024 * 1024 };

/** Blobs that one look goes through. */
const blobsAtOnce = 1_000;

type Tried<Result> = { kind: 'pending' } | { kind: 'done'; result: Result };

export function createLibraryStorage(
  database: OpenDatabase,
  portion: PortionSize = usualPortion,
): LibraryStorage {
  const { connection, orm } = database;
  const rows = prepareRowStatements(orm);
  const bulkChanges = createBulkChanges(connection, portion);
  const transactionOf = createLibraryTransactions(database, { rows, bulkChanges, portion });
  const commit = createGroupCommit(connection);
  const lists = createListReads(database, portion);
  const readFeed = createFeedReads(database, rows);
  const countFeed = createFeedCount(database);
  const eraseDeleted = createEraseDeleted(connection, portion);
  const epoch = orm.select().from(changeFeed).prepare();
  const finishing = new Map<number, Promise<void>>();

  async function goOn(userId: number): Promise<void> {
    try {
      while (await commit(() => bulkChanges.goOn(userId), portion.rows));
    } finally {
      finishing.delete(userId);
    }
  }

  /** Does what is left of a bulk change; whoever comes while it goes on waits for the same end. */
  function finish(userId: number): Promise<void> {
    const running = finishing.get(userId) ?? goOn(userId);
    finishing.set(userId, running);
    return running;
  }

  /** Reads a library when no bulk change is in the middle of it. */
  async function whole<Result>(userId: number, read: () => Result): Promise<Result> {
    while (bulkChanges.isPending(userId)) await finish(userId);
    return read();
  }

  async function transact<Result>(
    userId: number,
    act: (transaction: LibraryTransaction) => Synchronous<Result>,
    weight?: number,
  ): Promise<Synchronous<Result>> {
    for (;;) {
      const tried = await commit<Tried<Synchronous<Result>>>(
        () =>
          bulkChanges.isPending(userId)
            ? { kind: 'pending' }
            : { kind: 'done', result: act(transactionOf(userId)) },
        weight,
      );
      if (tried.kind === 'done') return tried.result;
      await finish(userId);
    }
  }

  return {
    transact,
    async finishBulkChanges() {
      const users = bulkChanges.pendingUsers();
      for (const userId of users) await finish(userId);
      return users;
    },
    async epoch() {
      const found = epoch.get();
      if (found === undefined) throw new Error('the change feed has no epoch');
      return found.epoch;
    },
    changesSince: (userId, since, limit) => whole(userId, () => readFeed(userId, since, limit)),
    countSince: (userId, since) => whole(userId, () => countFeed(userId, since)),
    projects: (userId, from) => whole(userId, () => lists.projects(userId, from)),
    promptsOf: (userId, projectId, from) =>
      whole(userId, () => {
        const isThere = isLive(rows.project.get({ userId, id: projectId }));
        return isThere ? lists.promptsOf(userId, projectId, from) : undefined;
      }),
    prompt: (userId, id) =>
      whole(userId, () => {
        const record = rows.prompt.get({ userId, id });
        return record && isLive(record) ? { row: storedPrompt(record).row, rev: record.rev } : undefined;
      }),
    versionsOf: (userId, promptId, from) =>
      whole(userId, () => {
        const isThere = isLive(rows.prompt.get({ userId, id: promptId }));
        return isThere ? lists.versionsOf(userId, promptId, from) : undefined;
      }),
    resourcesOf: (userId, projectId, from) =>
      whole(userId, () => {
        const isThere = isLive(rows.project.get({ userId, id: projectId }));
        return isThere ? lists.resourcesOf(userId, projectId, from) : undefined;
      }),
    resource: (userId, id) =>
      whole(userId, () => {
        const record = rows.resource.get({ userId, id });
        return record && isLive(record) ? { row: storedResource(record).row, rev: record.rev } : undefined;
      }),
    resourcesWith: (userId, sha256) =>
      whole(userId, () => {
        const found = rows.resourcesWith.all({ userId, sha256 });
        return found.filter(isLive).map((record) => storedResource(record).row);
      }),
    async blobsToRemove() {
      const found: { userId: number; sha256: string }[] = [];
      for (let after = 0; after < lists.lastBlob(); after += blobsAtOnce) {
        found.push(...lists.blobsToRemove(after, after + blobsAtOnce));
        await setImmediate();
      }
      return found;
    },
    uiStates: (userId) =>
      whole(userId, () => rows.uiStatesOf.all({ userId }).map((record) => storedUiState(record).row)),
    deleted: async (userId) =>
      lists.deleted(userId, await transact(userId, (transaction) => transaction.seq())),
    promptTexts: (userId, after) => whole(userId, () => lists.promptTexts(userId, after)),
    async eraseDeletedBefore(instant) {
      let erased = 0;
      for (;;) {
        const portionErased = await commit(() => eraseDeleted(instant), portion.rows);
        if (portionErased === 0) return erased;
        erased += portionErased;
      }
    },
  };
}

function isLive(record: { deletedAt: number | null } | undefined): boolean {
  return record !== undefined && record.deletedAt === null;
}
