/** Reads and writes the rows that the screen shows. */
import type { Collection, Table } from 'dexie';
import type { TypeInPrompt } from '#shared/kinds/in-prompt.ts';
import { parseRowKey, type RowKey, type RowType, rowKey, rowTypes, type Stored } from '#shared/kinds/row.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import { inChunks, scan } from '../database/in-chunks.ts';
import type { ConfirmedRow, LibraryDb } from '../database/library-db.ts';
import type { TextAuthor } from '../database/text-author.ts';
import { changeBin, type Deletion } from './bin-rows.ts';
import { changeOutline, isSameInOutline, type OutlineChange } from './outline.ts';
import { recordPromptChanges } from './prompt-changes.ts';

/** The rows of these keys as the screen shows them; what is not there is left out. */
export async function readManyShown(db: LibraryDb, keys: Iterable<RowKey>): Promise<Stored[]> {
  const ids = byType<number | string>();
  for (const key of keys) {
    const { type, id } = parseRowKey(key);
    ids[type].push(id);
  }
  const found = await Promise.all(rowTypes.map((type) => getAll(db.rowsOf(type), ids[type])));
  return found.flat().filter((stored) => stored !== undefined);
}

/** Asks only tables of which something is wanted: others need not be part of the caller's transaction. */
async function getAll<Row, Id>(table: Table<Row, Id>, ids: Id[]): Promise<(Row | undefined)[]> {
  return ids.length === 0 ? [] : table.bulkGet(ids);
}

/**
 * The server's words that are kept beside these rows, or undefined, in the order of the keys. They are kept only
 * while something waits: where there are none at all, as in a first sync, thousands of rows are not asked for.
 */
async function readKept(db: LibraryDb, keys: readonly RowKey[]): Promise<(ConfirmedRow | undefined)[]> {
  if (keys.length === 0) return [];
  const isEmpty = (await db.confirmed.limit(1).primaryKeys()).length === 0;
  return isEmpty ? [] : db.confirmed.bulkGet([...keys]);
}

/**
 * Reads these rows as the server last sent them: the confirmed record if there is one, the shown row otherwise.
 * Rows that the server does not know are left out.
 */
export async function readConfirmed(db: LibraryDb, keys: readonly RowKey[]): Promise<Stored[]> {
  return (await readConfirmedWithAuthors(db, keys)).rows;
}

/** The same, with whose change made each row of which that is known. */
export async function readConfirmedWithAuthors(
  db: LibraryDb,
  keys: readonly RowKey[],
): Promise<{ rows: Stored[]; authors: Map<RowKey, TextAuthor> }> {
  const kept = await readKept(db, keys);
  const plain: RowKey[] = [];
  const rows: Stored[] = [];
  const authors = new Map<RowKey, TextAuthor>();
  for (const [index, key] of keys.entries()) {
    const record = kept[index];
    if (record === undefined) {
      plain.push(key);
      continue;
    }
    authors.set(key, record.author ?? null);
    if (record.stored !== null) rows.push(record.stored);
  }
  return { rows: [...rows, ...(await readManyShown(db, plain))], authors };
}

/** A look-up takes as long as reading so many rows in one go. */
const rowsPerLookup = 20;

/** Returns the versions of these prompts. */
export function readVersionsOf(db: LibraryDb, promptIds: readonly number[]): Promise<Stored<'version'>[]> {
  return readOfPrompts(db.versions, promptIds, (id) => db.versionsOf(id));
}

/** Returns all that is inside of these prompts. */
export async function readInsideOf(
  db: LibraryDb,
  promptIds: readonly number[],
): Promise<Stored<TypeInPrompt>[]> {
  const found: { [T in TypeInPrompt]: Promise<Stored<T>[]> } = {
    version: readVersionsOf(db, promptIds),
    keptRun: readOfPrompts(db.keptRuns, promptIds, (id) => db.keptRunsOf(id)),
    testCase: readOfPrompts(db.testCases, promptIds, (id) => db.testCasesOf(id)),
  };
  return (await Promise.all<Stored<TypeInPrompt>[]>(Object.values(found))).flat();
}

