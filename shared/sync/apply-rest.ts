import { parseRowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { ApplyContext, BoundMutation, Decision } from '#shared/mutations/mutation.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from './outbox.ts';

/**
 * Applies a mutation of which the rows may already hold a part: a row that it created can be confirmed while another
 * one that it wrote has moved on to a later page of the feed. Returns what is missing. `entry`: the rows that it writes,
 * and once it was accepted the revisions that it gave to them.
 */
export function applyRest(
  mutation: BoundMutation,
  rows: RowSet,
  { entry, context }: { entry: Pick<OutboxEntry, 'writes' | 'revs'>; context: ApplyContext },
): Decision {
  const created = createdRows(rows, entry, context.by);
  if (created.length === 0) return mutation.apply(rows, context);
  for (const stored of created) rows.remove(stored);
  const decision = mutation.apply(rows, context);
  for (const stored of created) rows.add(stored);
  if (!decision.ok) return decision;
  const there = new Set(created.map((stored) => rowKey(stored)));
  return { ...decision, writes: decision.writes.filter((write) => !there.has(rowKey(write))) };
}

/**
 * Returns the rows that this very mutation created, where they are not all that it writes. A page of whole rows does not
 * name who made them; the answer to the mutation does.
 */
function createdRows(
  rows: RowSet,
  { writes, revs }: Pick<OutboxEntry, 'writes' | 'revs'>,
  by: ApplyContext['by'],
): Stored[] {
  if (by === null || writes.length < 2) return [];
  const created = writes.flatMap((key): Stored[] => {
    const stored = rows.at(parseRowKey(key));
    if (stored === undefined || stored.rev !== 1 || stored.deleted) return [];
    const isOwn = stored.by?.client === by.client && stored.by.number === by.number;
    return isOwn || (stored.by === null && revs?.[key] === 1) ? [stored] : [];
  });
  return created.length < writes.length ? created : [];
}
