/** Checks invariants during a run, not only when all is quiet. */
import { rowKey } from '#shared/kinds/row.ts';
import { heldEntries } from '#shared/sync/outbox.ts';
import { FeedChange } from '#shared/sync/wire.ts';
import { readCursor } from '../../web/data/database/library.ts';
import type { StoredEntry } from '../../web/data/database/library-db.ts';
import { readHistory, splitUnknown } from '../../web/data/feed/unknown-changes.ts';
import { sameRow } from '../../web/data/rows/same-row.ts';
import { readConfirmed } from '../../web/data/rows/shown-rows.ts';
import { asOlderAppSees } from './older-app.ts';
import { continuesDevice, serverRows } from './server-rows.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { World } from './world.ts';

/** I3: whatever leaves the outbox was answered. */
export async function watchingOutbox(
  world: World,
  device: SimulatedDevice,
  happen: () => Promise<void>,
): Promise<void> {
  // A stale one had its answer, under a number that it may have no more.
  const before = (await outboxOf(device)).filter(({ state }) => state !== 'stale');
  await happen();
  if (device.isRejoining || before.length === 0) return;
  const after = new Set((await outboxOf(device)).map(({ position }) => position));
  for (const { position, number } of before) {
    if (after.has(position) || device.answered.has(`${device.library.client}:${number}`)) continue;
    world.found.push(
      `I3: ${device.name}: entry ${position} (number ${number}) left the outbox without an answer`,
    );
  }
}

/** Reads the outbox past Dexie: it is read around every answer, which was a seventh of what a seed costs. */
function outboxOf({ library: { db } }: SimulatedDevice): Promise<StoredEntry[]> {
  const { promise, resolve, reject } = Promise.withResolvers<StoredEntry[]>();
  const request: IDBRequest<StoredEntry[]> = db
    .backendDB()
    .transaction('outbox')
    .objectStore('outbox')
    .getAll();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}

/**
 * I6: whatever the server changes gets a place in the feed that is behind all places given before. The database logs
 * each place that it gives, so that only what changed is read.
 */
export async function watchingFeed(world: World, happen: () => Promise<void>): Promise<void> {
  const { server, people } = world;
  await server.takePlaces();
  const heads = new Map<number, number>();
  for (const { account } of people) heads.set(account.user.id, await server.headOf(account.user.id));
  await happen();
  for (const { user, key, seq } of await server.takePlaces()) {
    if (seq > (heads.get(user) ?? 0)) continue;
    world.found.push(`I6: ${key} was put at ${seq} though ${heads.get(user)} was given before`);
  }
}

/**
 * I5: the feed up to a device's cursor is on that device, whenever one looks.
 * I11: what its app cannot read is preserved there as it came.
 */
export async function checkCursor(world: World, device: SimulatedDevice): Promise<void> {
  const cursor = await readCursor(device.library);
  if (cursor === undefined) return;
  const rows = await serverRows(world, device.account.cookie);
  const { changes } = device.isOlder ? asOlderAppSees(rows) : rows;
  if (!(await continuesDevice(world, device))) return;
  const { known, unknown } = splitUnknown(changes.filter(({ seq }) => seq <= cursor.seq));
  world.found.push(...(await notPreserved(device, unknown)));
  const confirmed = await readConfirmed(
    device.library.db,
    known.map(({ type, id }) => `${type}:${id}` as const),
  );
  const revs = new Map(confirmed.map((each) => [rowKey(each), each.deleted ? undefined : each.rev]));
  for (const { type, id, rev, seq, deleted } of known) {
    const here = revs.get(`${type}:${id}`);
    if (here === (deleted ? undefined : rev)) continue;
    world.found.push(
      `I5: ${device.name} has read the feed up to ${cursor.seq}, and has ${type} ${id} (seq ${seq}, rev ${deleted ? 'deleted' : rev}) as rev ${here}`,
    );
  }
}

async function notPreserved(
  { name, library: { db } }: SimulatedDevice,
  unknown: readonly FeedChange[],
): Promise<string[]> {
  const found: string[] = [];
  const history = await readHistory(db);
  for (const { type, id, rev, seq, row, deleted } of unknown) {
    const key = `${history}:${type}:${id}`;
    const stored = FeedChange.safeParse((await db.unknownChanges.get(key))?.change).data;
    const here = stored && { rev: stored.rev, seq: stored.seq, row: stored.row };
    if (sameRow(here, deleted ? undefined : { rev, seq, row })) continue;
    found.push(`I11: ${name} has read past ${key} (seq ${seq}), and preserves ${JSON.stringify(here)}`);
  }
  return found;
}

/** I8: when no device has anything to send, only refused changes and those that depend on them are unsent. */
export async function checkChains(world: World, { name, library }: SimulatedDevice): Promise<void> {
  const entries = await library.db.outbox.toArray();
  const held = heldEntries(entries);
  for (const entry of entries) {
    if (entry.state === 'refused' || held.has(entry.position)) continue;
    world.found.push(`I8: ${name}: ${entry.name} (${entry.state}) is not sent though nothing stops it`);
  }
}
