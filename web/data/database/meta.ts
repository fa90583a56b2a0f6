import { z } from 'zod';
import type { LibraryDb, MetaRow } from './library-db.ts';

export type MetaKey =
  | 'client'
  | 'account'
  | 'cursor'
  | 'acknowledged'
  | 'history'
  | 'heldFeed'
  | 'nextNumber'
  | 'loop'
  | 'feedRead'
  | 'leaving'
  | 'ownActs'
  | 'ownLabels'
  | 'keptProjects'
  | 'takeOver'
  | 'takeOverPlan'
  | 'fileLimit'
  | 'servedModels'
  | 'stalledDownloads'
  | 'viewedPrompts'
  | 'tabs'
  | 'binBytes';

/** The database, or what was read of it in one go. */
export type MetaSource = Pick<LibraryDb, 'skipsLostNumbers'> & {
  readonly meta: { get(key: MetaKey): PromiseLike<{ readonly value: unknown } | undefined> };
};

/** The settings between these keys are small and are read in one request; the others are lists that may be long. */
const together: readonly [MetaKey, MetaKey] = ['account', 'nextNumber'];

/** Reads these keys at once, inside the caller's transaction: each request takes longer than a few small records. */
export function metaAhead(db: LibraryDb, keys: readonly MetaKey[]): MetaSource {
  const [first, last] = together;
  const apart = keys.filter((key) => key < first || key > last);
  const reading = readTogether(db, apart);
  return {
    skipsLostNumbers: db.skipsLostNumbers,
    meta: {
      async get(key) {
        if (!keys.includes(key)) throw new Error(`${key} was not read ahead.`);
        return (await reading).get(key);
      },
    },
  };
}

/** Returns what is stored under the small keys, and under these. */
async function readTogether(db: LibraryDb, apart: readonly MetaKey[]): Promise<ReadonlyMap<string, MetaRow>> {
  const [small, others] = await Promise.all([
    db.meta
      .where('key')
      .between(...together, true, true)
      .toArray(),
    apart.length === 0 ? [] : db.meta.bulkGet([...apart]),
  ]);
  const found = [...small, ...others].flatMap((row) => row ?? []);
  return new Map(found.map((row) => [row.key, row]));
}

/** A row of an older or damaged version that does not parse counts as absent. */
export async function readMeta<T>(
  db: MetaSource,
  key: MetaKey,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const found = await db.meta.get(key);
  if (found === undefined) return undefined;
  const parsed = schema.safeParse(found.value);
  return parsed.success ? parsed.data : undefined;
}

export async function writeMeta(db: LibraryDb, key: MetaKey, value: unknown): Promise<void> {
  await db.meta.put({ key, value });
}

/** Writes several in one request of Dexie's. */
export async function writeManyMeta(db: LibraryDb, values: Partial<Record<MetaKey, unknown>>): Promise<void> {
  const rows = Object.entries(values).map(([key, value]): MetaRow => ({ key, value }));
  if (rows.length > 0) await db.meta.bulkPut(rows);
}

/** Returns a number that is counted up and down; 0 where there is none yet. */
export async function readNumberOf(db: LibraryDb, key: MetaKey): Promise<number> {
  return (await readMeta(db, key, z.number())) ?? 0;
}
