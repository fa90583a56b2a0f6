/** Reads single rows by statements of Drizzle that are prepared once: no other reads come as often. */
import type { LibraryStorage } from '../../ports/library-port.ts';
import { storedPrompt, storedResource } from '../../records/row-records.ts';
import type { LibraryQueue } from '../library-queue.ts';
import type { RowStatements } from '../rows/row-statements.ts';

export function createSingleReads(
  { livePrompt, liveResource }: Pick<RowStatements, 'livePrompt' | 'liveResource'>,
  { read, readTogether }: LibraryQueue,
): Pick<LibraryStorage, 'prompt' | 'resource'> {
  return {
    prompt: (userId, id) =>
      readTogether(userId, () => {
        const found = livePrompt.get({ userId, id });
        return found && { row: storedPrompt(found).row, rev: found.rev };
      }),
    resource: (userId, id) =>
      read(userId, () => {
        const found = liveResource.get({ userId, id });
        return found && { row: storedResource(found).row, rev: found.rev };
      }),
  };
}
