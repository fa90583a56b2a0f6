/** What is on this device only, as far as this device can know. */
import type { Library } from './library.ts';
import { loopState, outboxCounts } from './queries.ts';
import { countDrafts, type DraftStorage } from './unsaved-drafts.ts';
import { unsentUploads } from './uploads.ts';

/**
 * What signing out would lose: entries that the server has not confirmed, files that it has only the rows of,
 * and texts not yet in the library. Where the server's history is another one by now, nobody knows what it
 * still has: then every row counts.
 */
export async function countUnsent(library: Library, drafts: DraftStorage): Promise<number> {
  const { waiting, refused } = await outboxCounts(library);
  const files = await unsentUploads(library);
  const { paused } = await loopState(library);
  const rows = paused === 'reset' || paused === 'removals' ? await countRows(library) : 0;
  return waiting + refused + files + rows + countDrafts(drafts, library.user.id);
}

async function countRows({ db }: Library): Promise<number> {
  const { projects, prompts, versions, resources } = db;
  const counts = await Promise.all([projects, prompts, versions, resources].map((table) => table.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}
