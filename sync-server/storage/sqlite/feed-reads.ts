/** Reads a page of a user's change feed. */
import type { RowType, Stored } from '#shared/kinds/row.ts';
import type { FeedItem, FeedLimit, FeedPage } from '../library-port.ts';
import type { OpenDatabase } from './open-database.ts';
import {
  feedItem,
  storedProject,
  storedPrompt,
  storedResource,
  storedUiState,
  storedVersion,
} from './row-records.ts';
import type { RowStatements } from './row-statements.ts';

type FeedPlace = { type: RowType; id: number | string; seq: number; gone: 0 | 1 };

/** Places that one page goes through at most, where it leaves tombstones out. */
const mostPassed = 5_000;

/** The arguments are those of `changesSince`; the page and the number that it goes up to are one reading. */
export type ReadFeed = (userId: number, since: number, limit: FeedLimit) => FeedPage;

export function createFeedReads({ connection }: OpenDatabase, rows: RowStatements): ReadFeed {
  // Each part is read along its own (user, seq) index and merged: nothing is sorted, nothing too much is read.
  const feed = connection.prepare<{ userId: number; since: number; rows: number }, FeedPlace>(`
    SELECT 'project' AS type, id, seq, deleted_at IS NOT NULL AS gone FROM projects WHERE user_id = :userId AND seq > :since
    UNION ALL SELECT 'prompt', id, seq, deleted_at IS NOT NULL FROM prompts WHERE user_id = :userId AND seq > :since
    UNION ALL SELECT 'version', id, seq, deleted_at IS NOT NULL FROM versions WHERE user_id = :userId AND seq > :since
    UNION ALL SELECT 'resource', id, seq, deleted_at IS NOT NULL FROM resources WHERE user_id = :userId AND seq > :since
    UNION ALL SELECT 'uiState', id, seq, 0 FROM ui_states WHERE user_id = :userId AND seq > :since
    ORDER BY seq LIMIT :rows`);
  const seqOf = connection.prepare<[number], number>('SELECT next_seq FROM users WHERE id = ?').pluck();

  return connection.transaction((userId, since, limit): FeedPage => {
    const seq = seqOf.get(userId);
    if (seq === undefined) throw new Error('the feed of a user who does not exist');
    const leftOut = limit.deletedAfter === 'now' ? seq : (limit.deletedAfter ?? 0);
    const most = leftOut > since ? mostPassed : limit.rows;
    const places = feed.all({ userId, since, rows: most + 1 });
    const items: FeedItem[] = [];
    let bytes = 0;
    let passed = 0;
    for (const place of places.slice(0, most)) {
      if (!place.gone || place.seq > leftOut) {
        if (items.length === limit.rows) break;
        const item = feedRow(rows, userId, place);
        bytes += textLength(item.stored);
        if (bytes > limit.bytes && items.length > 0) break;
        items.push(item);
      }
      passed += 1;
    }
    const more = passed < places.length;
    return { items, more, seq, upTo: more ? (places[passed - 1]?.seq ?? since) : seq };
  });
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
