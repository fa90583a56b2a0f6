import { parseRowKey, type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { ApplyContext, BoundMutation, Decision } from '#shared/mutations/mutation.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';

/**
 * Applies a mutation of which the rows may already hold a part: a row that it created can be confirmed while another
 * one that it wrote has moved on to a later page of the feed. Returns what is missing. `writes`: all that it writes.
 */
export function applyRest(
  mutation: BoundMutation,
  rows: RowSet,
  { writes, context }: { writes: readonly RowKey[]; context: ApplyContext },
): Decision {
  const created = createdRows(rows, writes, context.by);
  if (created.length === 0) return mutation.apply(rows, context);
  for (const stored of created) rows.remove(stored);
  const decision = mutation.apply(rows, context);
  for (const stored of created) rows.add(stored);
  if (!decision.ok) return decision;
  const there = new Set(created.map((stored) => rowKey(stored)));
  return { ...decision, writes: decision.writes.filter((write) => !there.has(rowKey(write))) };
}

/** Returns the rows that this very mutation created, where they are not all that it writes. */
function createdRows(rows: RowSet, writes: readonly RowKey[], by: ApplyContext['by']): Stored[] {
  if (by === null || writes.length < 2) return [];
  const created = writes.flatMap((key): Stored[] => {
    const stored = rows.at(parseRowKey(key));
    const isCreated = stored !== undefined && stored.rev === 1 && !stored.deleted;
    return isCreated && stored.by?.client === by.client && stored.by.number === by.number ? [stored] : [];
  });
  return created.length < writes.length ? created : [];
}
