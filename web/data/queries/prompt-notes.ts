import type { Library } from '../database/library.ts';
import { promptOf } from './queries.ts';

/** The notes text of a prompt as it is stored; undefined: there is no such prompt. */
export async function promptNotesOf(library: Library, promptId: number): Promise<string | undefined> {
  return (await promptOf(library, promptId))?.notes;
}
