/**
 * Names anew the versions under which waiting entries keep the text that they replace, where a version of that name
 * is on the server already: such an entry was done once, in a history that the server may have gone back behind, and
 * what it replaces now is another text. Under the old name that would be kept nowhere.
 */
import { z } from 'zod';
import { KeptText } from '#shared/mutations/kept-text.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import type { Library } from '../database/library.ts';

const Keeping = z.looseObject({ keep: KeptText });

export function withFreshKeeps(
  library: Library,
  entries: readonly OutboxEntry[],
  server: RowSet,
): OutboxEntry[] {
  return entries.map((entry) => {
    const args = Keeping.safeParse(entry.args);
    if (!args.success || server.stored('version', args.data.keep.id) === undefined) return entry;
    return { ...entry, args: { ...args.data, keep: { ...args.data.keep, id: library.newId() } } };
  });
}
