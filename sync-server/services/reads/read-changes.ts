/**
 * The change feed as one client reads it: rows and tombstones in the order in which they were committed.
 *
 * 1. A place that is not in the user's history (an older data folder was put back) is told so.
 * 2. A client's own text is not sent back to it; `wholeRows` asks for it all the same.
 * 3. Tombstones are always told, also to somebody who begins, unless that one says that it has none of the rows.
 */
import { type Change, type ChangesPage, formatCursor } from '#shared/sync/wire.ts';
import type { FeedItem, FeedLimit, FeedPlace, LibraryStorage } from '../../storage/ports/library-port.ts';

export type ChangesRequest = {
  /** Undefined: from the beginning. */
  since: FeedPlace | undefined;
  /** A later place that the client received in an answer to a push. */
  known: FeedPlace | undefined;
  /** `bytes`: about so much text, but at least one row. */
  limit: FeedLimit;
  /** Also says how many changes there are after `since`. */
  count: boolean;
  /** Who asks, by its client id; null for a plain REST client. */
  client: string | null;
  wholeRows: boolean;
};

/** `json`: a `ChangesPage` in UTF-8. */
export type ChangesOutcome = { kind: 'page'; json: Buffer<ArrayBuffer> } | { kind: 'cursor_reset' };

export type ReadChanges = {
  read(userId: number, request: ChangesRequest): Promise<ChangesOutcome>;
  /** Returns whether the user's feed continues this place. */
  continues(userId: number, place: FeedPlace | undefined): Promise<boolean>;
  /** Returns the epoch of the user's change with this number. */
  epochAt(userId: number, seq: number): Promise<string>;
};

export function createReadChanges(storage: LibraryStorage): ReadChanges {
  const continues = async (userId: number, place: FeedPlace | undefined) =>
    place === undefined || storage.has(userId, place);
  return {
    continues,
    epochAt: storage.epochAt,
    async read(userId, { since, known, limit, count, client, wholeRows }) {
      for (const place of [since, known]) {
        if (!(await continues(userId, place))) return { kind: 'cursor_reset' };
      }
      const holder = since === undefined || wholeRows ? null : client;
      const { changes, more, seq, upTo } = await storage.changesAsJson(
        userId,
        since?.seq ?? 0,
        { ...limit, holder },
        (item) => JSON.stringify(changeFor(item, holder)),
      );
      const remaining = count ? { remaining: await storage.countSince(userId, since?.seq ?? 0) } : {};
      const cursor = formatCursor({ epoch: await storage.epochAt(userId, upTo), seq: upTo });
      return { kind: 'page', json: pageOf({ cursor, more, seq, ...remaining }, changes) };
    },
  };
}

function pageOf(page: Omit<ChangesPage, 'changes'>, changes: readonly Buffer[]): Buffer<ArrayBuffer> {
  const comma = Buffer.from(',');
  const parts = changes.flatMap((change, index) => (index === 0 ? [change] : [comma, change]));
  const head = JSON.stringify(page).slice(0, -1);
  return Buffer.concat([Buffer.from(`${head},"changes":[`), ...parts, Buffer.from(']}')]);
}

/** `holder`: the client that holds what it sent itself. */
function changeFor(item: FeedItem, holder: string | null): Change {
  const { stored, device, at } = item;
  const { type, id, seq, rev, deleted, by } = stored;
  const isOwn = isTextHeldBy(holder, item);
  const own = isOwn && by !== null ? { ownNumber: by.number } : {};
  const author = { device, at: new Date(at).toISOString() };
  const userSeq = stored.userSeq === undefined ? {} : { userSeq: stored.userSeq };
  if (deleted) return { type, id, seq, rev, deleted: true, author, ...own };
  return {
    type,
    id,
    seq,
    rev,
    row: isOwn ? withoutText(stored.row) : stored.row,
    author,
    ...own,
    ...userSeq,
  };
}

/** Returns whether this client changed the row last and sent the text that is current: it need not get it back. */
function isTextHeldBy(client: string | null, { stored: { by }, textBy }: FeedItem): boolean {
  return client !== null && by?.client === client && textBy === client;
}

function withoutText(row: Record<string, unknown>): Record<string, unknown> {
  const { content: _content, ...rest } = row;
  return rest;
}
