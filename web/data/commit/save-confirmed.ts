import { type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { LibraryDb } from '../database/library-db.ts';

/** `saved`: those of the keys that were asked for whose confirmed row is kept already. */
export type ConfirmedAhead = { readonly asked: ReadonlySet<string>; readonly saved: ReadonlySet<string> };

/** Reads in advance, in the transaction of `saveConfirmed`, of the rows that a mutation names. */
export async function readSavedAhead(db: LibraryDb, touches: readonly Touch[]): Promise<ConfirmedAhead> {
  const keys = touches.flatMap((touch) => (touch.kind === 'row' ? [rowKey(touch.ref)] : []));
  return { asked: new Set(keys), saved: await savedKeys(db, keys) };
}

/** Keeps what the server last sent of these rows, unless an earlier entry did, inside the caller's transaction. */
export async function saveConfirmed(
  db: LibraryDb,
  keys: readonly RowKey[],
  { before, ahead }: { before: RowSet; ahead: ConfirmedAhead | undefined },
): Promise<void> {
  const saved =
    ahead !== undefined && keys.every((key) => ahead.asked.has(key))
      ? ahead.saved
      : await savedKeys(db, keys);
  const shown = new Map(before.all().map((stored): [RowKey, Stored] => [rowKey(stored), stored]));
  const added = keys.filter((key) => !saved.has(key)).map((key) => ({ key, stored: shown.get(key) ?? null }));
  await inChunks(added, (chunk) => db.confirmed.bulkPut(chunk));
}

/** Of more keys than these it is quicker to read all that there are. */
const manyKeys = 1_000;

async function savedKeys({ confirmed }: LibraryDb, keys: readonly RowKey[]): Promise<ReadonlySet<string>> {
  if (keys.length > manyKeys) return new Set(await confirmed.toCollection().primaryKeys());
  return new Set((await confirmed.bulkGet([...keys])).flatMap((record) => record?.key ?? []));
}
