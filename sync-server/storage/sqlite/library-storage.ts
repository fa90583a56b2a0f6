/** `library-port.ts` on SQLite: what a transaction gathers, decides and saves runs as one act of the group commit. */
import { setImmediate } from 'node:timers/promises';
import { rowKey } from '#shared/kinds/row.ts';
import type { LibraryStorage, PortionSize } from '../library-port.ts';
import type { Gather, LibraryTransaction } from '../library-transaction.ts';
import { createBlobRecords, prepareFindBlob } from './blob-records.ts';
import { createBulkChanges } from './bulk-changes.ts';
import { createBulkChecks } from './bulk-checks.ts';
import { createEraseDeleted } from './erase-deleted.ts';
import { createFeedCount } from './feed-count.ts';
import { createFeedReads } from './feed-reads.ts';
import { gatherLibrary } from './gather.ts';
import { createGroupCommit } from './group-commit.ts';
import { createLibraryQueue } from './library-queue.ts';
import { createListReads } from './list-reads.ts';
import type { OpenDatabase } from './open-database.ts';
import { storedPrompt, storedResource, storedUiState } from './row-records.ts';
import { prepareRowStatements } from './row-statements.ts';
import { saveChanges } from './save-changes.ts';
import { changeFeed } from './schema-library.ts';
import { createStoredAnswers } from './stored-answers.ts';
import { isKnown } from './touched-rows.ts';
import { createUserRecords } from './user-records.ts';

/** Some ten milliseconds of work on a small machine. */
const usualPortion: PortionSize = { rows: 200, bytes: 1024 * 1024 };

/** Blobs that one look goes through. */
const blobsAtOnce = 1_000;

export function createLibraryStorage(
  database: OpenDatabase,
  portion: PortionSize = usualPortion,
): LibraryStorage {
  const { connection, orm } = database;
  const rows = prepareRowStatements(orm);
  const users = createUserRecords(connection);
  const answers = createStoredAnswers(connection);
  const findBlob = prepareFindBlob(orm);
  const checks = createBulkChecks(connection, portion);
  const bulkChanges = createBulkChanges(connection, portion);
  const commit = createGroupCommit(connection);
  const { act, read: whole, finish } = createLibraryQueue({ commit, bulkChanges, portion });
  const lists = createListReads(database, portion);
  const readFeed = createFeedReads(database, rows);
  const countFeed = createFeedCount(database);
  const eraseDeleted = createEraseDeleted(connection, portion);
  const epoch = orm.select().from(changeFeed).prepare();
  const reads = { rows, findBlob, checks, portion };

  function gather(userId: number, wanted: Gather) {
    return gatherLibrary({ users, answers, checks, reads, portion }, userId, wanted);
  }

  function transact<Result>(userId: number, { gather: wanted, decide }: LibraryTransaction<Result>) {
    const run = () => {
      const gathered = gather(userId, wanted);
      const before = gathered.seq;
      const { changes, result } = decide(gathered);
      saveChanges({ rows, users, answers, bulkChanges }, { userId, before, changes });
      return { result };
    };
    return act(userId, run, Math.max(1, wanted.parts.length)).then(({ result }) => result);
  }

  return {
    transact,
    gather: (userId, wanted) => whole(userId, () => gather(userId, wanted)),
    known: (userId, refs) =>
      whole(userId, () => new Set(refs.filter((ref) => isKnown(rows, userId, ref)).map(rowKey))),
    blobs: createBlobRecords({ orm, rows, users, find: findBlob, onLibrary: act }),
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
    deleted: async (userId) => lists.deleted(userId, await whole(userId, () => users.read(userId).seq)),
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
