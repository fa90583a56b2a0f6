/**
 * Finds what one transaction of a library did that webhooks report. What it does twice to a label is one event, and a
 * label that is where it was is none.
 */
import { type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { LibraryEvent, PlacedWrite } from '../ports/library-transaction.ts';

/** `before`: the rows as they were, by key; undefined where one was not there. */
export function libraryEvents(
  writes: readonly PlacedWrite[],
  before: ReadonlyMap<RowKey, Stored | undefined>,
  after: RowSet,
): LibraryEvent[] {
  const found = new Map<RowKey, LibraryEvent[]>();
  for (const { write, authorship } of writes) {
    if (write.kind !== 'put') continue;
    const key = rowKey(write);
    const row = after.at(write);
    if (row?.type === 'version') found.set(key, ofVersion(row, before.get(key), authorship.at));
    else if (row?.type === 'prompt') found.set(key, ofLabels(row, before.get(key), authorship.at));
  }
  return [...found.values()].flat();
}

function ofVersion(
  { row, deleted }: Stored<'version'>,
  before: Stored | undefined,
  at: number,
): LibraryEvent[] {
  if (before !== undefined || deleted) return [];
  const { id, promptId } = row;
  return [{ type: 'version.created', promptId, versionId: id, label: null, previousId: null, at }];
}

function ofLabels({ row }: Stored<'prompt'>, before: Stored | undefined, at: number): LibraryEvent[] {
  const former = new Map(labelsOf(before).map(({ label, versionId }) => [label, versionId]));
  return (row.attributes?.labels ?? []).flatMap(({ label, versionId }): LibraryEvent[] => {
    const previousId = former.get(label) ?? null;
    return versionId === previousId
      ? []
      : [{ type: 'label.moved', promptId: row.id, versionId, label, previousId, at }];
  });
}

function labelsOf(stored: Stored | undefined) {
  return stored?.type === 'prompt' ? (stored.row.attributes?.labels ?? []) : [];
}
