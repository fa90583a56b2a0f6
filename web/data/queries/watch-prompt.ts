import type { Prompt } from '#shared/model/prompt.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from './queries.ts';
import { watchQuery } from './watch-query.ts';

/**
 * Calls the listener with the row as it is now, and again after every change of it, in whichever tab or by
 * whichever pull; undefined while there is no such row. What it is called with may already be overtaken by
 * a change of the caller's own: whoever must not go back in time reads the row again. Returns how to stop.
 */
export function watchPrompt(
  library: Library,
  promptId: number,
  listener: (prompt: Prompt | undefined) => void,
): () => void {
  return watchQuery(() => promptOf(library, promptId), listener);
}
