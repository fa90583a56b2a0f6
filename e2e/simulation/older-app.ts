/**
 * Devices whose app is of an older version, to which one kind of rows is unknown: what is open in the workspace
 * (`uiState`) comes to them under a name that they do not know, and they never write it.
 *
 *   the feed, as an older app reads it -> unknown changes, stored as they came
 *   the update                         -> the stored changes have the name that is known by now, and are applied
 */
import { ChangesPage, FeedChange } from '#shared/sync/wire.ts';
import type { LibraryDb } from '../../web/data/database/library-db.ts';
import type { NetworkAnswer } from './simulated-network.ts';

const known = 'uiState';
const unknown = 'workspaceState';

const renamed =
  (from: string, to: string) =>
  (change: FeedChange): FeedChange =>
    change.type === from ? { ...change, type: to } : change;
const asUnknown = renamed(known, unknown);
const asKnown = renamed(unknown, known);

/** Returns an answer of the server as an older app reads it. */
export function asOlderAppReads(answer: NetworkAnswer): NetworkAnswer {
  const page = ChangesPage.safeParse(answer?.body);
  if (answer === null || !page.success) return answer;
  return { ...answer, body: { ...page.data, changes: page.data.changes.map(asUnknown) } };
}

/** Returns the server's rows as an older app reads them. */
export function asOlderAppSees<Rows extends { live: Map<string, FeedChange>; changes: FeedChange[] }>(
  rows: Rows,
): Rows {
  const readable = [...rows.live].filter(([, { type }]) => type !== known);
  return { ...rows, live: new Map(readable), changes: rows.changes.map(asUnknown) };
}

/** Gives what an older app stored the names that the newer one knows; pages that it holds, too. */
export async function renameForUpdate(db: LibraryDb): Promise<void> {
  await db.transaction('rw', [db.unknownChanges, db.heldPages], async () => {
    const stored = await db.unknownChanges.toArray();
    await db.unknownChanges.clear();
    await db.unknownChanges.bulkPut(
      stored.map(({ history, change }) => {
        const named = asKnown(FeedChange.parse(change));
        return { key: `${history}:${named.type}:${named.id}`, history, change: named };
      }),
    );
    await db.heldPages.toCollection().modify((held) => {
      const page = ChangesPage.parse(held.page);
      held.page = { ...page, changes: page.changes.map(asKnown) };
    });
  });
}
