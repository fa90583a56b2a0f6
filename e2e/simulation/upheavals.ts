/** Runs events of a whole device or of the server: sign-outs and sign-ins, a restored backup, files lost from a disk. */

import { countUnsent, isInDoubt } from '../../web/data/drafts/unsent.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import {
  discardEntry,
  entriesDiscardedWith,
  retryEntry,
  saveEntryAsNew,
} from '../../web/data/review/outbox-acts.ts';
import { imported, textFile } from '../../web/data/testing/import-scene.ts';
import { exportLibrary } from '../../web/data/transfer/library-export.ts';
import { wordsIn } from './ledger.ts';
import { continuesDevice, serverRows } from './server-rows.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { Person, World } from './world.ts';

const noDrafts = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {} };

/** Signs a person out, after the decision about what is only on the device, and signs a person in. */
export async function changeAccount(world: World, person: Person, device: SimulatedDevice): Promise<void> {
  const { random, log, broken } = world;
  const named = broken === 'namedAtSignOut' ? 0 : await countUnsent(device.library, noDrafts);
  const atStake = await onlyOn(world, person, device);
  const choice = named === 0 ? 'nothing to choose' : random.pick(['stay', 'export', 'discard'] as const);
  log.push(`${device.name} wants to sign out: ${named} changes are only there: ${choice}`);
  if (choice === 'stay') return;
  if (choice === 'export') {
    // As the app does: where it is in doubt what the server has, the whole library goes along.
    const onlyWaiting = random.chance(0.5) && !(await isInDoubt(device.library));
    const file = await exportLibrary(device.library, { onlyWaiting });
    const inFile = wordsIn(file);
    // A device that has not heard that its server forgot exports what it thinks is on its way.
    const knows = await knowsHistory(world, device);
    const words = new Set([...atStake].filter((word) => knows || !onlyWaiting || inFile.has(word)));
    world.carried.push({ person, text: JSON.stringify(file), words });
  }
  // A server that forgot, of which this device had not heard, is an admin's loss and not the sign-out's.
  if (named === 0 && atStake.size > 0 && (await knowsHistory(world, device))) {
    world.found.push(`I10: ${device.name} signs out without naming ${[...atStake].join(' ')}`);
  }
  person.ledger.discarded(atStake);
  world.counts.signOuts += 1;
  const left = await device.signOut();
  if (left.length > 0) world.found.push(`I7: ${device.name} keeps ${left.join(', ')} after the sign-out`);

  const next = random.chance(0.8) ? person : (random.pick(world.people) ?? person);
  person.devices.splice(person.devices.indexOf(device), 1);
  next.devices.push(device);
  await device.signIn(next.account);
  log.push(`${next.account.user.username} signs in on ${device.name}`);
}

/** Returns whether the device has the server's history, or knows that it does not. */
async function knowsHistory(world: World, device: SimulatedDevice): Promise<boolean> {
  if (device.lastResult?.kind === 'asks') return true;
  return continuesDevice(world, device);
}

/** Words that are owed, are on this device, and are nowhere else. */
async function onlyOn(world: World, person: Person, device: SimulatedDevice): Promise<Set<string>> {
  const here = await wordsOn(device);
  const elsewhere = await wordsOfServer(world, person);
  for (const other of person.devices) {
    if (other === device) continue;
    for (const word of wordsIn(await readOutbox(other.library))) elsewhere.add(word);
  }
  const owed = [...person.ledger.owed()];
  return new Set([
    ...owed.filter((word) => here.has(word) && !elsewhere.has(word)),
    ...(await filesOnlyOn(person, device)),
  ]);
}

/** The words that stand for files whose rows are on the server, and whose bytes only this device has. */
async function filesOnlyOn(person: Person, device: SimulatedDevice): Promise<string[]> {
  const { db } = device.library;
  const found: string[] = [];
  for (const { sha256 } of await db.uploads.toArray()) {
    const others = person.devices.filter((other) => other !== device);
    const copies = await Promise.all(
      others.map(({ library }) => library.db.files.where('sha256').equals(sha256).count()),
    );
    if (copies.some((count) => count > 0)) continue;
    const rows = await db.resources.where('row.sha256').equals(sha256).toArray();
    found.push(...rows.map(({ row }) => row.description).filter((word) => person.ledger.owed().has(word)));
  }
  return found;
}

async function wordsOn(device: SimulatedDevice): Promise<Set<string>> {
  return new Set([...(await wordsShown(device)), ...wordsIn(await readOutbox(device.library))]);
}

async function wordsShown({ library: { db } }: SimulatedDevice): Promise<Set<string>> {
  const tables = [db.projects, db.prompts, db.versions, db.resources];
  return wordsIn(await Promise.all(tables.map((table) => table.toArray())));
}

