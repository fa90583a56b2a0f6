/**
 * The titles of one account's prompts and the signatures of their texts, in memory: which prompts may have a word,
 * the first of the answer first (`inSearchOrder`).
 */
import { setImmediate } from 'node:timers/promises';
import { foldText } from '#shared/text/fold-text.ts';
import { createTextSignatures, unitsOf } from './text-signatures.ts';

export type SearchIndex = {
  put(prompt: { id: number; title: string; content: string }): void;
  remove(id: number): void;
  /** Resolves to the prompts with the word in their titles, and to others whose texts may have it. */
  find(query: string): Promise<{ titles: Ordered; contents: Ordered }>;
  /** About what it takes. */
  bytes(): number;
};

/** Returns the next ids in the order of the answer, at most so many; none at the end. */
export type Ordered = (count: number) => number[];

type Entry = { readonly id: number; readonly title: string; readonly signature: number };

/** Entries that are looked at in one turn of the event loop: about two milliseconds. */
const together = 20_000;
const bytesOfEntry = 160;

export function createSearchIndex(budget: number): SearchIndex {
  const signatures = createTextSignatures(budget);
  const entries = new Map<number, Entry>();

  function remove(id: number): void {
    const entry = entries.get(id);
    if (entry === undefined) return;
    signatures.remove(entry.signature);
    entries.delete(id);
  }

  return {
    put({ id, title, content }) {
      remove(id);
      entries.set(id, { id, title, signature: signatures.add(foldText(content)) });
    },
    remove,
    async find(query) {
      const folded = foldText(query);
      const units = unitsOf(folded);
      const titles: Entry[] = [];
      const contents: Entry[] = [];
      let seen = 0;
      for (const entry of entries.values()) {
        if (foldText(entry.title).includes(folded)) titles.push(entry);
        else if (signatures.mayHave(entry.signature, units)) contents.push(entry);
        seen += 1;
        if (seen % together === 0) await setImmediate();
      }
      return { titles: inOrder(titles), contents: inOrder(contents) };
    },
    bytes: () => signatures.bytes() + entries.size * bytesOfEntry,
  };
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.title === b.title ? a.id < b.id : a.title < b.title;
}

/** Sorts only as far as it is read: a heap, of which usually the first few hundred of many thousands are taken. */
function inOrder(heap: Entry[]): Ordered {
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(heap, at);
  return (count) => {
    const ids: number[] = [];
    for (let first = heap[0]; first !== undefined && ids.length < count; first = heap[0]) {
      ids.push(first.id);
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) {
        heap[0] = last;
        sink(heap, 0);
      }
    }
    return ids;
  };
}

/** Moves the entry at this place down to where none below it comes before it. */
function sink(heap: Entry[], from: number): void {
  const entry = heap[from];
  if (entry === undefined) return;
  let at = from;
  for (;;) {
    const left = 2 * at + 1;
    const right = heap[left + 1];
    let next = heap[left];
    let place = left;
    if (next !== undefined && right !== undefined && isBefore(right, next)) {
      next = right;
      place = left + 1;
    }
    if (next === undefined || !isBefore(next, entry)) break;
    heap[at] = next;
    at = place;
  }
  heap[at] = entry;
}
