/**
 * The one way in: a screen commits a mutation, and from the end of this transaction on the change is on
 * this device's disk, visible in every tab, and in the outbox.
 *
 * 1. Rows and outbox entry are written in one strict transaction, or neither is.
 * 2. A text that was written upon an older one (another tab, a pull in between) is merged, never laid over.
 * 3. Only an autosave that was never sent takes up the next one, and the first base is kept.
 */
import { z } from 'zod';
import { type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { FieldError, ProblemCode } from '#shared/model/problem.ts';
import { followTouchesAsync } from '#shared/mutations/follow-touches.ts';
import type { BoundMutation } from '#shared/mutations/mutation.ts';
import { type ArgsOf, bind, deletions, type MutationName } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { inChunks } from '../database/in-chunks.ts';
import { isClosedForCommits } from '../database/leaving.ts';
import { type Library, readCursor } from '../database/library.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { readMeta, writeMeta } from '../database/meta.ts';
import { addEntries, type NewEntry, putArgs } from '../outbox/outbox-table.ts';
import { writeShown } from '../rows/shown-rows.ts';
import { touchReader } from '../rows/touched-rows.ts';
import { keepAs } from './keep-as.ts';

/** `signing_out`: a tab of this device is signing the person out, and nothing more is taken into the library. */
export type CommitRefusal = ProblemCode | 'signing_out';
export type CommitOutcome = { ok: true } | { ok: false; code: CommitRefusal; errors: readonly FieldError[] };

export const refusedForSigningOut: Extract<CommitOutcome, { ok: false }> = {
  ok: false,
  code: 'signing_out',
  errors: [],
};

/** Commits one mutation. Expected refusals are values; a rejection means the browser could not write. */
export async function commit<Name extends MutationName>(
  library: Library,
  name: Name,
  args: ArgsOf<Name>,
): Promise<CommitOutcome> {
  return inOneWrite(library, () => commitInside(library, name, args));
}

/** Several mutations in one transaction over all tables; the loop hears of them when it has ended. */
export async function inOneWrite<Outcome extends { ok: boolean }>(
  library: Library,
  write: () => Promise<Outcome>,
): Promise<Outcome> {
  const { db, storage } = library;
  try {
    // An async function: Dexie only then keeps the transaction across an await that is not one of its own.
    const outcome = await db.transaction('rw', db.everything, async () => write());
    storage.tell(true);
    if (outcome.ok) for (const wake of library.onCommit) wake();
    return outcome;
  } catch (error) {
    if (db.isOpen()) storage.tell(false);
    throw error;
  }
}

/** The same inside a transaction of the caller's over all tables: several mutations, one write. */
export async function commitInside(
  library: Library,
  name: MutationName,
  args: unknown,
): Promise<CommitOutcome> {
  const { db } = library;
  if (await isClosedForCommits(library)) return refusedForSigningOut;
  const number = await nextNumber(library);
  const bound = bind(name, await withSeen(library, { name, args, number }));
  if (!bound.ok) return { ok: false, code: 'invalid_fields', errors: bound.errors };
  const before = await followTouchesAsync(bound.mutation.touches, touchReader(db));
  const decided = decide(library, bound.mutation, { name, number, before });
  if (!decided.ok) return decided;
  if (decided.change === null) return { ok: true };
  const { after, entry } = decided.change;
  await keepConfirmed(library, entry.writes, before);
  await writeShown(db, entry.writes, { before, after });
  if (!(await coalesce(library, entry))) await addEntries(db, [entry]);
  return { ok: true };
}

/** A mutation that these rows do not take, or that is not one. */
export type MutationRefused = { ok: false; code: ProblemCode; errors: readonly FieldError[] };

/** What a mutation does: the rows as they are then, and the entry that says it. */
export type Change = { after: RowSet; entry: NewEntry };

/** Null: it leaves everything as it is. */
export type Decided = { ok: true; change: Change | null } | MutationRefused;

/** Neither reads nor writes. `before`: the rows that the mutation touches, and no others. */
export function decide(
  library: Library,
  mutation: BoundMutation,
  { name, number, before }: { name: MutationName; number: number; before: RowSet },
): Decided {
  const refusal = missing(mutation, before);
  if (refusal !== null) return { ok: false, code: refusal, errors: [] };
  const createdAt = new Date(library.deps.now()).toISOString();
  const by = { client: library.client, number };
  const sent = mutation.rebase(before, () => keepAs(library, null));
  const placed = sent === mutation.args ? { ok: true as const, mutation } : bind(name, sent);
  if (!placed.ok) return { ok: false, code: 'invalid_fields', errors: placed.errors };
  const decision = placed.mutation.apply(before, { now: createdAt, texts: 'merge', by });
  if (!decision.ok) return { ok: false, code: decision.code, errors: [] };
  if (decision.writes.length === 0) return { ok: true, change: null };
  const after = new RowSet(before.all());
  after.write(decision.writes, by);
  const keys = decision.writes.map((write) => rowKey(write));
  return {
    ok: true,
    change: { after, entry: entryOf({ mutation: placed.mutation, name, number, createdAt, keys }) },
  };
}

/** A delete says what its author had seen: this device's place in the feed, and all it did itself before. */
async function withSeen(
  library: Library,
  { name, args, number }: { name: MutationName; args: unknown; number: number },
): Promise<unknown> {
  if (!deletions.has(name) || typeof args !== 'object') return args;
  const cursor = await readCursor(library);
  return { seen: { seq: cursor?.seq ?? 0, own: number }, ...args };
}

function missing(mutation: BoundMutation, rows: RowSet): ProblemCode | null {
  if (mutation.target.must !== 'exist') return null;
  const target = rows.at(mutation.target.ref);
  return target === undefined || target.deleted ? 'not_found' : null;
}

/** Numbers are given once and never again, whatever becomes of the mutation. */
export async function nextNumber(library: Library): Promise<number> {
  const number = await readNumber(library);
  await writeNumber(library, number + 1);
  return number;
}

/** Gives as many numbers as `act` asks for, with one read and one write. */
export async function withNumbers<Result>(
  library: Library,
  act: (next: () => number) => Result,
): Promise<Result> {
  const first = await readNumber(library);
  let number = first;
  const result = act(() => {
    number += 1;
    return number - 1;
  });
  if (number !== first) await writeNumber(library, number);
  return result;
}

/** The number that the next mutation gets. */
export async function readNumber({ db }: Library): Promise<number> {
  return (await readMeta(db, 'nextNumber', z.int().positive())) ?? 1;
}

export async function writeNumber({ db }: Library, next: number): Promise<void> {
  await writeMeta(db, 'nextNumber', next);
}

/** The first entry that writes a row keeps what the server said of it before. */
export async function keepConfirmed(
  library: Library,
  keys: readonly RowKey[],
  before: RowSet,
): Promise<void> {
  const { db } = library;
  const kept = await keptKeys(db, keys);
  const shown = new Map(before.all().map((stored): [RowKey, Stored] => [rowKey(stored), stored]));
  const added = keys.filter((key) => !kept.has(key)).map((key) => ({ key, stored: shown.get(key) ?? null }));
  await inChunks(added, (chunk) => db.confirmed.bulkPut(chunk));
}

/** Of more keys than these it is quicker to read all that there are. */
const manyKeys = 1_000;

async function keptKeys({ confirmed }: LibraryDb, keys: readonly RowKey[]): Promise<ReadonlySet<string>> {
  if (keys.length > manyKeys) return new Set(await confirmed.toCollection().primaryKeys());
  return new Set((await confirmed.bulkGet([...keys])).flatMap((record) => record?.key ?? []));
}

function entryOf(said: {
  mutation: BoundMutation;
  name: MutationName;
  number: number;
  createdAt: string;
  keys: readonly RowKey[];
}): NewEntry {
  const { mutation, name, number, createdAt, keys } = said;
  return {
    number,
    name,
    args: mutation.args,
    lane: mutation.lane,
    target: rowKey(mutation.target.ref),
    guarded: mutation.target.must === 'exist',
    writes: [...new Set(keys)],
    needs: mutation.needs.map((ref) => rowKey(ref)),
    state: 'queued',
    ifMatch: null,
    attempts: 0,
    createdAt,
  };
}

const Autosaved = z.looseObject({ base: z.string().optional(), keep: z.unknown().optional() });

/** Adjacent autosaves of one row become one entry, as long as the server has never heard of it. */
async function coalesce({ db }: Library, { name, target, args: said }: NewEntry): Promise<boolean> {
  if (name !== 'setContent' && name !== 'editVersion' && name !== 'setUiState') return false;
  const last = await db.outbox.where('writes').equals(target).last();
  if (last === undefined || last.name !== name || last.target !== target || last.state !== 'queued')
    return false;
  const newer = Autosaved.parse(said);
  // One entry keeps one text: a second one that must be kept needs an entry of its own.
  if (newer.keep !== undefined) return false;
  const first = Autosaved.parse((await db.outboxArgs.get(last.position))?.args);
  const args = {
    ...newer,
    ...(first.base === undefined ? {} : { base: first.base }),
    ...(first.keep === undefined ? {} : { keep: first.keep }),
  };
  await putArgs(db, last, args);
  return true;
}
