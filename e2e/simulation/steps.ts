/** Runs a world step by step, each step chosen by the seed. */

import { PushRequest } from '#shared/sync/wire.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { isDeviceFull } from '../../web/data/resources/blobs.ts';
import { imported, libraryJson } from '../../web/data/testing/import-scene.ts';
import { act, pickAct } from './acts/person.ts';
import { breakRule } from './break-rules.ts';
import { libraryFile } from './large-world.ts';
import { becomeQuiet } from './quiet.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import { type Fate, fates, type Waiting } from './simulated-network.ts';
import {
  bringAlong,
  changeAccount,
  decideRefused,
  loseFile,
  putBackBackup,
  startDecision,
} from './upheavals.ts';
import { checkCursor, watchingFeed, watchingOutbox } from './watching.ts';
import type { Person, World } from './world.ts';

/** Everybody starts with the same library, so that devices have something to disagree about. */
export async function furnish(world: World): Promise<void> {
  for (const { devices, ledger } of world.people) {
    const device = devices[0];
    if (device === undefined) continue;
    const { random, log, counts, broken } = world;
    const context = { device, tab: 0, random, ledger, log, counts, broken };
    await act('createProject', context);
    await act('createPrompt', context);
    await act('createPrompt', context);
    await act('addResource', context);
    await act('insertReference', context);
    await act('insertReference', context);
    // A row of the kind that older apps do not know.
    await commit(device.library, 'setUiState', { stateKey: 'expanded_project_ids', stateValue: [] });
  }
  const [first] = world.people[0]?.devices ?? [];
  if (world.largeLibrary > 0 && first !== undefined) {
    await imported(first.library, libraryJson(libraryFile(world.largeLibrary, 10)));
  }
  await becomeQuiet(world);
}

/** `steps` things happen, chosen by the seed. */
export async function run(world: World, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    world.clock.at += 1 + world.random.below(2000);
    await oneStep(world);
  }
}

async function oneStep(world: World): Promise<void> {
  const { random, network, log, counts } = world;
  const person = random.chance(0.85) ? world.people[0] : world.people[1];
  const device = random.pick(person?.devices ?? []);
  if (person === undefined || device === undefined) return;
  const dice = random.below(1000);
  if (dice < 400) {
    await actOf(world, person, device);
  } else if (dice < 560) {
    await beginRound(world, person, device);
  } else if (dice < 600) {
    if (!device.online || device.isBusy('files')) return;
    log.push(`${device.name} files`);
    await device.startBlobs();
  } else if (dice < 890) {
    const waiting = random.pick(network.waiting);
    if (waiting !== undefined) await answer(world, waiting);
  } else if (dice < 920) {
    if (network.late.length > 0) {
      log.push('a late copy arrives');
      await watchingFeed(world, () => network.deliverLate(random.below(network.late.length)));
    }
  } else if (dice < 945) {
    counts.kills += 1;
    await breakRule.beforeKill(world, device);
    if (device.isOlder && device.room.writes === null && random.chance(0.3)) {
      log.push(`${device.name} is updated`);
      counts.updates += 1;
      await device.update();
    } else await kill(world, device);
    await checkCursor(world, device);
  } else if (dice < 965) {
    device.online = !device.online;
    log.push(`${device.name} is ${device.online ? 'online' : 'offline'}`);
  } else if (dice < 971) {
    await loseFile(world, device);
  } else if (dice < 978) {
    counts.fullDisks += device.room.writes === null ? 1 : 0;
    device.room.writes = device.room.writes === null ? random.below(12) : null;
    log.push(`${device.name} has room for ${device.room.writes ?? 'all'}`);
  } else if (dice < 982) {
    device.isOutdated = true;
    log.push(`${device.name} is too old for the server`);
  } else if (dice < 987) {
    await changeAccount(world, person, device);
  } else if (dice < 994) {
    await bringAlong(world, person, device);
  } else if (dice < 997) {
    if (world.backup === null) {
      log.push('the server is backed up');
      await world.keepBackup();
    } else await putBackBackup(world);
  } else {
    random.pick(device.tabs)?.clear();
    log.push(`${device.name}: an editor takes over what is shown`);
  }
}

