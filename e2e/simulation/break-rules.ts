/** Applies a rule that is broken on purpose to the world itself; see `broken-rules.ts`. */
import { heldEntries } from '#shared/sync/outbox.ts';
import { parseCursor } from '#shared/sync/wire.ts';
import { writeMeta } from '../../web/data/database/meta.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { Fate } from './simulated-network.ts';
import type { World } from './world.ts';

export const breakRule = { beforeKill, fateOf, afterDelivery, afterAnswer };

async function beforeKill(world: World, device: SimulatedDevice): Promise<void> {
  const { db } = device.library;
  // A client that takes bytes on the device for a cache.
  if (world.broken === 'bytesKept') await Promise.all([db.files.clear(), db.fileUses.clear()]);
  // A client that takes what it cannot read for nothing.
  if (world.broken === 'unknownPreserved') await db.unknownChanges.clear();
  // A client that writes the cursor by itself, and dies before it writes the rows.
  if (world.broken === 'cursorWithRows') {
    const request = { method: 'GET', path: '/api/sync/changes?limit=500' } as const;
    const answer = await world.network.askServer(request, device.account.cookie);
    const cursor = parseCursor(String(Object(answer?.body).cursor));
    if (cursor !== null) await writeMeta(db, 'cursor', cursor);
  }
}

/** A client that sends nothing more while anything of its outbox is refused. */
async function fateOf(world: World, device: SimulatedDevice, fate: Fate): Promise<Fate> {
  if (world.broken !== 'ownChain') return fate;
  return (await hasRefused(device)) ? 'lost' : fate;
}

async function hasRefused({ library }: SimulatedDevice): Promise<boolean> {
  const entries = await library.db.outbox.toArray();
  return heldEntries(entries).size > 0 || entries.some(({ state }) => state === 'refused');
}

/** A server that gives out places in the feed before it commits: the later one is there first. */
async function afterDelivery(world: World, fate: Fate): Promise<void> {
  if (world.broken !== 'feedInOrder' || fate !== 'delivered') return;
  await world.server.sql('UPDATE prompts SET seq = -seq WHERE seq = (SELECT max(seq) FROM prompts)');
}

/** A client that takes silence for success. */
async function afterAnswer(world: World, { library }: SimulatedDevice, fate: Fate): Promise<void> {
  if (world.broken !== 'unansweredKept' || fate === 'delivered') return;
  await library.db.outbox
    .where('position')
    .above(0)
    .filter(({ state }) => state === 'sent')
    .delete();
}