async function wordsOfServer(world: World, { account }: Person): Promise<Set<string>> {
  const { live } = await serverRows(world, account.cookie);
  return wordsIn([...live.values()].map(({ row }) => row));
}

/** Imports on one device what was exported on another. */
export async function bringAlong(world: World, person: Person, device: SimulatedDevice): Promise<void> {
  const index = world.carried.findIndex((carried) => carried.person === person);
  const carried = world.carried[index];
  if (carried === undefined || device.room.writes !== null) return;
  world.carried.splice(index, 1);
  world.log.push(`${device.name} brings in ${[...carried.words].join(' ')}`);
  const [before, shownBefore] = [await wordsOn(device), await wordsShown(device)];
  const { notApplied } = await imported(device.library, textFile('library.json', carried.text));
  const [here, shown] = [await wordsOn(device), await wordsShown(device)];
  const missing = [...carried.words].filter((word) => !here.has(word));
  // What cannot be applied is named, with the reason, and stays in the file.
  if (missing.length > 0 && notApplied.length === 0)
    world.found.push(`I1: ${device.name} brought in a file, and lost ${missing.join(' ')}`);
  // An import makes what is missing: of a word that is shown already it writes nothing, and promises nothing. Another
  // device may have removed that word by then, and this one learns of it with its next pull.
  const isBack = (word: string) =>
    (shown.has(word) && !shownBefore.has(word)) || (here.has(word) && !before.has(word));
  person.ledger.takenUp([...carried.words].filter(isBack));
  world.counts.carried += 1;
}

/** An admin puts an older backup in place: what neither it nor any device has is gone, and nobody can help it. */
export async function putBackBackup(world: World): Promise<void> {
  world.log.push('an older backup is put in place of the server');
  await world.backup?.();
  world.counts.restores += 1;
  for (const person of world.people) {
    const there = await wordsOfServer(world, person);
    for (const device of person.devices) {
      for (const word of await wordsOn(device)) there.add(word);
      const { resources, binItems } = device.library.db;
      for (const { row } of await resources.toArray()) world.lost.add(row.sha256);
      // Files in the bin may be restored later, and their bytes be missed then.
      for (const sha256 of await binItems.orderBy('sha256').keys()) world.lost.add(String(sha256));
    }
    person.ledger.discarded([...person.ledger.owed()].filter((word) => !there.has(word)));
  }
}

/** Makes the person's decision where the app asks. Most keep what is on the device. */
export async function startDecision(world: World, person: Person, device: SimulatedDevice): Promise<void> {
  const { random, log } = world;
  const asked = device.lastResult;
  if (asked?.kind !== 'asks') return;
  if (asked.reason === 'removals') {
    log.push(`${device.name} lets the server remove much`);
    return device.startRound(true);
  }
  const keep = random.chance(0.8) ? 'mine' : 'server';
  log.push(`${device.name} keeps ${keep === 'mine' ? 'its own' : 'what the server has'}`);
  if (keep === 'server') {
    const waiting = wordsIn(await readOutbox(device.library));
    const given = [...(await onlyOn(world, person, device))].filter((word) => !waiting.has(word));
    person.ledger.discarded(given);
  }
  return device.startRejoin(keep);
}

/** A disk of the server's gives a file up that a device still has. */
export async function loseFile(world: World, device: SimulatedDevice): Promise<void> {
  const sha256 = world.random.pick(await device.library.db.files.toCollection().primaryKeys());
  if (sha256 === undefined) return;
  world.log.push(`the server loses ${sha256}`);
  world.lost.add(sha256);
  await world.server.files.remove({ userId: device.account.user.id, sha256 });
}

/** A person looks at what the server did not take, and decides; false where there is nothing. */
export async function decideRefused(world: World, person: Person, device: SimulatedDevice): Promise<boolean> {
  const { random, log } = world;
  const { library } = device;
  const refused = random.pick((await readOutbox(library)).filter(({ state }) => state === 'refused'));
  if (refused === undefined || device.room.writes !== null) return false;
  const { position, name } = refused;
  const choice = random.pick(['retry', 'retry', 'save as new', 'discard'] as const);
  log.push(`${device.name} decides on ${name}: ${choice}`);
  world.counts.decisions += 1;
  if (choice === 'retry') await retryEntry(library, position);
  else if (choice === 'save as new') await saveEntryAsNew(library, position);
  else {
    const gone = wordsIn(await entriesDiscardedWith(library, position));
    await discardEntry(library, position);
    const left = new Set([...(await wordsOn(device)), ...(await wordsOfServer(world, person))]);
    person.ledger.discarded([...gone].filter((word) => !left.has(word)));
  }
  return true;
}
