/** Reads all rows of the server as a new device would: directly, without injected faults. */
import { ChangesPage, type FeedChange, parseCursor } from '#shared/sync/wire.ts';
import { withUnknownField } from './simulated-network.ts';
import type { World } from './world.ts';

export type ServerRows = { live: Map<string, FeedChange>; changes: FeedChange[]; epoch: string | undefined };

export async function serverRows(world: World, cookie: string): Promise<ServerRows> {
  const changes: FeedChange[] = [];
  let since = '';
  let epoch: string | undefined;
  for (;;) {
    const answer = await world.network.askServer(
      { method: 'GET', path: `/api/sync/changes?limit=500${since}` },
      cookie,
    );
    const page = ChangesPage.parse(answer?.body);
    changes.push(...page.changes.map((change) => asSent(world, change)));
    epoch = parseCursor(page.cursor)?.epoch;
    since = `&full=1&since=${page.cursor}`;
    if (!page.more) break;
  }
  const live = new Map(
    changes.filter((change) => !change.deleted).map((change) => [`${change.type}:${change.id}`, change]),
  );
  return { live, changes, epoch };
}

/** A later server has more to say of a row. */
function asSent({ isServerNewer }: World, change: FeedChange): FeedChange {
  if (!isServerNewer || change.row === undefined) return change;
  return { ...change, row: withUnknownField(`${change.type}:${change.id}`, change.row) };
}
