/** Reads all rows of the server as a new device would: directly, without injected faults. */
import { ChangesPage, type FeedChange, formatCursor } from '#shared/sync/wire.ts';
import { readAcknowledged, readCursor } from '../../web/data/database/library.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import { withUnknownField } from './simulated-network.ts';
import type { World } from './world.ts';

export type ServerRows = { live: Map<string, FeedChange>; changes: FeedChange[] };

export async function serverRows(world: World, cookie: string): Promise<ServerRows> {
  const changes: FeedChange[] = [];
  let since = '';
  for (;;) {
    const answer = await world.network.askServer(
      { method: 'GET', path: `/api/sync/changes?limit=500${since}` },
      cookie,
    );
    const page = ChangesPage.parse(answer?.body);
    changes.push(...page.changes.map((change) => asSent(world, change)));
    since = `&full=1&since=${page.cursor}`;
    if (!page.more) break;
  }
  const live = new Map(
    changes.filter((change) => !change.deleted).map((change) => [`${change.type}:${change.id}`, change]),
  );
  return { live, changes };
}

/** Returns whether the server still has every change that the device received; also true where it received none. */
export async function continuesDevice(world: World, { library, account }: SimulatedDevice): Promise<boolean> {
  const places = [await readCursor(library), await readAcknowledged(library)];
  for (const place of places) {
    if (place === undefined) continue;
    const path = `/api/sync/changes?limit=1&since=${formatCursor(place)}`;
    const answer = await world.network.askServer({ method: 'GET', path }, account.cookie);
    if (answer?.status === 410) return false;
  }
  return true;
}

/** A later server has more to say of a row. */
function asSent({ isServerNewer }: World, change: FeedChange): FeedChange {
  if (!isServerNewer || change.row === undefined) return change;
  return { ...change, row: withUnknownField(`${change.type}:${change.id}`, change.row) };
}
