/** Checks what must hold when all is quiet. Each finding is a sentence that starts with the invariant's name. */
import { parseNotes } from '#shared/merge/merge-notes.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { Resource } from '#shared/model/resource.ts';
import { KeptRun } from '#shared/model/run/kept-run.ts';
import { countEntries } from '#shared/sync/outbox-counts-example.ts';
import { readHistory } from '../../web/data/feed/unknown-changes.ts';
import { outboxCounts } from '../../web/data/outbox/outbox-counts.ts';
import { readOutbox } from '../../web/data/outbox/outbox-store.ts';
import { blobsToFetch } from '../../web/data/resources/blob-storage.ts';
import { sha256Of } from '../../web/data/resources/sha256.ts';
import { readOutline } from '../../web/data/rows/outline.ts';
import { binOf } from './bin-invariant.ts';
import { danglingRows } from './dangling-rows.ts';
import { wordsIn } from './ledger.ts';
import { asOlderAppSees } from './older-app.ts';
import { type ServerRows, serverRows } from './server-rows.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import { checkCursor } from './watching.ts';
import type { Person, World } from './world.ts';

export async function findings(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const person of world.people) {
    const server = await serverRows(world, person.account.cookie);
    found.push(...order(server));
    found.push(...danglingRows(server.changes).map((each) => `dangling: on the server ${each}`));
    found.push(...unproved(server));
    const refusedWords = new Set<string>();
    for (const device of person.devices) {
      const entries = await readOutbox(device.library);
      for (const word of wordsIn(entries)) refusedWords.add(word);
      if (device.isOlder) found.push(...(await shownByOlderApp(world, device, server)));
      found.push(...(await shownEqualsServer(device, server, entries.length)));
      found.push(...(await counted(device, entries)));
      found.push(...(await filesOf(device, entries.length)));
      found.push(...(await binOf(device)));
      const expected = world.counts.restores > 0 ? afterRestore : expectedRefusals;
      for (const { name, state, problem } of entries) {
        if (state !== 'refused' || expected.has(problem?.code ?? '')) continue;
        found.push(`${device.name}: ${name} was refused: ${JSON.stringify(problem)}`);
      }
    }
    found.push(...lostWords(person.ledger.owed(), server, refusedWords));
    found.push(...twice(server));
    found.push(...(await lostBytes(world, person, server)));
  }
  found.push(...(await strangers(world)));
  return [...world.found, ...found];
}

/**
 * Allows refusals that two honest devices can run into: the other one deleted the last but one version, made a label ask for
 * proof, or edited the version that a proof is of.
 */
const expectedRefusals: ReadonlySet<string> = new Set(['last_version', 'proof_missing']);
/** Who took a restored server at its word may have edited what it does not know: the words stay in the outbox. */
const afterRestore: ReadonlySet<string> = new Set([...expectedRefusals, 'not_found']);

function order({ changes }: ServerRows): string[] {
  return changes.flatMap((change, index) => {
    const before = changes[index - 1];
    return before !== undefined && before.seq >= change.seq
      ? [`I6: seq ${change.seq} comes after ${before.seq}`]
      : [];
  });
}

/** I15: a label that asks for proof stands where its newest move has a proof or a reason. */
function unproved({ changes }: ServerRows): string[] {
  return changes.flatMap(({ type, row }) => {
    const labels = type === 'prompt' && row !== undefined ? Prompt.parse(row).attributes?.labels : undefined;
    return (labels ?? []).flatMap(({ label, asks, versionId, moves: [newest] }) => {
      const hasReason = newest?.proof !== undefined || newest?.override !== undefined;
      if (asks === undefined || versionId === null || (hasReason && newest?.versionId === versionId))
        return [];
      return [`I15: ${label} of prompt ${row?.id} stands at ${versionId} without a proof or a reason`];
    });
  });
}

/** I4 and I11 of an app that does not know all kinds; then it is updated, and what it preserved is applied. */
async function shownByOlderApp(world: World, device: SimulatedDevice, server: ServerRows): Promise<string[]> {
  await checkCursor(world, device);
  const waiting = await device.library.db.outbox.count();
  const found = await shownEqualsServer(device, asOlderAppSees(server), waiting);
  await device.update();
  world.counts.updates += 1;
  const left = await device.library.db.unknownChanges
    .where('history')
    .equals(await readHistory(device.library.db))
    .count();
  return left === 0 ? found : [...found, `I11: ${device.name} has not applied ${left} rows after its update`];
}

/** I4: a device with an empty outbox shows what the server has. */
async function shownEqualsServer(
  device: SimulatedDevice,
  server: ServerRows,
  waiting: number,
): Promise<string[]> {
  if (waiting > 0) return [];
  const { db } = device.library;
  const shown = (await Promise.all(db.shown.map((table) => table.toArray()))).flat();
  const found: string[] = [];
  for (const stored of shown) {
    const change = server.live.get(`${stored.type}:${stored.id}`);
    if (JSON.stringify(sorted(change?.row)) !== JSON.stringify(sorted(stored.row))) {
      found.push(
        `I4: ${device.name} shows ${stored.type} ${stored.id} as ${JSON.stringify(stored.row)}, the server as ${JSON.stringify(change?.row)}`,
      );
    }
    if (change !== undefined && change.rev !== stored.rev)
      found.push(`I4: ${device.name}: rev of ${stored.type} ${stored.id}`);
  }
  if (shown.length !== server.live.size) {
    found.push(`I4: ${device.name} shows ${shown.length} rows, the server has ${server.live.size}`);
  }
  const kept = await db.confirmed.count();
  if (kept > 0) found.push(`I4: ${device.name} keeps ${kept} confirmed rows with an empty outbox`);
  const listed = (await readOutline(db)).prompts.length;
  const prompts = shown.filter(({ type }) => type === 'prompt').length;
  if (listed !== prompts) found.push(`I4: ${device.name} lists ${listed} prompts of ${prompts}`);
  return found;
}

