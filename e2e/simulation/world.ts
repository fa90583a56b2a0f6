/**
 * Several devices of two people and one server, driven by a seed: acts, rounds, faults, kills, partitions.
 * One thing happens at a time and every choice comes from the seed, so that a failing one can be replayed.
 */
import type { User } from '#shared/model/user.ts';
import { type TestApp, testApp } from '../../sync-server/testing/test-app.ts';
import { type BrokenRule, tamperingFor } from './broken-rules.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { act, pickAct } from './person.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { type SimulatedDevice, simulatedDevice } from './simulated-device.ts';
import {
  type Fate,
  fates,
  type SimulatedNetwork,
  simulatedNetwork,
  type Waiting,
} from './simulated-network.ts';

export type World = {
  seed: number;
  random: SeededRandom;
  server: TestApp;
  network: SimulatedNetwork;
  broken: BrokenRule | null;
  people: { user: User; cookie: string; ledger: Ledger; devices: SimulatedDevice[] }[];
  acts: number;
  kills: number;
  /** Of files, on their way to the server: how many came through, and to how many something happened. */
  pieces: { delivered: number; broken: number };
  /** Hashes of files that the server lost from its disk. */
  lost: Set<string>;
  log: string[];
  /** Rows of outbox entries that left it without an answer. */
  vanished: string[];
  [Symbol.asyncDispose](): Promise<void>;
};

export async function createWorld(seed: number, broken: BrokenRule | null = null): Promise<World> {
  const random = seededRandom(seed);
  const server = testApp({ outside: { random: random.words } });
  const clock = server.clock;
  const cookies: string[] = [];
  const tampering = broken === null ? null : tamperingFor(broken, { random, cookies });
  const network = simulatedNetwork((request) => server.app.fetch(request), tampering);
  const world: World = {
    seed,
    random,
    server,
    network,
    broken,
    people: [],
    acts: 0,
    kills: 0,
    pieces: { delivered: 0, broken: 0 },
    lost: new Set(),
    log: [],
    vanished: [],
    async [Symbol.asyncDispose]() {
      for (const { devices } of world.people) for (const device of devices) device.library.db.close();
      server[Symbol.dispose]();
    },
  };
  for (const mark of ['a', 'b'] as const) {
    const { user, cookie } = await register(server, `person-${mark}`);
    cookies.push(cookie);
    const devices: SimulatedDevice[] = [];
    const count = mark === 'a' ? 2 + random.below(2) : 1;
    for (let index = 0; index < count; index += 1) {
      devices.push(
        await simulatedDevice({
          name: `${mark}${index}`,
          user,
          cookie,
          random,
          network,
          now: () => clock.at,
          skewMs: (random.next() - 0.5) * 20 * 365 * 86_400_000,
          tabs: 1 + random.below(2),
        }),
      );
    }
    world.people.push({ user, cookie, ledger: createLedger(mark), devices });
  }
  await furnish(world);
  return world;
}

/** Everybody starts with the same small library, so that devices have something to disagree about. */
async function furnish(world: World): Promise<void> {
  for (const { devices, ledger } of world.people) {
    const device = devices[0];
    if (device === undefined) continue;
    const context = { device, tab: 0, random: world.random, ledger, log: world.log };
    await act('createProject', context);
    await act('createPrompt', context);
    await act('createPrompt', context);
    await act('addFile', context);
  }
  await becomeQuiet(world);
}

async function register(server: TestApp, username: string): Promise<{ user: User; cookie: string }> {
  const answer = await server.app.request('/api/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ displayName: username, username, password: 'correct horse' }),
  });
  const cookie = (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  const { id, displayName } = await answer.json();
  return { user: { id, username, displayName }, cookie };
}

/** `steps` things happen, chosen by the seed. */
export async function run(world: World, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    world.server.clock.at += 1 + world.random.below(2000);
    await oneStep(world);
  }
}

async function oneStep(world: World): Promise<void> {
  const { random, network } = world;
  const person = random.chance(0.85) ? world.people[0] : world.people[1];
  const device = random.pick(person?.devices ?? []);
  if (person === undefined || device === undefined) return;
  const dice = random.below(100);
  if (dice < 40) {
    const name = pickAct(random);
    const tab = random.below(device.tabs.length);
    const did = await act(name, { device, tab, random, ledger: person.ledger, log: world.log });
    if (did) world.acts += 1;
  } else if (dice < 56) {
    if (!device.online || device.isBusy('text')) return;
    world.log.push(`${device.name} round`);
    await watchingOutbox(world, device, () => device.startRound());
  } else if (dice < 60) {
    if (!device.online || device.isBusy('files')) return;
    world.log.push(`${device.name} files`);
    await device.startFiles();
  } else if (dice < 90) {
    const waiting = random.pick(network.waiting);
    if (waiting !== undefined) await answer(world, waiting);
  } else if (dice < 93) {
    if (network.late.length > 0) {
      world.log.push('a late copy arrives');
      await network.deliverLate(random.below(network.late.length));
    }
  } else if (dice < 96) {
    world.kills += 1;
    world.log.push(`${device.name} is killed`);
    if (world.broken === 'bytesKept') await forgetBytes(device);
    await device.kill();
  } else if (dice < 98) {
    device.online = !device.online;
    world.log.push(`${device.name} is ${device.online ? 'online' : 'offline'}`);
  } else if (random.chance(0.3)) {
    await loseFile(world, person.user, device);
  } else {
    const tab = random.pick(device.tabs);
    tab?.clear();
    world.log.push(`${device.name}: an editor takes over what is shown`);
  }
}

