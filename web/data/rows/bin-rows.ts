/**
 * Keeps what leaves the screen, in the transaction that takes it away: a deletion of this device, or one that came by
 * the feed. `web/data/bin` lists, restores and clears it (decision 063).
 *
 * 1. An item (name, place, time, size) is read for lists; the row with its texts lies apart, under the same key.
 * 2. What goes together with the row that it is inside of, or after it, is under that row's item; all else stands alone.
 * 3. A row that is shown again leaves the bin. A project or prompt of which something is still there stays as a
 *    heading, marked `isBack`, until the last of it is gone.
 */
import { isInPrompt, typesInPrompt } from '#shared/kinds/in-prompt.ts';
import { nameOf, type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import { caseBodyJson } from '#shared/model/checks/test-case.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { BinItem, BinnedType, BinPlace, LibraryDb } from '../database/library-db.ts';
import { readNumberOf, writeMeta } from '../database/meta.ts';
import type { TextAuthor } from '../database/text-author.ts';

/** Who took rows away, and when: `authors` has the devices, where a change of the feed names them. */
export type Deletion = { now: number; authors?: ReadonlyMap<RowKey, TextAuthor> };

type BinnedRow = Stored<BinnedType>;

const binnedTypes: readonly BinnedType[] = ['project', 'prompt', ...typesInPrompt, 'resource'];

/** Of a row besides its texts, roughly. */
const rowBytes = 400;

function isBinned(stored: Stored): stored is BinnedRow {
  return binnedTypes.some((type) => type === stored.type);
}

/** Inside the caller's transaction. `removed`: rows as they were shown last. `shown`: rows that were not shown before. */
export async function changeBin(
  db: LibraryDb,
  { removed, shown }: { removed: readonly Stored[]; shown: readonly RowKey[] },
  deletion: Deletion,
): Promise<void> {
  if (shown.length > 0 && (await db.binItems.limit(1).primaryKeys()).length > 0) {
    await inChunks(shown, (keys) => takeBack(db, keys));
  }
  const rows = removed.filter(isBinned);
  if (rows.length > 0) await addToBin(db, rows, deletion);
}

async function takeBack(db: LibraryDb, keys: readonly RowKey[]): Promise<void> {
  const found = (await db.binItems.bulkGet([...keys])).filter((item) => item !== undefined);
  if (found.length === 0) return;
  const byLevel = [
    found.filter(({ type }) => type !== 'prompt' && type !== 'project'),
    found.filter(({ type }) => type === 'prompt'),
    found.filter(({ type }) => type === 'project'),
  ];
  for (const items of byLevel) await takeBackLevel(db, items);
}

async function takeBackLevel(db: LibraryDb, items: readonly BinItem[]): Promise<void> {
  if (items.length === 0) return;
  const inside = await Promise.all(items.map(({ key }) => childCount(db, key)));
  const gone = items.filter((_, index) => inside[index] === 0);
  const headings = items.filter((_, index) => inside[index] !== 0);
  const freed = headings.filter(({ isBack }) => isBack !== true);
  await Promise.all([
    removeItems(db, gone),
    db.binRows.bulkDelete(freed.map(({ key }) => key)),
    db.binItems.bulkPut(freed.map((item) => ({ ...item, isBack: true as const }))),
  ]);
}

/** Removes these items with their rows, and headings of which nothing is left. Inside the caller's transaction. */
export async function removeItems(db: LibraryDb, items: readonly BinItem[]): Promise<void> {
  if (items.length === 0) return;
  const keys = items.map(({ key }) => key);
  await Promise.all([
    db.binItems.bulkDelete(keys),
    db.binRows.bulkDelete(keys),
    addBytes(db, -items.reduce((sum, { bytes }) => sum + bytes, 0)),
  ]);
  const above = [...new Set(items.map(({ under }) => under))].filter((under) => under !== '');
  const headings = (await db.binItems.bulkGet(above)).filter((item) => item?.isBack === true);
  const counts = await Promise.all(headings.map((item) => childCount(db, item?.key ?? '')));
  await removeItems(
    db,
    headings.filter((item, index) => item !== undefined && counts[index] === 0) as BinItem[],
  );
}

function childCount(db: LibraryDb, key: string): Promise<number> {
  return db.binItems.where('[under+at]').between([key, -Infinity], [key, Infinity], true, true).count();
}

async function addBytes(db: LibraryDb, bytes: number): Promise<void> {
  const before = await readNumberOf(db, 'binBytes');
  await writeMeta(db, 'binBytes', Math.max(0, before + bytes));
}

async function addToBin(db: LibraryDb, rows: readonly BinnedRow[], deletion: Deletion): Promise<void> {
  const above = await parentsOf(db, rows);
  const items = rows.map((stored) => itemOf(stored, above, deletion));
  const known = new Map<string, number>();
  await inChunks(items, async (chunk) => {
    const there = await db.binItems.bulkGet(chunk.map(({ key }) => key));
    for (const item of there) if (item !== undefined) known.set(item.key, item.bytes);
    await db.binItems.bulkPut([...chunk]);
  });
  await inChunks(rows, (chunk) =>
    db.binRows.bulkPut(chunk.map((stored) => ({ key: rowKey(stored), stored }))),
  );
  const replaced = [...known.values()].reduce((sum, bytes) => sum + bytes, 0);
  await addBytes(db, items.reduce((sum, { bytes }) => sum + bytes, 0) - replaced);
}

/** The rows that these are inside of: among them, in the bin, or shown. */
type Parents = {
  removed: ReadonlyMap<RowKey, BinnedRow>;
  inBin: ReadonlyMap<string, BinItem>;
  places: ReadonlyMap<RowKey, BinPlace>;
};

async function parentsOf(db: LibraryDb, rows: readonly BinnedRow[]): Promise<Parents> {
  const removed = new Map(rows.map((stored): [RowKey, BinnedRow] => [rowKey(stored), stored]));
  const wanted = [...new Set(rows.flatMap((stored) => parentKey(stored) ?? []))];
  const outside = wanted.filter((key) => !removed.has(key));
  const inBin = new Map(
    (await db.binItems.bulkGet(outside)).flatMap((item) =>
      item === undefined || item.isBack === true ? [] : [[item.key, item] as const],
    ),
  );
  const shown = outside.filter((key) => !inBin.has(key));
  const idsOf = (type: string) =>
    shown.filter((key) => key.startsWith(`${type}:`)).map((key) => Number(key.slice(type.length + 1)));
  const prompts = await getAll(db.prompts, idsOf('prompt'));
  const around = [...prompts, ...removed.values()].flatMap((stored) =>
    stored.type === 'prompt' ? [stored.row.projectId] : [],
  );
  const projects = await getAll(db.projects, [...new Set([...idsOf('project'), ...around])]);
  const places = new Map<RowKey, BinPlace>();
  for (const stored of [...removed.values(), ...projects]) {
    if (stored.type === 'project') places.set(rowKey(stored), projectPlace(stored));
  }
  for (const stored of [...removed.values(), ...prompts]) {
    if (stored.type !== 'prompt') continue;
    const project = placeIn(`project:${stored.row.projectId}`, { places, inBin });
    places.set(rowKey(stored), { ...project, prompt: { id: stored.id, title: stored.row.title } });
  }
  return { removed, inBin, places };
}

async function getAll<Row>(
  table: { bulkGet(ids: number[]): PromiseLike<(Row | undefined)[]> },
  ids: number[],
): Promise<Row[]> {
  return ids.length === 0 ? [] : (await table.bulkGet(ids)).filter((row) => row !== undefined);
}

function projectPlace({ id, row: { name, color } }: Stored<'project'>): BinPlace {
  return { project: { id, name, color } };
}

function placeIn(key: RowKey, { places, inBin }: Pick<Parents, 'places' | 'inBin'>): BinPlace {
  const known = places.get(key);
  if (known !== undefined) return known;
  const item = inBin.get(key);
  if (item === undefined) return {};
  return item.type === 'prompt' ? { ...item.place, prompt: { id: item.id, title: item.name } } : item.place;
}

function parentKey(stored: BinnedRow): RowKey | null {
  if (isInPrompt(stored)) return `prompt:${stored.row.promptId}`;
  return stored.type === 'project' ? null : `project:${stored.row.projectId}`;
}

function itemOf(stored: BinnedRow, parents: Parents, { now, authors }: Deletion): BinItem {
  const key = rowKey(stored);
  const parent = parentKey(stored);
  const isUnder = parent !== null && (parents.removed.has(parent) || parents.inBin.has(parent));
  return {
    key,
    type: stored.type,
    id: stored.id,
    name: stored.type === 'version' ? stored.row.description : nameOf(stored),
    under: isUnder ? parent : '',
    at: now,
    device: authors?.get(key)?.device ?? null,
    place: stored.type === 'project' ? projectPlace(stored) : placeIn(parent ?? key, parents),
    bytes: bytesOf(stored),
    ...(stored.type === 'version' ? { version: stored.row.version } : {}),
    ...(stored.type === 'keptRun' ? { ranAt: stored.row.createdAt } : {}),
    ...(stored.type === 'resource' ? { sha256: stored.row.sha256, available: stored.row.available } : {}),
  };
}

function bytesOf(stored: BinnedRow): number {
  switch (stored.type) {
    case 'project':
      return rowBytes;
    case 'resource':
      return rowBytes + stored.row.fileSize;
    case 'version':
      return rowBytes + stored.row.content.length + (stored.row.original?.length ?? 0);
    case 'keptRun':
      return rowBytes + JSON.stringify(stored.row.run).length + stored.row.note.length;
    case 'testCase':
      return rowBytes + caseBodyJson(stored.row).length + stored.row.notes.length;
    case 'prompt': {
      const { content, notes, attributes } = stored.row;
      const extra = attributes === undefined ? 0 : JSON.stringify(attributes).length;
      return rowBytes + content.length + notes.length + extra;
    }
  }
}
