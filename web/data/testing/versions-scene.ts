import type { Version } from '#shared/model/version.ts';
import type { Library } from '../database/library.ts';

/** Returns all versions of a prompt with their texts, newest first. */
export async function versionsOf(library: Library, promptId: number): Promise<Version[]> {
  const found = await library.db.versionsOf(promptId).toArray();
  return found.map(({ row }) => row).reverse();
}
