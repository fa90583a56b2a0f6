/**
 * Chooses what the next push carries.
 *
 * 1. Entries that share a row keep their order; what waits for a refused or stale one stays here.
 * 2. Unknown outcomes (`sent`) go first, all of them: nothing may overtake a question that is open.
 * 3. Text before structure before ui-state, as far as chains allow.
 * 4. The base of a chained change is the revision that its predecessor produced.
 * 5. What is set apart stays here, with what waits for it; `alone` travels alone.
 */
import type { RowKey } from '#shared/kinds/row.ts';
import type { Lane } from '#shared/mutations/mutation.ts';
import { creates, type EntryHead, heldEntries, inOrder } from './outbox.ts';

export type Sending<Entry extends EntryHead> = { entry: Entry; ifMatch: number | 'previous' | undefined };

export type SendLimits = { mutations: number; bytes: number };

/** In the order in which they are sent, as far as chains allow. */
export const lanes: readonly Lane[] = ['text', 'structure', 'uiState'];

/**
 * `confirmedRev`: the revision of a row that this device has from the server, undefined where it has none.
 * `size`: bytes of an entry in the push; one that is larger than the limit travels alone.
 * `apart`, `alone`: positions.
 */
export function nextToSend<Entry extends EntryHead>(options: {
  entries: readonly Entry[];
  confirmedRev(key: RowKey): number | undefined;
  size(entry: Entry): number;
  limits: SendLimits;
  apart?: ReadonlySet<number>;
  alone?: number;
}): Sending<Entry>[] {
  const entries = inOrder(options.entries);
  const predecessors = findPredecessors(entries);
  const chosen = choose(entries, predecessors, options);
  const chosenPositions = new Set(chosen.map((entry) => entry.position));
  return chosen.map((entry) => ({
    entry,
    ifMatch: baseOf(entry, { base: predecessors.base, chosenPositions, confirmedRev: options.confirmedRev }),
  }));
}

type Predecessors<Entry> = {
  /** For each entry, those it may not overtake. */
  order: Map<number, Entry[]>;
  /** For each entry, the writers of its target, of which the first `count` come before it. */
  base: Map<number, { writers: readonly Entry[]; count: number }>;
};

/** One pass: for each row its writers so far, so that ten thousand entries stay cheap. */
function findPredecessors<Entry extends EntryHead>(entries: readonly Entry[]): Predecessors<Entry> {
  const lastWriter = new Map<RowKey, Entry>();
  const writersOf = new Map<RowKey, Entry[]>();
  const creator = new Map<RowKey, Entry>();
  const order = new Map<number, Entry[]>();
  const base: Predecessors<Entry>['base'] = new Map();
  for (const entry of entries) {
    const rows = new Set<RowKey>([entry.target, ...entry.writes]);
    const before = new Set<Entry>();
    for (const key of rows) {
      const writer = lastWriter.get(key);
      if (writer !== undefined) before.add(writer);
    }
    for (const key of entry.needs) {
      const made = creator.get(key);
      if (made !== undefined) before.add(made);
    }
    order.set(entry.position, [...before]);
    for (const key of rows) {
      lastWriter.set(key, entry);
      const writers = writersOf.get(key) ?? [];
      if (key === entry.target) base.set(entry.position, { writers, count: writers.length });
      writers.push(entry);
      writersOf.set(key, writers);
    }
    if (creates(entry)) creator.set(entry.target, entry);
  }
  return { order, base };
}

function choose<Entry extends EntryHead>(
  entries: readonly Entry[],
  predecessors: Predecessors<Entry>,
  {
    size,
    limits,
    apart,
    alone,
  }: { size(entry: Entry): number; limits: SendLimits; apart?: ReadonlySet<number>; alone?: number },
): Entry[] {
  const stuck = heldEntries(entries);
  for (const entry of entries) {
    if (apart?.has(entry.position)) stuck.add(entry.position);
    const waitsForStale = predecessors.order
      .get(entry.position)
      ?.some((before) => before.state === 'stale' || stuck.has(before.position));
    if (entry.state === 'stale' || waitsForStale) stuck.add(entry.position);
  }
  if (alone !== undefined) {
    const only = entries.find(({ position }) => position === alone);
    const isFirst = only !== undefined && chainOf(only, predecessors.order, new Set()).length === 1;
    return isFirst && !stuck.has(alone) ? [only] : [];
  }
  const wanted = [
    ...entries.filter((entry) => entry.state === 'sent'),
    ...lanes.flatMap((lane) => entries.filter((entry) => entry.state === 'queued' && entry.lane === lane)),
  ];
  const chosen: Entry[] = [];
  const taken = new Set<number>();
  let bytes = 0;

  /** The entry after all that must go before it; false where the push is full. */
  const take = (entry: Entry): boolean => {
    const chain = chainOf(entry, predecessors.order, taken);
    if (chain.some((each) => stuck.has(each.position))) return true;
    for (const each of chain) {
      const added = size(each);
      const full = chosen.length >= limits.mutations || bytes + added > limits.bytes;
      if (full && chosen.length > 0) return false;
      taken.add(each.position);
      chosen.push(each);
      bytes += added;
    }
    return true;
  };
  for (const entry of wanted) if (!take(entry)) break;
  return chosen;
}

/** The open entries that must go before this one and itself, oldest first. Not recursive: chains can be long. */
function chainOf<Entry extends EntryHead>(
  entry: Entry,
  order: Predecessors<Entry>['order'],
  taken: ReadonlySet<number>,
): Entry[] {
  const found = new Map<number, Entry>();
  const waiting = [entry];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next.position) || taken.has(next.position) || next.state === 'acknowledged') continue;
    found.set(next.position, next);
    waiting.push(...(order.get(next.position) ?? []));
  }
  return inOrder([...found.values()]);
}

function baseOf<Entry extends EntryHead>(
  entry: Entry,
  context: {
    base: Predecessors<Entry>['base'];
    chosenPositions: ReadonlySet<number>;
    confirmedRev(key: RowKey): number | undefined;
  },
): number | 'previous' | undefined {
  if (!entry.guarded) return undefined;
  if (entry.ifMatch !== null) return entry.ifMatch;
  const { writers, count } = context.base.get(entry.position) ?? { writers: [], count: 0 };
  for (let index = count - 1; index >= 0; index -= 1) {
    const before = writers[index];
    if (before === undefined) continue;
    if (context.chosenPositions.has(before.position)) return 'previous';
    const rev = before.revs?.[entry.target];
    // Not the confirmed one where that is later: it came in while the outcome of `before` was unknown, so this
    // entry was not rebased upon it yet. The server answers 412, and the next pull does that.
    if (rev !== undefined) return rev;
  }
  // Also behind a deletion in portions, whose answer names no revisions: what came in since was not seen by it, so
  // it was not applied over that, and this entry was rebased upon it.
  return context.confirmedRev(entry.target) ?? 0;
}
