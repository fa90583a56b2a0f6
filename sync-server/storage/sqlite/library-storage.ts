/** `library-port.ts` on SQLite. */
import type { RowType, Stored } from '#shared/model/row.ts';
import type { FeedItem, FeedPage, LibraryStorage } from '../library-port.ts';
import { createGroupCommit } from './group-commit.ts';
import { createLibraryTransactions } from './library-transaction.ts';
import type { OpenDatabase } from './open-database.ts';
import {
  feedItem,
  storedProject,
  storedPrompt,
  storedResource,
  storedUiState,
  storedVersion,
} from './row-records.ts';
import { prepareRowStatements, type RowStatements } from './row-statements.ts';
import { changeFeed } from './schema-library.ts';

type FeedPlace = { type: RowType; id: number | string };

export function createLibraryStorage(database: OpenDatabase): LibraryStorage {
  const { connection, orm } = database;
  const rows = prepareRowStatements(orm);
  const transactionOf = createLibraryTransactions(database, rows);
  const commit = createGroupCommit(connection);
  // Each part is read along its own (user, seq) index and merged: nothing is sorted, nothing too much is read.
  const feed = connection.prepare<{ userId: number; since: number; rows: number }, FeedPlace>(`
    SELECT 'project' AS type, id, seq FROM projects WHERE user_id = :userId AND seq > :since
    UNION ALL SELECT 'prompt', id, seq FROM prompts WHERE user_id = :userId AND seq > :since
    UNION ALL SELECT 'version', id, seq FROM versions WHERE user_id = :userId AND seq > :since
    UNION ALL SELECT 'resource', id, seq FROM resources WHERE user_id = :userId AND seq > :since
    UNION ALL SELECT 'uiState', id, seq FROM ui_states WHERE user_id = :userId AND seq > :since
    ORDER BY seq LIMIT :rows`);
  const erase = [
    "UPDATE projects SET erased = 1, name = '' WHERE deleted_at < ? AND erased = 0",
    "UPDATE prompts SET erased = 1, title = '', content = '', notes = '' WHERE deleted_at < ? AND erased = 0",
    `UPDATE versions SET erased = 1, content = '', description = '', original = NULL
      WHERE deleted_at < ? AND erased = 0`,
    `UPDATE resources SET erased = 1, name = '', original_filename = '', description = '', sha256 = '',
      file_size = 0 WHERE deleted_at < ? AND erased = 0`,
  ].map((statement) => connection.prepare<[number]>(statement));
  const blobsToRemove = connection.prepare<[], { userId: number; sha256: string }>(`
    SELECT user_id AS userId, sha256 FROM blobs WHERE stored = 0 OR NOT EXISTS (
      SELECT 1 FROM resources WHERE resources.user_id = blobs.user_id
        AND resources.sha256 = blobs.sha256 AND resources.erased = 0)`);
  const epoch = orm.select().from(changeFeed).prepare();

  /** One read transaction: the rows, and the number that they go up to. */
  const readFeed = connection.transaction(
    (userId: number, since: number, limit: { rows: number; bytes: number }): FeedPage => {
      const places = feed.all({ userId, since, rows: limit.rows + 1 });
      const items: FeedItem[] = [];
      let bytes = 0;
      for (const place of places.slice(0, limit.rows)) {
        const item = feedRow(rows, userId, place);
        bytes += textLength(item.stored);
        if (bytes > limit.bytes && items.length > 0) break;
        items.push(item);
      }
      return { items, more: items.length < places.length, seq: transactionOf(userId).seq() };
    },
  );

  return {
    transact: (userId, act) => commit(() => act(transactionOf(userId))),
    async epoch() {
      const found = epoch.get();
      if (found === undefined) throw new Error('the change feed has no epoch');
      return found.epoch;
    },
    changesSince: async (userId, since, limit) => readFeed(userId, since, limit),
    projects: async (userId) => rows.projectsOf.all({ userId }).map((record) => storedProject(record).row),
    async promptsOf(userId, projectId) {
      if (!isLive(rows.project.get({ userId, id: projectId }))) return undefined;
      return rows.promptsOf.all({ userId, projectId }).map((record) => storedPrompt(record).row);
    },
    async prompt(userId, id) {
      const record = rows.prompt.get({ userId, id });
      return record && isLive(record) ? { row: storedPrompt(record).row, rev: record.rev } : undefined;
    },
    async versionsOf(userId, promptId) {
      if (!isLive(rows.prompt.get({ userId, id: promptId }))) return undefined;
      return rows.versionsOf.all({ userId, promptId }).map((record) => storedVersion(record).row);
    },
    async resourcesOf(userId, projectId) {
      if (!isLive(rows.project.get({ userId, id: projectId }))) return undefined;
      const found = rows.resourcesOf.all({ userId, projectId });
      return found.filter(isLive).map((record) => storedResource(record).row);
    },
    async resource(userId, id) {
      const record = rows.resource.get({ userId, id });
      return record && isLive(record) ? { row: storedResource(record).row, rev: record.rev } : undefined;
    },
    async resourcesWith(userId, sha256) {
      const found = rows.resourcesWith.all({ userId, sha256 });
      return found.filter(isLive).map((record) => storedResource(record).row);
    },
    blobsToRemove: async () => blobsToRemove.all(),
    uiStates: async (userId) => rows.uiStatesOf.all({ userId }).map((record) => storedUiState(record).row),
    async deleted(userId) {
      const at = ({ deletedAt }: { deletedAt: number | null }) => deletedAt ?? 0;
      return [
        ...rows.deletedPromptsOf.all({ userId }).map((row) => ({ stored: storedPrompt(row), at: at(row) })),
        ...rows.deletedVersionsOf.all({ userId }).map((row) => ({ stored: storedVersion(row), at: at(row) })),
        ...rows.deletedResourcesOf
          .all({ userId })
          .map((row) => ({ stored: storedResource(row), at: at(row) })),
      ];
    },
    async promptTexts(userId, after, count) {
      const found = rows.promptTexts.all({ userId, after, rows: count });
      const prompts = found.map(({ prompt, projectName }) => ({ ...storedPrompt(prompt).row, projectName }));
      return { prompts, next: found.length < count ? null : (found.at(-1)?.prompt.id ?? null) };
    },
    async eraseDeletedBefore(instant) {
      const eraseAll = connection.transaction(() =>
        erase.reduce((sum, statement) => sum + statement.run(instant).changes, 0),
      );
      return eraseAll.immediate();
    },
  };
}

