import { describeEntry } from '#shared/sync/describe-entry.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import type { Library } from '../../data/library.ts';
import { entryNames, outboxItems } from '../../data/outbox-acts.ts';

/** A change that is on this device only, with what a person calls it. */
export type NamedEntry = { entry: OutboxEntry; held: boolean; name: string };

export async function namedEntries(library: Library): Promise<NamedEntry[]> {
  const items = await outboxItems(library);
  const nameOf = await entryNames(
    library,
    items.map(({ entry }) => entry),
  );
  return items.map((item) => ({ ...item, name: describeEntry(item.entry, nameOf) }));
}
