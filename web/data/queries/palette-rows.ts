/** Reads what the command palette lists besides the outline, and the text of nothing. */
import type { Resource } from '#shared/model/resource.ts';
import type { Library } from '../database/library.ts';

/** Returns the versions of a prompt, newest first. */
export async function versionNumbersOf(
  { db }: Library,
  promptId: number,
): Promise<{ id: number; version: number }[]> {
  return db.transaction('r', db.versions, async () => {
    const [ids, keys] = await Promise.all([
      db.versionsOf(promptId).primaryKeys(),
      db.versionsOf(promptId).keys(),
    ]);
    return ids.map((id, index) => ({ id, version: numberIn(keys[index]) })).reverse();
  });
}

/** The key of the index: the prompt and the number. */
function numberIn(key: unknown): number {
  const number: unknown = Array.isArray(key) ? key[1] : undefined;
  return typeof number === 'number' ? number : 0;
}

/** Returns the files of all projects. */
export async function filesOf({ db }: Library): Promise<Resource[]> {
  return (await db.resources.toArray()).map(({ row }) => row);
}
