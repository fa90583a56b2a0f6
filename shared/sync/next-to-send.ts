/**
 * Chooses what the next push carries.
 *
 * 1. Entries that share a row keep their order; what waits for a refused or stale one stays here.
 * 2. Unknown outcomes (`sent`) go first, all of them: nothing may overtake a question that is open.
 * 3. Text before structure before ui-state, as far as chains allow.
 * 4. The base of a chained change is the revision that its predecessor produced.
 */
import type { RowKey } from '#shared/model/row.ts';
import type { Lane } from '#shared/mutations/mutation.ts';
import { creates, heldEntries, inOrder, type OutboxEntry } from './outbox.ts';

export type Sending = { entry: OutboxEntry; ifMatch: number | 'previous' | undefined };

export type SendLimits = { mutations: number; bytes: number };

const lanes: readonly Lane[] = ['text', 'structure', 'uiState'];

/**
 * `confirmedRev`: the revision of a row that this device has from the server, undefined where it has none.
 * `size`: bytes of an entry in the push; one that is larger than the limit travels alone.
 */
export function nextToSend(options: {
  entries: readonly OutboxEntry[];
  confirmedRev(key: RowKey): number | undefined;
  size(entry: OutboxEntry): number;
  limits: SendLimits;
}): Sending[] {
  const entries = inOrder(options.entries);
  const predecessors = findPredecessors(entries);
  const chosen = choose(entries, predecessors, options);
  const chosenPositions = new Set(chosen.map((entry) => entry.position));
  return chosen.map((entry) => ({
    entry,
    ifMatch: baseOf(entry, { base: predecessors.base, chosenPositions, confirmedRev: options.confirmedRev }),
  }));
}

type Predecessors = {
  /** For each entry, those it may not overtake. */
  order: Map<number, OutboxEntry[]>;
  /** For each entry, the writers of its target, of which the first `count` come before it. */
  base: Map<number, { writers: readonly OutboxEntry[]; count: number }>;
};

/** One pass: for each row its writers so far, so that ten thousand entries stay cheap. */
function findPredecessors(entries: readonly OutboxEntry[]): Predecessors {
  const lastWriter = new Map<RowKey, OutboxEntry>();
  const writersOf = new Map<RowKey, OutboxEntry[]>();
  const creator = new Map<RowKey, OutboxEntry>();
  const order = new Map<number, OutboxEntry[]>();
  const base: Predecessors['base'] = new Map();
  for (const entry of entries) {
    const rows = new Set<RowKey>([entry.target, ...entry.writes]);
    const before = new Set<OutboxEntry>();
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

function choose(
  entries: readonly OutboxEntry[],
  predecessors: Predecessors,
  { size, limits }: { size(entry: OutboxEntry): number; limits: SendLimits },
): OutboxEntry[] {
  const stuck = heldEntries(entries);
  for (const entry of entries) {
    const waitsForStale = predecessors.order
      .get(entry.position)
      ?.some((before) => before.state === 'stale' || stuck.has(before.position));
    if (entry.state === 'stale' || waitsForStale) stuck.add(entry.position);
  }
  const wanted = [
    ...entries.filter((entry) => entry.state === 'sent'),
    ...lanes.flatMap((lane) => entries.filter((entry) => entry.state === 'queued' && entry.lane === lane)),
  ];
  const chosen: OutboxEntry[] = [];
  const taken = new Set<number>();
  let bytes = 0;

  /** The entry after all that must go before it; false where the push is full. */
  const take = (entry: OutboxEntry): boolean => {
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
function chainOf(
  entry: OutboxEntry,
  order: Predecessors['order'],
  taken: ReadonlySet<number>,
): OutboxEntry[] {
  const found = new Map<number, OutboxEntry>();
  const waiting = [entry];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next.position) || taken.has(next.position) || next.state === 'acknowledged') continue;
    found.set(next.position, next);
    waiting.push(...(order.get(next.position) ?? []));
  }
  return inOrder([...found.values()]);
}

function baseOf(
  entry: OutboxEntry,
  context: {
    base: Predecessors['base'];
    chosenPositions: ReadonlySet<number>;
    confirmedRev(key: RowKey): number | undefined;
  },
): number | 'previous' | undefined {
  if (!entry.guarded) return undefined;
  if (entry.ifMatch !== null) return entry.ifMatch;
  const { writers, count } = context.base.get(entry.position) ?? { writers: [], count: 0 };
  for (const before of writers.slice(0, count).toReversed()) {
    if (context.chosenPositions.has(before.position)) return 'previous';
    const rev = before.revs?.[entry.target];
    if (rev !== undefined) return Math.max(rev, context.confirmedRev(entry.target) ?? 0);
  }
  return context.confirmedRev(entry.target) ?? 0;
}
