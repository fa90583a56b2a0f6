/** Finds the rows that an address names; an address may be older than the library on this device. */
import type { Resource } from '#shared/model/resource.ts';
import type { Library } from '../database/library.ts';

/** Returns the id of a prompt's version that is named by its id, or by its number as the history shows it. */
export async function addressedVersion(
  { db }: Library,
  promptId: number,
  named: number,
): Promise<number | undefined> {
  const stored = await db.versions.get(named);
  if (stored?.row.promptId === promptId) return named;
  const [id] = await db.versions.where('[row.promptId+row.version]').equals([promptId, named]).primaryKeys();
  return id;
}

export async function resourceOf({ db }: Library, id: number): Promise<Resource | undefined> {
  return (await db.resources.get(id))?.row;
}