function isLive(record: { deletedAt: number | null } | undefined): boolean {
  return record !== undefined && record.deletedAt === null;
}

function feedRow(rows: RowStatements, userId: number, { type, id }: FeedPlace): FeedItem {
  const found = findInFeed(rows, { userId, id }, type);
  if (found === undefined) throw new Error('the feed named a row that is not there');
  return found;
}

function findInFeed(
  rows: RowStatements,
  named: { userId: number; id: number | string },
  type: RowType,
): FeedItem | undefined {
  switch (type) {
    case 'project': {
      const record = rows.feedProject.get(named);
      return record && feedItem(storedProject(record), record);
    }
    case 'prompt': {
      const record = rows.feedPrompt.get(named);
      return record && feedItem(storedPrompt(record), record);
    }
    case 'version': {
      const record = rows.feedVersion.get(named);
      return record && feedItem(storedVersion(record), record);
    }
    case 'resource': {
      const record = rows.feedResource.get(named);
      // There is no long text to leave out: whoever changed it last is only told that it was itself.
      return record && feedItem(storedResource(record), { ...record, textBy: record.byClient });
    }
    case 'uiState': {
      const record = rows.feedUiState.get(named);
      return record && feedItem(storedUiState(record), record);
    }
  }
}

/** About how much a row weighs on the wire: its long texts, in UTF-16 units. */
function textLength({ type, row }: Stored): number {
  switch (type) {
    case 'prompt':
      return row.content.length + row.notes.length;
    case 'version':
      return row.content.length + (row.original?.length ?? 0);
    case 'project':
    case 'resource':
    case 'uiState':
      return 0;
  }
}
