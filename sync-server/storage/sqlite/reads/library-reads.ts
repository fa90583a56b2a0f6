/** Reads a library without a transaction: its feed, its lists and single rows. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { rowTypes } from '#shared/kinds/row.ts';
import type { LibraryStorage, PortionSize } from '../../ports/library-port.ts';
import { storedPrompt, storedResource, storedUiState } from '../../records/row-records.ts';
import { createPullReads } from '../../sql/pull-reads.ts';
import type { Epochs } from '../change/epochs.ts';
import type { UserRecords } from '../change/user-records.ts';
import type { LibraryQueue } from '../library-queue.ts';
import type { OpenDatabase } from '../open-database.ts';
import type { RowStatements } from '../rows/row-statements.ts';
import { type RowTables, tablesInSql } from '../rows/row-tables.ts';
import { createFeedReads } from './feed-reads.ts';
import { createListReads } from './list-reads.ts';
import { createSearchReads } from './search-reads.ts';

/** Blobs that one look goes through. */
const blobsAtOnce = 1_000;

type ReadDeps = {
  rows: RowStatements;
  tables: RowTables;
  users: UserRecords;
  epochs: Epochs;
  portion: PortionSize;
  /** Reads a library when no bulk change is in the middle of it. */
  whole: LibraryQueue['read'];
  wholeTogether: LibraryQueue['readTogether'];
};

type FeedReads = Pick<LibraryStorage, 'epochAt' | 'has' | 'changesSince' | 'changesAsJson' | 'countSince'>;
type ListReads = Pick<
  LibraryStorage,
  | 'projects'
  | 'promptsOf'
  | 'versionsOf'
  | 'resourcesOf'
  | 'deleted'
  | 'changedTexts'
  | 'promptsNamed'
  | 'blobsToRemove'
>;
type PullReads = Pick<
  LibraryStorage,
  'latestSeq' | 'latestPlace' | 'pinnedText' | 'referencedTexts' | 'promptHeads' | 'versionHeads'
>;
type SingleReads = Pick<LibraryStorage, 'prompt' | 'resource' | 'resourcesWith' | 'uiStates'>;

export function createLibraryReads(
  database: OpenDatabase,
  deps: ReadDeps,
): FeedReads & ListReads & PullReads & SingleReads {
  return {
    ...feedReads(database, deps),
    ...listReads(database, deps),
    ...pullReads(database, deps),
    ...singleReads(deps),
  };
}

function feedReads(database: OpenDatabase, { tables, users, epochs, whole }: ReadDeps): FeedReads {
  const feed = createFeedReads(database, tables);
  const countFeed = createFeedCount(database);
  return {
    epochAt: (userId, seq) => whole(userId, () => epochs.at(userId, seq)),
    has: (userId, { epoch, seq }) =>
      whole(userId, () => seq <= users.read(userId).seq && epochs.at(userId, seq) === epoch),
    changesSince: (userId, since, limit) => whole(userId, () => feed.rows(userId, since, limit)),
    changesAsJson: (userId, since, limit, jsonOf) =>
      whole(userId, () => feed.json(userId, since, limit, jsonOf)),
    countSince: (userId, since) => whole(userId, () => countFeed(userId, since)),
  };
}

const countedTables = rowTypes.map((type) => tablesInSql[type]);

/**
 * Returns how many rows changed after `since`; from the beginning, how many there are that are not deleted. Counts along
 * indexes: no row is read.
 */
function createFeedCount({ connection }: OpenDatabase): (userId: number, since: number) => number {
  const sum = (counts: readonly string[]) => `SELECT (${counts.join(') + (')})`;
  const changed = connection
    .prepare<{ userId: number; since: number }, number>(
      sum(
        countedTables.map(
          ({ name }) => `SELECT count(*) FROM ${name} WHERE user_id = :userId AND seq > :since`,
        ),
      ),
    )
    .pluck();
  const live = connection
    .prepare<{ userId: number }, number>(
      sum(
        countedTables.map(
          ({ name, erase }) =>
            `SELECT count(*) FROM ${name} WHERE user_id = :userId${erase === null ? '' : ' AND deleted_at IS NULL'}`,
        ),
      ),
    )
    .pluck();
  return (userId, since) => (since === 0 ? live.get({ userId }) : changed.get({ userId, since })) ?? 0;
}

function listReads(database: OpenDatabase, { rows, users, portion, whole }: ReadDeps): ListReads {
  const lists = createListReads(database, portion);
  const texts = createSearchReads(database, portion);
  return {
    projects: (userId, from) => whole(userId, () => lists.projects(userId, from)),
    promptsOf: (userId, projectId, from) =>
      whole(userId, () => {
        const isThere = isLive(rows.project.get({ userId, id: projectId }));
        return isThere ? lists.promptsOf(userId, projectId, from) : undefined;
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
    deleted: async (userId) => lists.deleted(userId, await whole(userId, () => users.read(userId).seq)),
    changedTexts: (userId, seq) => whole(userId, () => texts.changed(userId, seq)),
    promptsNamed: (userId, ids) => whole(userId, () => texts.named(userId, ids)),
    async blobsToRemove() {
      const found: { userId: number; sha256: string }[] = [];
      for (let after = 0; after < lists.lastBlob(); after += blobsAtOnce) {
        found.push(...lists.blobsToRemove(after, after + blobsAtOnce));
        await setImmediate();
      }
      return found;
    },
  };
}

const pull = createPullReads((attributes) => sql`${attributes} -> '$.labels'`);

function pullReads(
  { sql: { now } }: OpenDatabase,
  { users, epochs, portion, whole, wholeTogether }: ReadDeps,
): PullReads {
  function latestPlace(userId: number) {
    const { seq } = users.read(userId);
    return { epoch: epochs.at(userId, seq), seq };
  }

  return {
    latestSeq: (userId) => wholeTogether(userId, () => users.read(userId).seq),
    latestPlace: (userId) => wholeTogether(userId, () => latestPlace(userId)),
    pinnedText: (userId, asked) =>
      wholeTogether(userId, () => {
        const text = now(pull.pinnedText(userId, asked));
        return text.kind === 'found' ? { ...text, at: latestPlace(userId) } : text;
      }),
    referencedTexts: (userId, asked) =>
      whole(userId, () => now(pull.referencedTexts(userId, asked, portion))),
    promptHeads: (userId, from) => whole(userId, () => now(pull.promptHeads(userId, from))),
    versionHeads: (userId, promptId, from) =>
      whole(userId, () => now(pull.versionHeads(userId, promptId, from))),
  };
}

function singleReads({ rows, whole, wholeTogether }: ReadDeps): SingleReads {
  return {
    prompt: (userId, id) =>
      wholeTogether(userId, () => {
        const record = rows.prompt.get({ userId, id });
        return record && isLive(record) ? { row: storedPrompt(record).row, rev: record.rev } : undefined;
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
    uiStates: (userId) =>
      whole(userId, () => rows.uiStatesOf.all({ userId }).map((record) => storedUiState(record).row)),
  };
}

function isLive(record: { deletedAt: number | null } | undefined): boolean {
  return record !== undefined && record.deletedAt === null;
}
