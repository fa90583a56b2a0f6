/**
 * Stores the plan of a take-over, portion by portion, and how far it is: in the database, so that a tab that
 * was closed in the middle is followed by one that goes on.
 *
 * 1. Projects come first, then prompts with their versions, oldest first, then files and the rest.
 * 2. The plan is written once, the place in it with each portion. A library of one portion needs neither.
 * 3. The place in the feed is that of the first reading: what changed on the server since comes with the pull.
 */
import type { Table } from 'dexie';
import { z } from 'zod';
import { isTypeInPrompt, type TypeInPrompt, typesInPrompt } from '#shared/kinds/in-prompt.ts';
import type { RowKey, RowType } from '#shared/kinds/row.ts';
import { UiStateKey } from '#shared/model/ui-state.ts';
import type { Change } from '#shared/sync/wire.ts';
import { Cursor, type Library } from '../database/library.ts';
import type { LibraryDb } from '../database/library-db.ts';
import { type MetaKey, readMeta, writeMeta } from '../database/meta.ts';
import { readOutline } from '../rows/outline.ts';

export const WhoseWords = z.enum(['mine', 'server']);
export type WhoseWords = z.infer<typeof WhoseWords>;

const UnfinishedTakeOver = z.object({
  keep: WhoseWords,
  cursor: Cursor,
  /** Entries after this one were made while it went on. */
  position: z.int().nonnegative(),
  done: z.int().nonnegative(),
  of: z.int().positive(),
});

/** `done` of `of` rows with what belongs to them have been gone through. */
export type UnfinishedTakeOver = z.infer<typeof UnfinishedTakeOver>;

const Key = z.custom<RowKey>((value) => typeof value === 'string' && value.includes(':'));

/** Row keys, one a line: read and written several times quicker than as many objects. */
const StoredPlan = z.string();

export type TakeOver = UnfinishedTakeOver & { plan: readonly RowKey[] };

/** Returns the take-over that has to go on before anything is sent or pulled; null where there is none. */
export async function unfinishedTakeOver({ db }: Library): Promise<UnfinishedTakeOver | null> {
  return (await readMeta(db, 'takeOver', UnfinishedTakeOver)) ?? null;
}

/** Goes on with the unfinished one, or plans one from the beginning. */
export async function plannedTakeOver(
  { db }: Library,
  { cursor, keep, server }: { cursor: Cursor; keep: WhoseWords; server: readonly Change[] },
): Promise<TakeOver> {
  const known = await readMeta(db, 'takeOver', UnfinishedTakeOver);
  const stored = await readMeta(db, 'takeOverPlan', StoredPlan);
  if (known !== undefined && stored !== undefined) {
    return { ...known, plan: stored.split('\n').map((key) => Key.parse(key)) };
  }
  const plan = await rowsToGoThrough(db, server);
  const position = Number((await db.outbox.orderBy('position').lastKey()) ?? 0);
  return { keep, cursor, position, done: 0, of: plan.length, plan };
}

/** Notes how far it is, inside the transaction of the portion that got it there. */
export async function noteTakeOver({ db }: Library, { plan, ...place }: TakeOver): Promise<void> {
  if ((await readMeta(db, 'takeOver', UnfinishedTakeOver)) === undefined) {
    await writeMeta(db, 'takeOverPlan', plan.join('\n'));
  }
  await writeMeta(db, 'takeOver', place);
}

/** Forgets it: it is done, or the server's history is another one than the one it was about. */
export async function endTakeOver({ db }: Library): Promise<void> {
  await db.meta.bulkDelete(['takeOver', 'takeOverPlan'] satisfies MetaKey[]);
}

/** Rows inside of prompts come with them, and are named only where nobody shows them. */
async function rowsToGoThrough(db: LibraryDb, server: Iterable<Change>): Promise<RowKey[]> {
  const { projects, prompts } = await readOutline(db);
  const byType: Record<Exclude<RowType, TypeInPrompt>, RowKey[]> = {
    project: (await inOrder(db.projects, projects)).map((id): RowKey => `project:${id}`),
    prompt: (await inOrder(db.prompts, prompts)).map((id): RowKey => `prompt:${id}`),
    resource: (await db.resources.toCollection().primaryKeys()).map((id): RowKey => `resource:${id}`),
    uiState: UiStateKey.options.map((id): RowKey => `uiState:${id}`),
  };
  for (const { type, id } of server) if (!isTypeInPrompt(type)) byType[type].push(`${type}:${id}`);
  // Rows that are on no screen, and of which something waits all the same: deletions, and what was refused.
  const inside = new Set<RowKey>();
  for (const type of typesInPrompt)
    for (const id of await db.rowsOf(type).toCollection().primaryKeys()) inside.add(`${type}:${id}`);
  const waiting = (await db.outbox.toArray()).flatMap(({ target, writes }) => [target, ...writes]);
  return [
    ...new Set([
      ...byType.project,
      ...byType.prompt,
      ...byType.resource,
      ...waiting.filter((key) => !inside.has(key)),
      ...byType.uiState,
    ]),
  ];
}

/** Returns the ids of the rows themselves, in the order of the list. */
async function inOrder(
  table: Table<unknown, number>,
  listed: readonly { id: number }[],
): Promise<readonly number[]> {
  const there = new Set(await table.toCollection().primaryKeys());
  const first = listed.flatMap(({ id }) => (there.delete(id) ? [id] : []));
  return [...first, ...there];
}