/** Ends the process; in every second world the power may fail with it. */
async function kill({ seed, random, log, counts }: World, device: SimulatedDevice): Promise<void> {
  const lost = seed % 4 < 2 && device.unsynced() > 0 ? random.below(device.unsynced() + 1) : 0;
  log.push(`${device.name} is killed, and ${lost} transactions are lost`);
  counts.powerFailures += lost > 0 ? 1 : 0;
  await (lost > 0 ? device.losePower(lost) : device.kill());
}

async function actOf(world: World, { ledger }: Person, device: SimulatedDevice): Promise<void> {
  const { random, log, counts, broken } = world;
  const name = pickAct(random);
  const tab = random.below(device.tabs.length);
  try {
    if (!(await act(name, { device, tab, random, ledger, log, counts, broken }))) return;
    counts.acts += 1;
    counts.reviews += name === 'reviewConflict' ? 1 : 0;
    counts.manyAtOnce += name === 'changeMany' || name === 'undoMany' ? 1 : 0;
    counts.fromBin += name === 'restoreFromBin' ? 1 : 0;
    await watchingOutbox(world, device, async () => {
      counts.sentAtOnce += (await device.sendStarted()) ? 1 : 0;
    });
  } catch (error) {
    if (!isDeviceFull(error)) throw error;
    // The person is told at once, and their words are in front of them still.
    log.push(`${device.name}#${tab} ${name}: no room`);
  }
}

async function beginRound(world: World, person: Person, device: SimulatedDevice): Promise<void> {
  const { random } = world;
  if (random.chance(0.3) && (await decideRefused(world, person, device))) return;
  if (!device.online || device.isBusy('text')) return;
  if (device.lastResult?.kind === 'asks') return startDecision(world, person, device);
  const isPoked = world.seed % 3 > 0 && random.chance(0.5);
  world.log.push(`${device.name} round${isPoked ? ' after a poke' : ''}`);
  await watchingOutbox(world, device, async () => {
    if (isPoked && (await device.startPoked())) world.counts.poked += 1;
    else await device.startRound();
  });
}

/** Answers pending requests, and perhaps those that follow: a round is two requests, a file many. */
async function answer(world: World, first: Waiting): Promise<void> {
  const { random, network } = world;
  const of = world.people.flatMap(({ devices }) => devices).find(({ name }) => name === first.device);
  if (of === undefined) return;
  const { lane } = first;
  const next = () => network.waiting.find((other) => other.device === of.name && other.lane === lane);
  for (let waiting: Waiting | undefined = first; waiting !== undefined; ) {
    const asked: Waiting = waiting;
    const fate = await breakRule.fateOf(world, of, pickFate(world, of));
    if (asked.request.bytes !== undefined) world.pieces[fate === 'delivered' ? 'delivered' : 'broken'] += 1;
    world.log.push(`${of.name} ${asked.request.method} ${asked.request.path} ${fate}`);
    if (fate === 'outdated') world.counts.outdated += 1;
    if (carriesPatch(asked)) world.counts.patched += 1;
    await watchingOutbox(world, of, async () => {
      await watchingFeed(world, async () => {
        await network.deliver(asked, fate);
        await breakRule.afterDelivery(world, fate);
      });
      await of.goOn(lane);
      await breakRule.afterAnswer(world, of, fate);
    });
    waiting = random.chance(lane === 'files' ? 0.8 : 0.4) ? next() : undefined;
  }
  // As the loop does: rows have come that bytes were waiting for.
  const wentWell = lane === 'text' && !of.isBusy('text') && of.lastResult?.kind === 'done';
  if (wentWell && !of.isBusy('files')) await of.startBlobs();
}

function carriesPatch({ request }: Waiting): boolean {
  const push = PushRequest.safeParse(request.body).data;
  return push?.mutations.some(({ body }) => typeof Object(body).content === 'object') === true;
}

function pickFate({ random }: World, { isOutdated }: SimulatedDevice): Fate {
  if (isOutdated && random.chance(0.7)) return 'outdated';
  return random.chance(0.6) ? 'delivered' : (random.pick(fates) ?? 'lost');
}
