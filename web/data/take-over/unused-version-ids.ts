/**
 * Gives new ids to the versions under which pending entries preserve the text that they replace, if a version of that id
 * is on the server already: such an entry was done once, in a history that the server may have gone back behind, and
 * what it replaces now is another text. Under the old name that would be kept nowhere.
 */
import { z } from 'zod';
import { PreservedText } from '#shared/mutations/preserved-text.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import type { Library } from '../database/library.ts';

const PreservingArgs = z.looseObject({ preserve: PreservedText });

export function withUnusedVersionIds(
  library: Library,
  entries: readonly OutboxEntry[],
  server: RowSet,
): OutboxEntry[] {
  return entries.map((entry) => {
    const args = PreservingArgs.safeParse(entry.args);
    if (!args.success || server.stored('version', args.data.preserve.id) === undefined) return entry;
    return { ...entry, args: { ...args.data, preserve: { ...args.data.preserve, id: library.newId() } } };
  });
}
