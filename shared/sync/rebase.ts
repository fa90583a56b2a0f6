/**
 * Computes the shown rows: those that the server confirmed, with all pending entries applied on top.
 *
 *   confirmed rows + entries in order  ->  shown rows
 *                                      ->  entries that must be said differently (`rewritten`)
 *
 * 1. Pure: the same rows and entries give the same answer on every device and in every tab.
 * 2. An entry whose effect is already in the confirmed rows is not applied again.
 * 3. An entry whose outcome is unknown is shown merged but never rewritten: it may have been applied.
 * 4. A text that a merge did not take over is kept by the very entry that replaces it.
 */
import { findRowKey, parseRowKey, type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { ProblemCode } from '#shared/model/problem.ts';
import type { PreservedText } from '#shared/mutations/preserved-text.ts';
import { bind } from '#shared/mutations/registry.ts';
import { RowSet, type Write } from '#shared/mutations/row-set.ts';
import { applyRest } from './apply-rest.ts';
import { type EntryHead, inOrder, type OutboxEntry } from './outbox.ts';

/** An entry to be sent under a new number, as it is based on another client's change now; perhaps with other arguments. */
export type Rewrite = { entry: OutboxEntry; args: unknown };

export type Rebased = {
  shown: RowSet;
  rewritten: Rewrite[];
  /** Entries that write more rows upon these than they did before: a project's shell that must come back. */
  widened: { entry: OutboxEntry; writes: RowKey[] }[];
  /** Entries that can no longer be applied upon these rows, with the reason. */
  overtaken: { entry: OutboxEntry; code: ProblemCode }[];
};

/** Whether the confirmed rows hold what this entry did; rows of kinds that this app does not know are left out. */
export function isIncluded(entry: EntryHead, confirmedRev: (key: RowKey) => number | undefined): boolean {
  if (entry.state !== 'acknowledged' || entry.revs === undefined) return false;
  const revs = Object.entries(entry.revs).flatMap(([key, rev]) => {
    const ref = findRowKey(key);
    return ref === undefined ? [] : [{ key: rowKey(ref), rev }];
  });
  return revs.length > 0 && revs.every(({ key, rev }) => (confirmedRev(key) ?? 0) >= rev);
}

/**
 * Returns the writes of an entry that the confirmed rows do not hold. The rows of one mutation may come on different
 * pages of the feed: one that has come already may hold later changes, which the entry must not replace.
 */
export function unconfirmedWrites(
  writes: readonly Write[],
  { state, revs }: EntryHead,
  confirmedRev: (key: RowKey) => number | undefined,
): Write[] {
  if (state !== 'acknowledged' || revs === undefined) return [...writes];
  return writes.filter((write) => {
    const rev = revs[rowKey(write)];
    return rev === undefined || (confirmedRev(rowKey(write)) ?? 0) < rev;
  });
}

export function rebase(options: {
  confirmed: Iterable<Stored>;
  entries: readonly OutboxEntry[];
  client: string;
  /** Names the version that keeps the other side's text of this row where two edits overlap. */
  preserveAs(target: RowKey): PreservedText;
  /** Rows that another client changed just now: entries that are based on them will be sent under a new number. */
  foreign: ReadonlySet<RowKey>;
}): Rebased {
  const shown = new RowSet(options.confirmed);
  const confirmed = new RowSet(options.confirmed);
  const revOf = (key: RowKey) => confirmed.at(parseRowKey(key))?.rev;
  const result: Rebased = { shown, rewritten: [], widened: [], overtaken: [] };
  for (const entry of inOrder(options.entries)) {
    if (entry.state === 'refused' || isIncluded(entry, revOf)) continue;
    applyEntry(entry, { ...options, revOf }, result);
  }
  return result;
}

function applyEntry(
  entry: OutboxEntry,
  {
    client,
    preserveAs,
    foreign,
    revOf,
  }: {
    client: string;
    preserveAs(target: RowKey): PreservedText;
    foreign: ReadonlySet<RowKey>;
    revOf(key: RowKey): number | undefined;
  },
  result: Rebased,
): void {
  const texts = entry.state === 'acknowledged' ? 'asSent' : 'merge';
  const rewritable = entry.state === 'queued' || entry.state === 'stale';
  const args = rewritable ? rebasedArgs(entry, result.shown, () => preserveAs(entry.target)) : entry.args;
  const isRewritten = rewritable && (args !== entry.args || entry.writes.some((key) => foreign.has(key)));
  const by = { client, number: isRewritten ? Number.POSITIVE_INFINITY : entry.number };
  const bound = bind(entry.name, args);
  if (!bound.ok) {
    result.overtaken.push({ entry, code: 'invalid_fields' });
    return;
  }
  const context = { now: entry.createdAt, texts, by } as const;
  const decision = applyRest(bound.mutation, result.shown, { entry, context });
  if (!decision.ok) {
    result.overtaken.push({ entry, code: decision.code });
    return;
  }
  if (isRewritten) result.rewritten.push({ entry, args });
  const writes = [...new Set<RowKey>([...entry.writes, ...decision.writes.map((write) => rowKey(write))])];
  if (writes.length > entry.writes.length) result.widened.push({ entry, writes });
  result.shown.write(unconfirmedWrites(decision.writes, entry, revOf), by);
}

/** Returns the arguments upon these rows; the very arguments of the entry if nothing changes. */
export function rebasedArgs(entry: OutboxEntry, rows: RowSet, preserveAs: () => PreservedText): unknown {
  const bound = bind(entry.name, entry.args);
  if (!bound.ok) return entry.args;
  const made = bound.mutation.onceThere(rows, preserveAs);
  const rebound = made === bound.mutation.args ? bound : bind(entry.name, made);
  if (!rebound.ok) return entry.args;
  const args = rebound.mutation.rebase(rows, preserveAs);
  return args === bound.mutation.args ? entry.args : args;
}

/**
 * Returns the rows as the server had them after this client's own mutation `number`, or after all mutations that it
 * may have received: the change feed leaves out texts that this client sent. Undefined if that mutation is no longer
 * here; whole rows must be requested then.
 */
export function replayOwn(options: {
  number?: number;
  confirmed: Iterable<Stored>;
  entries: readonly OutboxEntry[];
  client: string;
}): RowSet | undefined {
  const rows = new RowSet(options.confirmed);
  const entries = inOrder(options.entries);
  const last =
    options.number === undefined ? undefined : entries.find(({ number }) => number === options.number);
  if (options.number !== undefined && last === undefined) return undefined;
  const revOf = (key: RowKey) => rows.at(parseRowKey(key))?.rev;
  const unheard = entries.filter(
    (entry) =>
      (last === undefined || entry.position <= last.position) &&
      (entry.state === 'acknowledged' || entry.state === 'sent') &&
      !isIncluded(entry, revOf),
  );
  for (const entry of unheard) {
    const bound = bind(entry.name, entry.args);
    if (!bound.ok) return undefined;
    const by = { client: options.client, number: entry.number };
    const context = { now: entry.createdAt, texts: 'asSent', by } as const;
    const decision = applyRest(bound.mutation, rows, { entry, context });
    if (decision.ok) rows.write(decision.writes, by);
    // The server did it, upon rows that are not here.
    else if (last !== undefined && (entry === last || entry.state === 'acknowledged')) return undefined;
  }
  return rows;
}
