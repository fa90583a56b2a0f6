/**
 * Rebases the entries that wait, and the shown rows, upon a page of the feed: one pass over both.
 *
 *   confirmed rows + entries in order  ->  shown rows
 *                                      ->  entries as they are sent from now on: rewritten, renumbered, refused
 *
 * 1. Pure but for the numbers that it draws; each entry is decided upon the rows that those before it leave.
 * 2. An entry that is rewritten, or that lies upon a row which somebody else changed, gets a new number, and so do
 *    those of the same rows after it: what its author's deletions had seen is decided by numbers.
 * 3. At the end of the feed, what was answered 412 is sent again, gives way, or is refused. After ten tries that no
 *    change of the row explains, a person decides.
 * 4. An entry that cannot be applied is not shown, and those after it are decided without it. An edit of a version
 *    that is no longer created saves that version (`edit-of-missing-version.ts`).
 * 5. What was refused stays on the screen, merged like all that waits, until a person discards it. Only a refused
 *    deletion is not shown: it hides what is still there.
 * Before: `entry-graph.ts`, which knows what is held. After: `show-rebased.ts`, which writes all of it.
 */
import { parseRowKey, type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { ProblemCode } from '#shared/model/problem.ts';
import type { PreservedText } from '#shared/mutations/preserved-text.ts';
import { bind, deletions } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { applyRest } from './apply-rest.ts';
import { withItsVersion } from './edit-of-missing-version.ts';
import { creates, inOrder, type OutboxEntry, transition } from './outbox.ts';
import { isIncluded, rebasedArgs, unconfirmedWrites } from './rebase.ts';

export type EntriesToRebase = {
  confirmed: Iterable<Stored>;
  entries: readonly OutboxEntry[];
  client: string;
  /** Names the version that keeps the other side's text of this row where two edits overlap. */
  preserveAs(target: RowKey): PreservedText;
  /** Rows that somebody else changed just now. */
  foreign: ReadonlySet<RowKey>;
  /** Positions of entries that wait for a refused one. */
  held: ReadonlySet<number>;
  /** The feed was read to its end: what was answered 412 is decided. */
  isEnd: boolean;
  /** Draws the number of an entry that is sent under a new one. */
  next(): number;
};

export type RebasedEntries = {
  shown: RowSet;
  /** All that stay in the outbox, in order. */
  entries: OutboxEntry[];
  /** Deletions that met a change which their author had not seen. */
  letGo: OutboxEntry[];
  /** How many are sent under a new number now. */
  renewed: number;
};

/** How often an entry is sent again after 412 while the feed brings nothing new of its row. */
const mostTriesUnexplained = 10;

export function rebaseEntries(options: EntriesToRebase): RebasedEntries {
  const confirmed = new RowSet(options.confirmed);
  const revOf = (key: RowKey) => confirmed.at(parseRowKey(key))?.rev;
  const result: RebasedEntries = {
    shown: new RowSet(confirmed.all()),
    entries: [],
    letGo: [],
    renewed: 0,
  };
  for (const entry of inOrder(options.entries)) {
    if (isTakenBack(entry) || isIncluded(entry, revOf)) result.entries.push(entry);
    else rebaseEntry(entry, { ...options, revOf }, result);
  }
  return result;
}

/** Whether the rows are shown without what this entry did. */
function isTakenBack({ state, name }: OutboxEntry): boolean {
  return state === 'refused' && deletions.has(name);
}

type Context = EntriesToRebase & { revOf(key: RowKey): number | undefined };

function rebaseEntry(found: OutboxEntry, context: Context, result: RebasedEntries): void {
  const { shown } = result;
  const isRefused = found.state === 'refused';
  const isOpen = isRefused || found.state === 'queued' || found.state === 'stale';
  const liesUponLater = ({ number }: OutboxEntry, key: RowKey) => {
    const by = shown.at(parseRowKey(key))?.by ?? null;
    return by?.client === context.client && by.number > number;
  };
  const entry = isOpen ? withItsVersion(found, shown, context.entries) : found;
  const isStale = context.isEnd && entry.state === 'stale';
  const args = isOpen ? rebasedArgs(entry, shown, () => context.preserveAs(entry.target)) : entry.args;
  const isMoved = entry.writes.some((key) => context.foreign.has(key) || liesUponLater(entry, key));
  const isNew = isOpen && !isRefused && (args !== found.args || isMoved);
  const isRenewed = isNew || isStale;
  const by = { client: context.client, number: isRenewed ? context.next() : entry.number };
  const bound = bind(entry.name, args);
  const texts = entry.state === 'acknowledged' ? 'asSent' : 'merge';
  const decision = bound.ok
    ? applyRest(bound.mutation, shown, { entry, context: { now: entry.createdAt, texts, by } })
    : { ok: false as const, code: 'invalid_fields' as const };
  if (!decision.ok) {
    notApplied(entry, { code: decision.code, isStale, number: by.number, context, result });
    return;
  }
  const isHeld = isStale && context.held.has(entry.position);
  const isUnexplained = isStale && !isHeld && !isNew && hasNotMoved(entry, context);
  const isGivenUp = isUnexplained && entry.attempts >= mostTriesUnexplained;
  const attempts = isUnexplained ? entry.attempts + 1 : 0;
  const sent = isStale && !isGivenUp ? transition(entry, 'queued') : entry;
  const renewed = isRenewed ? { number: by.number, attempts, ifMatch: null } : {};
  const kept = isGivenUp ? refusedFor(entry, unexplainedCode(entry)) : { ...sent, args, ...renewed };
  // A held one goes when the refused one does; until then nothing of it is sent.
  if (isRenewed && !isHeld && !isGivenUp) result.renewed += 1;
  const writes = [...new Set<RowKey>([...entry.writes, ...decision.writes.map((write) => rowKey(write))])];
  const isAsFound = !isRenewed && args === found.args && writes.length === entry.writes.length;
  result.entries.push(isAsFound ? entry : { ...kept, writes });
  if (isTakenBack(kept)) return;
  shown.write(unconfirmedWrites(decision.writes, entry, context.revOf), { ...by, number: kept.number });
}

/** Decides what becomes of an entry that these rows do not take. */
function notApplied(
  entry: OutboxEntry,
  {
    code,
    isStale,
    number,
    context,
    result,
  }: { code: ProblemCode; isStale: boolean; number: number; context: Context; result: RebasedEntries },
): void {
  if (!isStale) result.entries.push(entry);
  else if (context.held.has(entry.position)) {
    result.entries.push({ ...transition(entry, 'queued'), number, attempts: 0, ifMatch: null });
  } else if (code === 'changed_since') result.letGo.push(entry);
  else result.entries.push(refusedFor(entry, code));
}

/** Whether the feed brings nothing that explains why the server answered 412. */
function hasNotMoved({ guarded, ifMatch, target }: OutboxEntry, { revOf }: Context): boolean {
  return !guarded || ifMatch === revOf(target);
}

function refusedFor(entry: OutboxEntry, code: ProblemCode): OutboxEntry {
  return { ...transition(entry, 'refused'), problem: { code } };
}

function unexplainedCode(entry: OutboxEntry): ProblemCode {
  if (creates(entry)) return 'id_taken';
  return deletions.has(entry.name) ? 'changed_since' : 'not_found';
}