function sorted(row: object | undefined): unknown {
  return row === undefined ? null : Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** I10 */
async function counted(
  { name, library }: SimulatedDevice,
  entries: Parameters<typeof countEntries>[0],
): Promise<string[]> {
  const { waiting, refused, oldest } = await outboxCounts(library);
  const each = countEntries(entries);
  return waiting === each.waiting && refused === each.refused && oldest === each.oldest
    ? []
    : [`I10: ${name} counts ${waiting} + ${refused} of ${entries.length}, the oldest of ${oldest}`];
}

/** I1 and I9: every word that nobody who saw it removed is somewhere. */
function lostWords(owed: ReadonlySet<string>, server: ServerRows, kept: ReadonlySet<string>): string[] {
  const there = new Set<string>();
  for (const { row } of server.live.values()) for (const word of wordsIn(row)) there.add(word);
  return [...owed]
    .filter((word) => !there.has(word) && !kept.has(word))
    .map((word) => `I1/I9: ${word} is lost`);
}

/** I2: a saved version, a kept run or a note exists once, however often its request travelled. */
function twice({ changes }: ServerRows): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  const once = (what: string) => {
    if (seen.has(what)) found.push(`I2: ${what} is there twice`);
    seen.add(what);
  };
  for (const { type, row } of changes) {
    if (row === undefined) continue;
    const values: Record<string, unknown> = { ...row };
    if (type === 'version' && String(values.description).startsWith('Saved '))
      once(String(values.description));
    if (type === 'prompt')
      for (const note of parseNotes(String(values.notes ?? ''))) once(`note ${note.content}`);
    if (type === 'keptRun') once(`run ${KeptRun.parse(row).run.answer}`);
    if (type === 'resource') once(`file ${String(values.description)}`);
    if (type === 'version') once(`number ${String(values.version)} of prompt ${String(values.promptId)}`);
  }
  return found;
}

/**
 * I1: whoever opens a file that nobody who saw it deleted gets its bytes. What the server lost by itself comes
 * back from the devices; where none had it any more, nobody could have kept it.
 */
async function lostBytes(
  { network, lost }: World,
  { ledger, account: { cookie }, devices }: Person,
  { live }: ServerRows,
): Promise<string[]> {
  const found: string[] = [];
  for (const { type, id, row } of live.values()) {
    if (type !== 'resource') continue;
    const { description, sha256, available } = Resource.parse(row);
    if (!ledger.owed().has(description)) continue;
    if (lost.has(sha256) && !(await isOnDevice(devices, sha256))) continue;
    const path = `/api/resources/${id}/download`;
    const bytes = (await network.askServer({ method: 'GET', path }, cookie))?.bytes;
    if (bytes === undefined || (await sha256Of(bytes)) !== sha256) {
      found.push(`I1: the bytes of file ${description} (available: ${available}) are nowhere`);
    }
  }
  return found;
}

async function isOnDevice(devices: readonly SimulatedDevice[], sha256: string): Promise<boolean> {
  const copies = await Promise.all(
    devices.map(({ library }) => library.db.files.where('sha256').equals(sha256).count()),
  );
  return copies.some((count) => count > 0);
}

/** Checks which files a device stores when there is nothing left to do. */
async function filesOf({ name, library }: SimulatedDevice, waiting: number): Promise<string[]> {
  const { db } = library;
  if (waiting > 0) return [];
  const found: string[] = [];
  const kept = await db.files.toCollection().primaryKeys();
  const uses = await db.fileUses.toCollection().primaryKeys();
  if (JSON.stringify(kept) !== JSON.stringify(uses)) {
    found.push(`files: ${name} keeps ${kept.length} files and knows of ${uses.length}`);
  }
  const deleted = (await db.binItems.toArray()).map(({ sha256 }) => sha256);
  const wanted = new Set([...(await db.resources.toArray()).map(({ row }) => row.sha256), ...deleted]);
  const left = kept.filter((sha256) => !wanted.has(sha256));
  if (left.length > 0) found.push(`files: ${name} keeps ${left.length} that no row is about`);
  const uploads = await db.uploads.toArray();
  if (uploads.length > 0) found.push(`files: ${name} still has uploads: ${JSON.stringify(uploads)}`);
  const missing = (await blobsToFetch(library)).length;
  if (missing > 0) found.push(`files: ${name} lacks ${missing} files that are to be kept offline`);
  return found;
}

/** I7: no word of one person is on another person's device or in another person's rows. */
async function strangers(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const [index, person] of world.people.entries()) {
    const foreign = index === 0 ? 'b' : 'a';
    const isForeign = (rows: unknown) => [...wordsIn(rows)].some((word) => word.endsWith(foreign));
    if (isForeign((await serverRows(world, person.account.cookie)).changes)) {
      found.push(`I7: the server keeps another's words for ${person.account.user.username}`);
    }
    for (const device of person.devices) {
      const { db } = device.library;
      const texts = (await db.files.toArray()).map(({ bytes }) => new Response(bytes).text());
      const shown = await Promise.all([
        db.prompts.toArray(),
        db.versions.toArray(),
        db.projects.toArray(),
        db.resources.toArray(),
        Promise.all(texts),
      ]);
      if (isForeign(shown)) found.push(`I7: ${device.name} shows another's words`);
    }
  }
  return found;
}
