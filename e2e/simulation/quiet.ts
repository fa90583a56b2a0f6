/** How a world comes to rest, so that it can be looked at. */
import { heldEntries } from '#shared/sync/outbox.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { openUploads, retryUpload } from '../../web/data/resources/uploads.ts';
import { retryEntry } from '../../web/data/review/outbox-acts.ts';
import { breakRule } from './break-rules.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import { checkChains, watchingOutbox } from './watching.ts';
import type { World } from './world.ts';

/**
 * Everybody is online, every copy has arrived, and rounds run until nobody has anything to say. Then somebody
 * opens every file, so that the server learns what it lost, and they run again.
 */
export async function becomeQuiet(world: World): Promise<void> {
  const devices = world.people.flatMap((person) => person.devices);
  while (world.network.late.length > 0) await world.network.deliverLate(0);
  for (const device of devices) {
    device.online = true;
    device.isOutdated = false;
    device.room.writes = null;
  }
  await runRounds(world, devices);
  let retried = 0;
  for (const device of devices) {
    await checkChains(world, device);
    retried += await retryRefused(device);
  }
  if (retried > 0) await runRounds(world, devices);
  if (world.lost.size === 0) return;
  for (const { devices: theirs, account } of world.people) {
    const rows = (await theirs[0]?.library.db.resources.toArray()) ?? [];
    for (const { id } of rows) {
      await world.network.askServer({ method: 'GET', path: `/api/resources/${id}/download` }, account.cookie);
    }
  }
  await runRounds(world, devices);
}

const onTheWay: ReadonlySet<string> = new Set(['too_large', 'proxy_too_large', 'server_failed']);

/** Retries what was refused only on the way to the server; returns how many entries and uploads that were. */
async function retryRefused({ library }: SimulatedDevice): Promise<number> {
  let retried = 0;
  for (const { position, problem } of await readOutbox(library)) {
    if (problem === undefined || !onTheWay.has(problem.code)) continue;
    await retryEntry(library, position);
    retried += 1;
  }
  for (const { id, upload } of await openUploads(library)) {
    if (upload.state !== 'refused') continue;
    await retryUpload(library, id);
    retried += 1;
  }
  return retried;
}

/**
 * Ends when every device has had a whole round and a pass of its files that left it nothing to do, and the feed has not
 * moved since that round. A round that began before says nothing of what came meanwhile.
 */
async function runRounds(world: World, devices: readonly SimulatedDevice[]): Promise<void> {
  /** How far the feed was when a device had read it and was done. */
  const doneAt = new Map<SimulatedDevice, number>();
  for (let turn = 0; turn < 12; turn += 1) {
    const open: SimulatedDevice[] = [];
    for (const device of devices)
      if (doneAt.get(device) !== (await headFor(world, device))) open.push(device);
    if (open.length === 0) return;
    for (const device of open) {
      const isWhole = !device.isBusy('text') && !device.isBusy('files');
      if (!device.isBusy('text')) await startNext(world, device);
      await answerAll(world, device);
      const head = await headFor(world, device);
      if (!device.isBusy('files')) await device.startBlobs();
      await answerAll(world, device);
      if (isWhole && !(await hasMoreToDo(device))) doneAt.set(device, head);
    }
  }
}

function headFor({ server }: World, { account }: SimulatedDevice): Promise<number> {
  return server.headOf(account.user.id);
}

async function answerAll(world: World, device: SimulatedDevice): Promise<void> {
  for (let waiting = device.waiting(); waiting !== undefined; waiting = device.waiting()) {
    const next = waiting;
    const fate = await breakRule.fateOf(world, device, 'delivered');
    await watchingOutbox(world, device, async () => {
      await world.network.deliver(next, fate);
      await device.goOn(next.lane);
    });
  }
}

async function hasMoreToDo({ library, lastResult, lastBlobResult }: SimulatedDevice): Promise<boolean> {
  if (lastResult?.kind !== 'done' || lastBlobResult?.kind !== 'done') return true;
  const entries = await library.db.outbox.toArray();
  const held = heldEntries(entries);
  return (
    entries.some(({ state, position }) => state !== 'refused' && !held.has(position)) ||
    (await library.db.uploads.count()) > 0
  );
}

/** A round, or what a person decides where the server asks: everything here is wanted. */
async function startNext(world: World, device: SimulatedDevice): Promise<void> {
  const { lastResult } = device;
  if (lastResult?.kind === 'asks' && lastResult.reason === 'reset') return device.startRejoin('mine');
  await watchingOutbox(world, device, () => device.startRound(lastResult?.kind === 'asks'));
}