/** One request for each prompt: `anyOf` walks a cursor, which takes ten times as long. */
async function readOfPrompts<Row extends { id: number; row: { promptId: number } }>(
  table: Table<Row, number>,
  promptIds: readonly number[],
  of: (promptId: number) => Collection<Row, number>,
): Promise<Row[]> {
  if (promptIds.length > 1 && (await table.count()) <= promptIds.length * rowsPerLookup) {
    const wanted = new Set(promptIds);
    return scan(table, ({ row }) => wanted.has(row.promptId));
  }
  const found = await Promise.all(promptIds.map((id) => of(id).toArray()));
  return found.flat();
}

function tombstone(record: ConfirmedRow | undefined): Stored | undefined {
  return record?.stored ? { ...record.stored, deleted: true } : undefined;
}

/** Reads these rows; one that the screen no longer shows is known as deleted while an entry may still want it. */
export async function readManyWithTombstones(db: LibraryDb, keys: readonly RowKey[]): Promise<Stored[]> {
  if (keys.length === 0) return [];
  const shown = await readManyShown(db, keys);
  const found = new Set(shown.map((stored) => rowKey(stored)));
  const kept = await readKept(
    db,
    keys.filter((key) => !found.has(key)),
  );
  return [...shown, ...kept.map(tombstone).filter((stored) => stored !== undefined)];
}

/**
 * Puts the rows in place of what is shown, inside the caller's transaction, and keeps the outline and the bin in step.
 * `deletion`: who takes rows away; absent where no row can go or come back, and the bin is not in the transaction.
 */
export async function writeShown(
  db: LibraryDb,
  keys: Iterable<RowKey>,
  { deletion, ...rows }: { before: RowSet; after: RowSet; deletion?: Deletion },
): Promise<void> {
  const bin = { removed: [] as Stored[], shown: [] as RowKey[] };
  const outline: OutlineChange[] = [];
  const put = byType<Stored>();
  const removed = byType<number | string>();
  const prompts = new Set<number>();
  for (const key of keys) {
    const ref = parseRowKey(key);
    const before = rows.before.at(ref);
    const after = rows.after.at(ref);
    if (after === undefined || after.deleted) {
      if (before === undefined || before.deleted) continue;
      removed[ref.type].push(ref.id);
      bin.removed.push(before);
      addSearched(prompts, before);
      if (ref.type === 'project' || ref.type === 'prompt') {
        outline.push({ kind: 'remove', type: ref.type, id: ref.id });
      }
      continue;
    }
    put[after.type].push(after);
    if (before === undefined || before.deleted) bin.shown.push(key);
    addSearched(prompts, after);
    if ((after.type === 'project' || after.type === 'prompt') && !sameInOutline(before, after)) {
      outline.push({ kind: 'put', stored: after });
    }
  }
  // First: it looks at rows that are about to go.
  if (deletion !== undefined && bin.removed.length + bin.shown.length > 0) {
    await changeBin(db, bin, deletion);
  }
  // All at once: the database works on the first of them while the next are prepared here.
  await Promise.all([
    ...rowTypes.flatMap((type) => [
      inChunks(put[type], (chunk) => db.rowsOf(type).bulkPut(chunk)),
      inChunks(removed[type], (chunk) => db.rowsOf(type).bulkDelete([...chunk])),
    ]),
    recordPromptChanges(db, [...prompts]),
    changeOutline(db, outline),
  ]);
}

/** Adds the prompt with which the search reads a row. */
function addSearched(prompts: Set<number>, stored: Stored): void {
  if (stored.type === 'prompt') prompts.add(stored.id);
  if (stored.type === 'version') prompts.add(stored.row.promptId);
}

function byType<Item>(): Record<RowType, Item[]> {
  return Object.fromEntries(rowTypes.map((type): [RowType, Item[]] => [type, []])) as Record<RowType, Item[]>;
}

function sameInOutline(before: Stored | undefined, after: Stored<'project'> | Stored<'prompt'>): boolean {
  if (before === undefined || before.deleted) return false;
  if (before.type === 'project' && after.type === 'project') {
    const [a, b] = [before.row, after.row];
    const isSame = a.name === b.name && a.color === b.color && a.createdAt === b.createdAt;
    return isSame && a.position === b.position;
  }
  if (before.type === 'prompt' && after.type === 'prompt') {
    return isSameInOutline(before.row, after.row);
  }
  return false;
}
