/** From changes as the wire has them to rows as the server holds them. */
import { kindOf, parseRowKey, type RowKey, readStored, rowKey, type Stored } from '#shared/kinds/row.ts';
import { deletions } from '#shared/mutations/registry.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { Connected, EntryGraph } from '#shared/sync/entry-graph.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import { replayOwn } from '#shared/sync/rebase.ts';
import type { Change, FeedChange } from '#shared/sync/wire.ts';
import type { Library } from '../database/library.ts';
import type { TextAuthor } from '../database/text-author.ts';

export type ConfirmedChange = { stored: Stored; own: boolean; author: TextAuthor };

/** The confirmed rows that changed, and all rows that the entries for them read. */
export type ServerSide = { graph: EntryGraph<OutboxEntry>; confirmed: readonly Stored[] };

/** `unreadable`: changes, whole, that the schema of their kind refuses. */
export type ReadChanges = { confirmed: ConfirmedChange[]; unreadable: FeedChange[] };

/**
 * Null where a change left out a text that is not here any more. A tombstone of a row that this device
 * never had says nothing and is dropped.
 */
export function confirmChanges(
  library: Library,
  changes: readonly Change[],
  { graph, confirmed: rows }: ServerSide,
): ReadChanges | null {
  const known = new Map(rows.map((stored): [RowKey, Stored] => [rowKey(stored), stored]));
  const replayed = (change: Change) =>
    replay(library, change, { closure: graph.connectedTo([changeKey(change)]), known });
  const ownRow = (change: Change) =>
    isEveryWriteKnown(change, known.get(changeKey(change)), graph)
      ? withOwnText(change, replayed(change))
      : null;
  const edited = new Set(
    graph.entries.filter(mayHaveChangedTexts).flatMap(({ target, writes }) => [target, ...writes]),
  );
  const confirmed: ConfirmedChange[] = [];
  const unreadable: FeedChange[] = [];
  for (const change of changes) {
    const before = known.get(changeKey(change));
    const own = change.ownNumber !== undefined;
    const author = change.author ?? null;
    const by = change.ownNumber === undefined ? null : { client: library.client, number: change.ownNumber };
    const meta = { ...metaOf(change), by };
    if (change.deleted) {
      // What an edit that still waits can bring back: with what this device itself sent before it deleted the row.
      // Made here, accepted and deleted elsewhere, all before this device heard of any of it: what it sent.
      const isEdited = own && edited.has(changeKey(change));
      const replayedRow = () => replayed(change)?.at(parseRowKey(changeKey(change)));
      const last = (isEdited ? replayedRow() : undefined) ?? before ?? replayedRow();
      if (last === undefined) continue;
      const { userSeq: _userSeq, ...known } = last;
      confirmed.push({ stored: { ...known, ...meta, deleted: true }, own, author });
      continue;
    }
    const row = isWhole(change) ? (change.row ?? {}) : ownRow(change);
    if (row === null) return null;
    const stored = readStored(parseRowKey(changeKey(change)), row, { ...meta, deleted: false });
    if (stored !== undefined) {
      confirmed.push({ stored, own, author });
      continue;
    }
    const { ownNumber: _own, ...rest } = change;
    unreadable.push({ ...rest, row });
    const sent = replayed(change)?.at(parseRowKey(changeKey(change)));
    if (sent !== undefined) confirmed.push({ stored: asKnown(sent, before), own: true, author });
  }
  return { confirmed, unreadable };
}

/** Returns a whole row of somebody else's as the server holds it; undefined if its schema refuses it. */
export function readChange(change: Change): Stored | undefined {
  const ref = parseRowKey(changeKey(change));
  return readStored(ref, change.row ?? {}, { ...metaOf(change), by: null, deleted: false });
}

function metaOf({ rev, seq, userSeq }: Change) {
  return { rev, seq, ...(userSeq === undefined ? {} : { userSeq }) };
}

/** Returns whether an entry may have changed texts on the server that this device has not pulled. */
function mayHaveChangedTexts({ name, state }: OutboxEntry): boolean {
  return (state === 'acknowledged' || state === 'sent') && !deletions.has(name);
}

function changeKey(change: Change): RowKey {
  return `${change.type}:${change.id}`;
}

function isWhole({ ownNumber, type, row }: Change): boolean {
  return ownNumber === undefined || !kindOf(type).omitsOwnContent || (row !== undefined && 'content' in row);
}

/**
 * Returns whether this device knows a change of its own for each revision that the row got since the one it has. It
 * may not: a mutation that the server did, and whose answer was lost, can be refused by a proxy when it is repeated,
 * and a person can discard it then.
 */
function isEveryWriteKnown(
  change: Change,
  before: Stored | undefined,
  graph: EntryGraph<OutboxEntry>,
): boolean {
  const key = changeKey(change);
  const { entries } = graph.connectedTo([key]);
  const last = entries.find(({ number }) => number === change.ownNumber)?.position ?? 0;
  const from = before?.rev ?? 0;
  const known = entries.filter(({ state, position, writes, revs }) => {
    if (state === 'sent') return position <= last && writes.includes(key);
    const rev = state === 'acknowledged' ? (revs?.[key] ?? 0) : 0;
    return rev > from && rev <= change.rev;
  });
  return known.length >= change.rev - from;
}

function withOwnText(change: Change, rows: RowSet | undefined): Record<string, unknown> | null {
  const own = rows?.at(parseRowKey(changeKey(change)));
  return own !== undefined && 'content' in own.row ? { ...change.row, content: own.row.content } : null;
}

/** This client's own words upon what it has confirmed, up to the mutation that the change names. */
function replay(
  library: Library,
  change: Change,
  { closure, known }: { closure: Connected<OutboxEntry>; known: ReadonlyMap<RowKey, Stored> },
): RowSet | undefined {
  return replayOwn({
    ...(change.ownNumber === undefined ? {} : { number: change.ownNumber }),
    confirmed: [...closure.keys].map((key) => known.get(key)).filter((stored) => stored !== undefined),
    entries: closure.entries,
    client: library.client,
  });
}

/**
 * Returns the row as this device knows it, with what it sent itself, where the server's cannot be read. The revision
 * stays the one that was read last: a change upon it is refused rather than put over what nobody here has seen.
 */
function asKnown(sent: Stored, before: Stored | undefined): Stored {
  const { rev, seq, by } = before ?? { rev: 0, seq: 0, by: null };
  return { ...sent, rev, seq, by };
}
