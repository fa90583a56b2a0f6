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
import { EntryGraph } from './entry-graph.ts';
import { creates, type EntryHead } from './outbox.ts';

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
  const graph = new EntryGraph(options.entries);
  const chosen = choose(graph, options);
  const chosenPositions = new Set(chosen.map((entry) => entry.position));
  return chosen.map((entry) => ({
    entry,
    ifMatch: baseOf(entry, { graph, chosenPositions, confirmedRev: options.confirmedRev }),
  }));
}

function choose<Entry extends EntryHead>(
  graph: EntryGraph<Entry>,
  {
    size,
    limits,
    apart,
    alone,
  }: { size(entry: Entry): number; limits: SendLimits; apart?: ReadonlySet<number>; alone?: number },
): Entry[] {
  const { entries } = graph;
  const stuck = graph.held();
  for (const entry of entries) {
    if (apart?.has(entry.position)) stuck.add(entry.position);
    const waitsForStale = graph
      .predecessorsOf(entry)
      .some((before) => before.state === 'stale' || stuck.has(before.position));
    if (entry.state === 'stale' || waitsForStale) stuck.add(entry.position);
  }
  if (alone !== undefined) {
    const only = entries.find(({ position }) => position === alone);
    const isFirst = only !== undefined && graph.chainOf(only, new Set()).length === 1;
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
    const chain = graph.chainOf(entry, taken);
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

function baseOf<Entry extends EntryHead>(
  entry: Entry,
  context: {
    graph: EntryGraph<Entry>;
    chosenPositions: ReadonlySet<number>;
    confirmedRev(key: RowKey): number | undefined;
  },
): number | 'previous' | undefined {
  if (!entry.guarded) return undefined;
  if (entry.ifMatch !== null) return entry.ifMatch;
  for (const before of context.graph.baseWritersOf(entry)) {
    if (context.chosenPositions.has(before.position)) return 'previous';
    const rev = before.revs?.[entry.target];
    // A creation that met its row: this entry is rebased upon that row first, by a 412 and the pull after it.
    if (creates(before) && rev !== undefined && rev > 1) return 0;
    // Not the confirmed one where that is later: it came in while the outcome of `before` was unknown, so this
    // entry was not rebased upon it yet. The server answers 412, and the next pull does that.
    if (rev !== undefined) return rev;
  }
  // Also behind a deletion in portions, whose answer names no revisions: what came in since was not seen by it, so
  // it was not applied over that, and this entry was rebased upon it.
  return context.confirmedRev(entry.target) ?? 0;
}
