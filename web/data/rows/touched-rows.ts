/** Reads from the local database what a mutation must see of the rows that the screen shows. */
import { type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { AsyncTouchReader, Lookup } from '#shared/mutations/follow-touches.ts';
import { scan } from '../database/in-chunks.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { readInsideOf, readManyWithTombstones, readVersionsOf } from './shown-rows.ts';

/** A row that the screen no longer shows is known as deleted while an entry may still want it. */
export function touchReader(db: LibraryDb): AsyncTouchReader {
  return { read: async (lookup) => ({ rows: await readTouched(db, lookup) }) };
}

/** Rows that went with a deleted prompt are not looked for: those that can come back are rebased with it. */
async function readTouched(db: LibraryDb, lookup: Lookup): Promise<Stored[]> {
  const { rows, versions, versionsOf, insideOf, newestVersionOf, conflictsOf, contentsOf, bytes } = lookup;
  const named = [...rows.map((ref) => rowKey(ref)), ...versions.map((id): RowKey => `version:${id}`)];
  const whole = new Set([...versionsOf, ...newestVersionOf]);
  const found: Stored[][] = await Promise.all([
    readManyWithTombstones(db, named),
    readVersionsOf(db, [...whole]),
    readInsideOf(db, insideOf),
    readConflictsOf(
      db,
      conflictsOf.filter((id) => !whole.has(id)),
    ),
  ]);
  for (const projectId of contentsOf) found.push(await readContentsOf(db, projectId));
  if (bytes.length > 0) found.push(await db.resources.where('row.sha256').anyOf(bytes).toArray());
  return found.flat();
}

async function readConflictsOf(
  { versions }: LibraryDb,
  promptIds: readonly number[],
): Promise<Stored<'version'>[]> {
  const unreviewed = versions.where('[row.promptId+row.conflict]');
  const found = await Promise.all(promptIds.map((id) => unreviewed.equals([id, 'unreviewed']).toArray()));
  return found.flat();
}

async function readContentsOf(db: LibraryDb, projectId: number): Promise<Stored[]> {
  const prompts = await readPromptsOf(db, projectId);
  const inside = await readInsideOf(
    db,
    prompts.map(({ id }) => id),
  );
  const resources = await db.resources.where('row.projectId').equals(projectId).toArray();
  return [...prompts, ...inside, ...resources];
}

/** More prompts than these are read chunk by chunk. */
const manyPrompts = 500;

async function readPromptsOf({ prompts }: LibraryDb, projectId: number): Promise<Stored<'prompt'>[]> {
  const inside = prompts.where('row.projectId').equals(projectId);
  return (await inside.count()) > manyPrompts
    ? scan(prompts, ({ row }) => row.projectId === projectId)
    : inside.toArray();
}
