import type { Library } from '../database/library.ts';
import { readOutline } from '../rows/outline.ts';

/**
 * Returns the tags of a prompt as one string, divided by commas, which no tag has: an autosave that changes none of
 * them draws nothing.
 */
export async function promptTagsOf({ db }: Library, promptId: number): Promise<string> {
  return ((await db.prompts.get(promptId))?.row.attributes?.tags ?? []).join(',');
}

export async function promptsWithTag(
  { db }: Library,
  tag: string,
): Promise<{ readonly id: number; readonly title: string }[]> {
  const { prompts } = await readOutline(db);
  return prompts.filter(({ tags }) => tags?.includes(tag)).map(({ id, title }) => ({ id, title }));
}
