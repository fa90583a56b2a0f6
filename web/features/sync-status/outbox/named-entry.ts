import { describeEntry } from '#shared/sync/describe-entry.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import type { Library } from '../../../data/database/library.ts';
import { outboxSizes } from '../../../data/outbox/outbox-counts.ts';
import { entryNames, outboxItems } from '../../../data/review/outbox-acts.ts';

/** A change that is on this device only, with what a person calls it. */
export type NamedEntry = { entry: OutboxEntry; held: boolean; name: string };

export type NamedEntries = {
  refused: NamedEntry[];
  waiting: NamedEntry[];
  /** How many there are, of which these are the oldest. */
  sizes: { refused: number; waiting: number };
};

/** The `most` oldest of each kind: no more than that is read of ten thousand. */
export async function namedEntries(library: Library, most: number): Promise<NamedEntries> {
  const items = await outboxItems(library, most);
  const nameOf = await entryNames(
    library,
    items.map(({ entry }) => entry),
  );
  const named = items.map((item) => ({ ...item, name: describeEntry(item.entry, nameOf) }));
  return {
    refused: named.filter(({ entry }) => entry.state === 'refused'),
    waiting: named.filter(({ entry }) => entry.state !== 'refused'),
    sizes: await outboxSizes(library),
  };
}
