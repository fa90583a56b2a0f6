import type { Library } from '../database/library.ts';
import { outlineOf } from '../queries/queries.ts';

/** Returns the titles of all prompts by their ids, without reading a text. */
export async function promptTitles(library: Library): Promise<ReadonlyMap<number, string>> {
  const { prompts } = await outlineOf(library);
  return new Map(prompts.map(({ id, title }) => [id, title]));
}
