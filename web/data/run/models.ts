/** The entries of "Models" on this device. */
import { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { Library } from '../database/library.ts';

/** Returns the entries in the order of their names. One that a later version wrote and this one cannot read is left out. */
export async function modelsOf({ db }: Library): Promise<ModelEntry[]> {
  const read = (await db.models.toArray()).flatMap((entry) => ModelEntry.safeParse(entry).data ?? []);
  return read.toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
}

/** Returns the entry as it is by now; null where it was removed. Those of the server are the server's to refuse. */
export async function modelOfNow({ db }: Library, entry: ModelEntry): Promise<ModelEntry | null> {
  if (entry.from === 'node') return entry;
  return ModelEntry.safeParse(await db.models.get(entry.id)).data ?? null;
}

/** Adds an entry, or puts it in the place of the one with its id. */
export async function saveModel({ db }: Library, entry: ModelEntry): Promise<void> {
  await db.write([db.models], async () => void (await db.models.put(entry)));
}

/** With its key. Its runs stay. */
export async function removeModel({ db }: Library, id: number): Promise<void> {
  await db.write([db.models, db.modelKeys], async () => {
    await db.models.delete(id);
    await db.modelKeys.delete(id);
  });
}

/** Returns the entries whose key is on this device. */
export async function modelsWithKey({ db }: Library): Promise<ReadonlySet<number>> {
  return new Set(await db.modelKeys.toCollection().primaryKeys());
}
