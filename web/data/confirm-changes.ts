/** From changes as the wire has them to rows as the server holds them. */
import { type RowKey, rowKey, rowSchemas, type Stored } from '#shared/model/row.ts';
import { UiStateKey } from '#shared/model/ui-state.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import { closure, parseRowKey, replayOwn } from '#shared/sync/rebase.ts';
import type { Change } from '#shared/sync/wire.ts';
import type { Library } from './library.ts';
import { readConfirmed } from './shown-rows.ts';
import type { TextAuthor } from './text-author.ts';

export type ConfirmedChange = { stored: Stored; own: boolean; author: TextAuthor };

/**
 * Null where a change left out a text that is not here any more. A tombstone of a row that this device
 * never had says nothing and is dropped.
 */
export async function confirmChanges(
  library: Library,
  changes: readonly Change[],
  entries: readonly OutboxEntry[],
): Promise<ConfirmedChange[] | null> {
  const keys = changes.map((change) => changeKey(change));
  const known = new Map(
    (await readConfirmed(library.db, keys)).map((stored): [RowKey, Stored] => [rowKey(stored), stored]),
  );
  const confirmed: ConfirmedChange[] = [];
  for (const change of changes) {
    const before = known.get(changeKey(change));
    const own = change.own !== undefined;
    const author = change.author ?? null;
    const by = change.own === undefined ? null : { client: library.client, number: change.own };
    const meant = change.meant === undefined ? {} : { meant: change.meant };
    const meta = { rev: change.rev, seq: change.seq, by, ...meant };
    if (change.deleted) {
      // Made here, accepted and deleted elsewhere, all before this device heard of any of it: what it said
      // itself is what an edit that still waits can bring back.
      const last = before ?? (await replayed(library, change, entries))?.at(parseRowKey(changeKey(change)));
      if (last === undefined) continue;
      const { meant: _meant, ...known } = last;
      confirmed.push({ stored: { ...known, ...meta, deleted: true }, own, author });
      continue;
    }
    // Only what reads the database is waited for: Dexie keeps its transaction through about a hundred
    // awaits of anything else, and a page has five hundred rows.
    const row = isWhole(change) ? (change.row ?? {}) : await withOwnText(library, change, entries);
    if (row === null) return null;
    confirmed.push({ stored: storedRow(change, row, meta), own, author });
  }
  return confirmed;
}

function changeKey(change: Change): RowKey {
  return `${change.type}:${change.id}`;
}

function isWhole({ own, type, row }: Change): boolean {
  const hasText = type === 'prompt' || type === 'version';
  return own === undefined || !hasText || (row !== undefined && 'content' in row);
}

async function withOwnText(
  library: Library,
  change: Change,
  entries: readonly OutboxEntry[],
): Promise<Record<string, unknown> | null> {
  const rows = await replayed(library, change, entries);
  const own = rows?.at(parseRowKey(changeKey(change)));
  return own !== undefined && 'content' in own.row ? { ...change.row, content: own.row.content } : null;
}

/** This client's own words upon what it has confirmed, up to the mutation that the change names. */
async function replayed(
  library: Library,
  change: Change,
  entries: readonly OutboxEntry[],
): Promise<RowSet | undefined> {
  const sharing = closure([changeKey(change)], entries);
  return replayOwn({
    ...(change.own === undefined ? {} : { number: change.own }),
    confirmed: await readConfirmed(library.db, [...sharing.keys]),
    entries: sharing.entries,
    client: library.client,
  });
}

/** Throws where the server sent a row that its own schema refuses: a round that fails loudly, rows untouched. */
function storedRow(
  change: Change,
  row: Record<string, unknown>,
  meta: Pick<Stored, 'rev' | 'seq' | 'by' | 'meant'>,
): Stored {
  const rest = { ...meta, deleted: false };
  switch (change.type) {
    case 'project':
      return { type: 'project', id: Number(change.id), row: rowSchemas.project.parse(row), ...rest };
    case 'prompt':
      return { type: 'prompt', id: Number(change.id), row: rowSchemas.prompt.parse(row), ...rest };
    case 'version':
      return { type: 'version', id: Number(change.id), row: rowSchemas.version.parse(row), ...rest };
    case 'resource':
      return { type: 'resource', id: Number(change.id), row: rowSchemas.resource.parse(row), ...rest };
    case 'uiState':
      return {
        type: 'uiState',
        id: UiStateKey.parse(change.id),
        row: rowSchemas.uiState.parse(row),
        ...rest,
      };
  }
}
