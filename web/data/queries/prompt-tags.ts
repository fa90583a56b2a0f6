import type { Library } from '../database/library.ts';

/**
 * Returns the tags of a prompt as one string, divided by commas, which no tag has: an autosave that changes none of
 * them draws nothing.
 */
export async function promptTagsOf({ db }: Library, promptId: number): Promise<string> {
  return ((await db.prompts.get(promptId))?.row.attributes?.tags ?? []).join(',');
}
