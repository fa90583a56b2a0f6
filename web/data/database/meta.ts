import { z } from 'zod';
import type { LibraryDb } from './library-db.ts';

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
  | 'viewedPrompts'
  | 'tabs'
  | 'binBytes';

/** The database, or what was read of it in one go. */
export type MetaSource = Pick<LibraryDb, 'skipsLostNumbers'> & {
  readonly meta: { get(key: MetaKey): PromiseLike<{ readonly value: unknown } | undefined> };
};

/** Reads these keys at once, inside the caller's transaction: a request for each costs as long as all of them. */
export function metaAhead(db: LibraryDb, keys: readonly MetaKey[]): MetaSource {
  const reading = db.meta.bulkGet([...keys]);
  return {
    skipsLostNumbers: db.skipsLostNumbers,
    meta: {
      async get(key) {
        if (!keys.includes(key)) throw new Error(`${key} was not read ahead.`);
        return (await reading)[keys.indexOf(key)];
      },
    },
  };
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

/** Returns a number that is counted up and down; 0 where there is none yet. */
export async function readNumberOf(db: LibraryDb, key: MetaKey): Promise<number> {
  return (await readMeta(db, key, z.number())) ?? 0;
}
