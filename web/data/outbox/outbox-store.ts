/**
 * Changes the outbox for the loop. Each step is one transaction, so that tabs cannot see half of it.
 *
 * 1. A batch reads as many entries as it may carry, with what they may not overtake and what is stuck behind a stale one
 *    or one that is set apart: draining the outbox takes time in proportion to what waits. What is blocked is not read.
 * 2. An answer reads what was sent, and nothing else.
 */
import type { RowKey } from '#shared/kinds/row.ts';
import { limits } from '#shared/model/limits.ts';
import type { Lane } from '#shared/mutations/mutation.ts';
import { bind } from '#shared/mutations/registry.ts';
import { afterFailedTry, isDue } from '#shared/sync/failed-entry.ts';
import { lanes, nextToSend, type Sending, type SendLimits } from '#shared/sync/next-to-send.ts';
import { type EntryState, type OutboxEntry, type TroubleReason, transition } from '#shared/sync/outbox.ts';
import { settlePush } from '#shared/sync/settle-push.ts';
import { mutationKey, type PushAnswer, type PushMutation } from '#shared/sync/wire.ts';
import { accountOf } from '../database/account.ts';
import { type Library, readAcknowledged, readCursor } from '../database/library.ts';
import type { LibraryDb, StoredEntry } from '../database/library-db.ts';
import { writeMeta } from '../database/meta.ts';
import type { Batch } from '../database/started-commit.ts';
import { markBlocked, markOf } from './blocked-entries.ts';
import { headsIn, withFollowers, withPredecessors, writersOf } from './outbox-lookups.ts';
import { readEntries, withArgs } from './outbox-table.ts';

/** `apart`: positions of entries that stay here for now. `alone`: the position of one that travels alone. */
type Separation = { apart: ReadonlySet<number>; alone: number | undefined };

/** The key and the base that a push carries for each mutation beside its request. */
export const envelopeBytes = 100;

/**
 * Marks what is to be sent as sent, before a byte leaves: from here on its outcome is unknown until an
 * answer comes, in this tab or, after a crash, in another. Null where there is nothing to send.
 */
export async function takeBatch(
  library: Library,
  { mutations = limits.pushMutations, bytes = limits.pushBytes }: Partial<SendLimits> = {},
  { apart = new Set(), alone }: Partial<Separation> = {},
): Promise<Batch | null> {
  const { db } = library;
  return db.relaxed([db.outbox, db.outboxArgs, db.confirmed, db.meta], async () => {
    const sendings = await chooseSendings(db, { mutations, bytes }, { apart, alone });
    if (sendings.length === 0) return null;
    const acknowledged = (await leastOpenNumber(db)) - 1;
    const marked = sendings.map(({ entry, ifMatch }) => ({
      ...(entry.state === 'sent' ? entry : transition(entry, 'sent')),
      ifMatch: typeof ifMatch === 'number' ? ifMatch : null,
    }));
    await db.outbox.bulkPut(
      marked.filter(({ state, ifMatch }, index) => {
        const before = sendings[index]?.entry;
        return before?.state !== state || before.ifMatch !== ifMatch;
      }),
    );
    const entries = await withArgs(db, marked);
    const requests = entries.map((entry) => requestOf(library, entry));
    return {
      mutations: requests.map((request, index) => {
        const ifMatch = sendings[index]?.ifMatch;
        return { ...request, ...(ifMatch === undefined ? {} : { ifMatch }) };
      }),
      bases: entries.map(baseTextOf),
      positions: sendings.map(({ entry }) => entry.position),
      acknowledged,
      bytes: sendings.reduce((sum, { entry }) => sum + entry.bytes + envelopeBytes, 0),
      isLast: (await countOpen(db)) === sendings.length,
      oldestAt: Math.min(...sendings.map(({ entry }) => Date.parse(entry.createdAt))),
      known: (await readAcknowledged(library)) ?? (await readCursor(library)),
      account: await accountOf(library),
    };
  });
}