/** What waits is answered, and perhaps what it leads to as well: a round is two requests, a file many. */
async function answer(world: World, first: Waiting): Promise<void> {
  const { random, network } = world;
  const of = world.people.flatMap(({ devices }) => devices).find(({ name }) => name === first.device);
  if (of === undefined) return;
  const { lane } = first;
  const next = () => network.waiting.find((other) => other.device === of.name && other.lane === lane);
  for (let waiting: Waiting | undefined = first; waiting !== undefined; ) {
    const asked: Waiting = waiting;
    const fate = pickFate(random);
    if (asked.request.bytes !== undefined) world.pieces[fate === 'delivered' ? 'delivered' : 'broken'] += 1;
    world.log.push(`${of.name} ${asked.request.method} ${asked.request.path} ${fate}`);
    await watchingOutbox(world, of, async () => {
      await network.deliver(asked, fate);
      await of.goOn(lane);
      if (world.broken === 'unansweredKept' && fate !== 'delivered') await forgetUnanswered(of);
    });
    waiting = random.chance(lane === 'files' ? 0.8 : 0.4) ? next() : undefined;
  }
  // As the loop does: rows have come that bytes were waiting for.
  const wentWell = lane === 'text' && !of.isBusy('text') && of.lastResult?.kind === 'done';
  if (wentWell && !of.isBusy('files')) await of.startFiles();
}

/** A client that takes silence for success. */
async function forgetUnanswered(device: SimulatedDevice): Promise<void> {
  await device.library.db.outbox
    .where('position')
    .above(0)
    .filter(({ state }) => state === 'sent')
    .delete();
}

/** A disk of the server's gives a file up that a device still has. */
async function loseFile(world: World, { id: userId }: User, device: SimulatedDevice): Promise<void> {
  const sha256 = world.random.pick(await device.library.db.files.toCollection().primaryKeys());
  if (sha256 === undefined) return;
  world.log.push(`the server loses ${sha256}`);
  world.lost.add(sha256);
  await world.server.outside.files.remove({ userId, sha256 });
}

/** A client that takes bytes on the device for a cache. */
async function forgetBytes({ library: { db } }: SimulatedDevice): Promise<void> {
  await Promise.all([db.files.clear(), db.fileUses.clear()]);
}

function pickFate(random: SeededRandom): Fate {
  return random.chance(0.6) ? 'delivered' : (random.pick(fates) ?? 'lost');
}

/** I3: whatever leaves the outbox was answered. */
async function watchingOutbox(
  world: World,
  device: SimulatedDevice,
  happen: () => Promise<void>,
): Promise<void> {
  const before = await numbers(device);
  await happen();
  const after = await numbers(device);
  for (const [position, number] of before) {
    if (after.has(position) || device.answered.has(`${device.library.client}:${number}`)) continue;
    world.vanished.push(`${device.name}: entry ${position} (number ${number})`);
  }
}

async function numbers(device: SimulatedDevice): Promise<Map<number, number>> {
  const entries = await device.library.db.outbox.toArray();
  return new Map(entries.map(({ position, number }) => [position, number]));
}

/**
 * Everybody is online, every copy has arrived, and rounds run until nobody has anything to say. Then somebody
 * opens every file, so that the server learns what it lost, and they run again.
 */
export async function becomeQuiet(world: World): Promise<void> {
  const devices = world.people.flatMap((person) => person.devices);
  while (world.network.late.length > 0) await world.network.deliverLate(0);
  for (const device of devices) device.online = true;
  await runRounds(world, devices);
  if (world.lost.size === 0) return;
  for (const { devices: theirs, cookie } of world.people) {
    const rows = (await theirs[0]?.library.db.resources.toArray()) ?? [];
    for (const { id } of rows) {
      await world.network.askServer({ method: 'GET', path: `/api/resources/${id}/download` }, cookie);
    }
  }
  await runRounds(world, devices);
}

async function runRounds(world: World, devices: readonly SimulatedDevice[]): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    let open = false;
    for (const device of devices) {
      if (!device.isBusy('text')) await watchingOutbox(world, device, () => device.startRound());
      await answerAll(world, device);
      if (!device.isBusy('files')) await device.startFiles();
      await answerAll(world, device);
      open ||= await hasMoreToDo(device);
    }
    if (!open && turn > 1) return;
  }
}

async function answerAll(world: World, device: SimulatedDevice): Promise<void> {
  for (let waiting = device.waiting(); waiting !== undefined; waiting = device.waiting()) {
    const next = waiting;
    await watchingOutbox(world, device, async () => {
      await world.network.deliver(next, 'delivered');
      await device.goOn(next.lane);
    });
  }
}

async function hasMoreToDo({ library, lastResult, lastFilesResult }: SimulatedDevice): Promise<boolean> {
  if (lastResult?.kind !== 'done' || lastFilesResult?.kind !== 'done') return true;
  const entries = await library.db.outbox.toArray();
  return entries.some(({ state }) => state !== 'refused') || (await library.db.uploads.count()) > 0;
}
