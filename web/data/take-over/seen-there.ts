/**
 * Restates what the authors of pending deletions have seen, as places in the feed of a server with another history: a
 * place in the feed of before names other changes there. A deletion has seen the rows that are there as this device
 * knew them; where any of them differs it has seen none, so that what another device wrote is not deleted with it.
 */
import { z } from 'zod';
import { parseRowKey, type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import { Seen } from '#shared/mutations/mutation.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import { sameRow } from '../rows/same-row.ts';

const SeenArgs = z.looseObject({ seen: Seen });

type Sides = {
  /** The rows as this device knew them from the server of before. */
  confirmed: readonly Stored[];
  server: RowSet;
  /** The rows on the server by the row that each is inside of. */
  childrenThere: ReadonlyMap<RowKey, readonly RowKey[]>;
};

export function withSeenThere(
  entries: readonly OutboxEntry[],
  { confirmed, server, childrenThere }: Sides,
): OutboxEntry[] {
  const known = new Map(confirmed.map((stored) => [rowKey(stored), stored]));

  function seenPlace(target: RowKey): number {
    let place = 0;
    const keys = [target];
    for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
      const there = server.at(parseRowKey(key));
      if (there !== undefined && !sameRow(there.row, known.get(key)?.row)) return 0;
      place = Math.max(place, there?.seq ?? 0);
      for (const child of childrenThere.get(key) ?? []) {
        if (server.at(parseRowKey(child)) === undefined) return 0;
        keys.push(child);
      }
    }
    return place;
  }

  return entries.map((entry) => {
    const args = SeenArgs.safeParse(entry.args);
    if (!args.success) return entry;
    const { seen, ...rest } = args.data;
    return { ...entry, args: { ...rest, seen: { ...seen, seq: seenPlace(entry.target) } } };
  });
}
