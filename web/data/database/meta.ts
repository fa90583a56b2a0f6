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
  | 'keptProjects'
  | 'takeOver'
  | 'takeOverPlan'
  | 'fileLimit'
  | 'viewedPrompts'
  | 'tabs'
  | 'binBytes';

/** A row of an older or damaged version that does not parse counts as absent. */
export async function readMeta<T>(db: LibraryDb, key: MetaKey, schema: z.ZodType<T>): Promise<T | undefined> {
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