async function countOpen({ outbox }: LibraryDb): Promise<number> {
  const countIn = (state: EntryState) =>
    outbox.where('[state+number]').between([state, -Infinity], [state, Infinity]).count();
  const counts = await Promise.all([countIn('queued'), countIn('sent'), countIn('stale')]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Chooses as from the whole outbox, and reads bases only for what is chosen. */
async function chooseSendings(
  db: LibraryDb,
  limits: SendLimits,
  { apart, alone }: Separation,
): Promise<Sending<StoredEntry>[]> {
  const entries = await readSendable(db, limits.mutations, apart);
  const size = (entry: StoredEntry) => entry.bytes + envelopeBytes;
  const troubled = entries.filter(isTroubled).map(({ position }) => position);
  const separation = alone === undefined ? { apart: new Set([...apart, ...troubled]) } : { alone };
  const chosen = nextToSend({ entries, confirmedRev: () => undefined, size, limits, ...separation });
  const upon = chosen
    .filter(({ entry, ifMatch }) => entry.ifMatch === null && typeof ifMatch === 'number')
    .map(({ entry }) => entry.target);
  if (upon.length === 0) return chosen;
  const targets = [...new Set(upon)];
  const known = new Set(entries.map(({ position }) => position));
  const answered = (await writersOf(db, targets)).filter(
    ({ state, position }) => state === 'acknowledged' && !known.has(position),
  );
  const revs = new Map<RowKey, number>();
  // Kept with the first entry that is about a row, so that no table of shown rows is locked here.
  for (const kept of await db.confirmed.bulkGet(targets)) {
    if (kept?.stored) revs.set(kept.key, kept.stored.rev);
  }
  const confirmedRev = (key: RowKey) => revs.get(key);
  return nextToSend({ entries: [...entries, ...answered], confirmedRev, size, limits, ...separation });
}

/**
 * Reads the part of the outbox from which so many mutations are chosen as from the whole: what was sent, what comes
 * next in each lane, what these may not overtake, and what is stuck. Empty where nothing can be sent.
 */
async function readSendable(
  db: LibraryDb,
  mutations: number,
  apart: ReadonlySet<number>,
): Promise<StoredEntry[]> {
  const sent = await headsIn(db, 'sent');
  const kept = sent.filter((entry) => isTroubled(entry) || apart.has(entry.position));
  const stuck = await withFollowers(db, [...(await headsIn(db, 'stale')), ...kept].filter(isFree));
  const isStuck = new Set(stuck.map(({ position }) => position));
  const most = mutations + stuck.length;
  const queuedIn = (lane: Lane) =>
    db.outbox.where('[blocked+state+lane]').equals([0, 'queued', lane]).limit(most).toArray();
  const texts = await queuedIn('text');
  // A text may wait for something that is anywhere in the other lanes. What is not a text comes in its order, and
  // only after all texts: everything that it may not overtake has been read with it.
  const wanted = await withPredecessors(db, [...sent.filter(isFree), ...texts]);
  let free = texts.filter(({ position }) => !isStuck.has(position)).length;
  for (const lane of lanes) {
    if (lane === 'text' || free >= mutations) continue;
    const queued = await queuedIn(lane);
    free += queued.filter(({ position }) => !isStuck.has(position)).length;
    wanted.push(...queued);
  }
  if (wanted.length === 0) return [];
  const found = new Map([...stuck, ...wanted].map((entry) => [entry.position, entry]));
  // Leaves out what is blocked: no free entry waits for it.
  return [...found.values()].filter(isFree);
}

function isFree({ blocked }: StoredEntry): boolean {
  return blocked === 0;
}

function isTroubled({ state, trouble }: StoredEntry): boolean {
  return state === 'sent' && trouble !== undefined;
}

/** Every number below this one was answered or was never used. */
async function leastOpenNumber(db: LibraryDb): Promise<number> {
  const first = (state: 'queued' | 'sent') =>
    db.outbox.where('[state+number]').between([state, -Infinity], [state, Infinity]).first();
  const open = await Promise.all([first('queued'), first('sent')]);
  return Math.min(...open.map((entry) => entry?.number ?? Number.MAX_SAFE_INTEGER));
}

export function requestOf(
  library: Library,
  { name, number, args }: Pick<OutboxEntry, 'name' | 'number' | 'args'>,
): PushMutation {
  const bound = bind(name, args);
  // An entry that its own schema refuses (written by another version) still goes out by its name, so that
  // the server says what is wrong with it and the person sees it; it is never dropped here.
  const request = bound.ok
    ? bound.mutation.request
    : { method: 'POST' as const, path: `/api/unreadable/${name}`, body: args };
  return { key: mutationKey(library.client, number), ...request };
}

/** Returns the text that an entry's text was made from. */
export function baseTextOf({ args }: Pick<OutboxEntry, 'args'>): string | undefined {
  const { base }: { base?: unknown } = Object(args);
  return typeof base === 'string' ? base : undefined;
}

/**
 * `finished`: how many entries got an answer that stays, and `acknowledged` how many of them were done. `failed`: the
 * positions of those that the server failed on. `busy`: it takes nothing now.
 */
export type SettledPush = {
  signIn: boolean;
  stale: boolean;
  changed: number;
  finished: number;
  acknowledged: number;
  failed: number[];
  busy: 'rate' | 'full' | null;
};

/** Settles a whole answer in one transaction; nothing changes but outbox states and the place that was acknowledged. */
export async function settleAnswer(library: Library, answer: PushAnswer): Promise<SettledPush> {
  const { db } = library;
  const keyOf = (entry: StoredEntry) => mutationKey(library.client, entry.number);
  return db.relaxed([db.outbox, db.meta], async () => {
    const sent = await headsIn(db, 'sent');
    const entries = new Map(sent.map((entry) => [entry.position, entry]));
    for (const entry of await baseWriters(db, sent, answer, keyOf)) entries.set(entry.position, entry);
    const settled = settlePush([...entries.values()], answer, keyOf);
    await putChangedHeads(db, settled.changed);
    const { signIn, busy } = settled;
    const stale = settled.changed.some((entry) => entry.state === 'stale');
    const count = (state: EntryState) => settled.changed.filter((entry) => entry.state === state).length;
    const acknowledged = count('acknowledged');
    const finished = acknowledged + count('refused');
    const { epoch, seq } = answer;
    if (acknowledged > 0 && epoch !== undefined) await writeMeta(db, 'acknowledged', { epoch, seq });
    const failed = settled.failed.map(({ position }) => position);
    return { signIn, stale, changed: settled.changed.length, finished, acknowledged, failed, busy };
  });
}

/** Returns the position of an entry that failed while others passed and that may be tried by now, and when the next may. */
export async function nextTroubled(
  { db }: Library,
  { at, except }: { at: number; except: ReadonlySet<number> },
): Promise<{ due: number | undefined; notBefore: number | undefined }> {
  const troubled = (await headsIn(db, 'sent')).filter(isTroubled);
  const due = troubled.find((entry) => !except.has(entry.position) && isDue(entry, at));
  const times = troubled.map(({ trouble }) => Date.parse(trouble?.notBefore ?? ''));
  return { due: due?.position, notBefore: times.length === 0 ? undefined : Math.min(...times) };
}

/** Counts a failed try of each of these positions: it is tried later, or refused in the end. */
export async function noteFailedEntries(
  { db }: Library,
  failed: ReadonlyMap<number, TroubleReason>,
  at: number,
): Promise<void> {
  if (failed.size === 0) return;
  await db.relaxed([db.outbox], async () => {
    const entries = (await db.outbox.bulkGet([...failed.keys()])).filter((entry) => entry !== undefined);
    const after = (entry: StoredEntry) =>
      afterFailedTry(entry, { at, reason: failed.get(entry.position) ?? 'server' });
    await putChangedHeads(db, entries.map(after));
  });
}

/** Writes heads whose states changed. */
async function putChangedHeads(db: LibraryDb, heads: readonly StoredEntry[]): Promise<void> {
  await db.outbox.bulkPut([...heads]);
  if (heads.some((head) => head.blocked === 1 || markOf(head) === 1)) await markBlocked(db);
}

/** Reads who gives their bases to those of the sent entries that the answer leaves open. */
async function baseWriters(
  db: LibraryDb,
  sent: readonly StoredEntry[],
  answer: PushAnswer,
  keyOf: (entry: StoredEntry) => string,
): Promise<StoredEntry[]> {
  const answered = new Set(answer.results.map(({ key }) => key));
  const open = sent.filter((entry) => entry.guarded && entry.ifMatch === null && !answered.has(keyOf(entry)));
  return writersOf(db, [...new Set(open.map(({ target }) => target))]);
}

/**
 * Returns the whole outbox with its texts, oldest first: what tests look at. The product never reads all of it at once.
 * @internal
 */
export function readOutbox(library: Library): Promise<OutboxEntry[]> {
  return readEntries(library.db);
}
