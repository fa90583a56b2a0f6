/**
 * Holds the titles of one account's prompts and the signatures of their texts and versions, in memory: which prompts may
 * be found, and how well at best.
 *
 * It follows `matchOf` step by step with "may have" for "has". So a prompt that is found is among the candidates, and in
 * none of a later rank than its own.
 */
import { setImmediate } from 'node:timers/promises';
import { foldText } from '#shared/text/fold-text.ts';
import { byTitle, rankOf, ranks, type SearchPlace } from '#shared/text/search-match.ts';
import type { Search } from '#shared/text/search-query.ts';
import {
  type AskedTerm,
  askedTerm,
  createIndexedVersions,
  type IndexedVersion,
  type IndexedVersions,
} from './indexed-versions.ts';
import { createTextSignatures, type TextSignatures } from './text-signatures.ts';

export type IndexedPrompt = {
  id: number;
  title: string;
  content: string;
  notes: readonly string[];
  tags: readonly string[];
};

export type SearchIndex = {
  put(prompt: IndexedPrompt): void;
  remove(id: number): void;
  putVersion(version: IndexedVersion): void;
  removeVersion(version: Pick<IndexedVersion, 'id' | 'promptId'>): void;
  /** Resolves to the prompts that may be found, by the best rank that each may have (`rankOf`). */
  find(search: Search): Promise<Ordered[]>;
  /** Returns the versions of a prompt that may have all of these terms, newest first. */
  versionsOf(promptId: number, terms: readonly string[]): number[];
  /** About what it takes. */
  bytes(): number;
};

/** Returns the next ids by title, at most so many; none at the end. */
export type Ordered = (count: number) => number[];

type Entry = {
  readonly id: number;
  readonly title: string;
  readonly text: number;
  /** Of its notes and tags; null where it has none. */
  readonly beside: number | null;
};

type Asked = { readonly terms: readonly AskedTerm[]; readonly asTyped: AskedTerm };

/** Prompts and versions that are looked at in one turn of the event loop: about two milliseconds. */
const together = 20_000;
const bytesOfEntry = 160;

/** `budget` in bytes: half of it for what prompts are now, half for their versions, which may be many times as much. */
export function createSearchIndex(budget: number): SearchIndex {
  const signatures = createTextSignatures(budget / 2);
  const versions = createIndexedVersions(budget / 2);
  const entries = new Map<number, Entry>();

  function remove(id: number): void {
    const entry = entries.get(id);
    if (entry === undefined) return;
    signatures.remove(entry.text);
    if (entry.beside !== null) signatures.remove(entry.beside);
    entries.delete(id);
  }

  return {
    put({ id, title, content, notes, tags }) {
      remove(id);
      const beside = [...notes, ...tags];
      entries.set(id, {
        ...{ id, title, text: signatures.add(foldText(content)) },
        beside: beside.length === 0 ? null : signatures.add(foldText(beside.join('\n'))),
      });
    },
    remove,
    putVersion: versions.put,
    removeVersion: versions.remove,
    async find({ terms, asTyped }) {
      const asked = { terms: terms.map(askedTerm), asTyped: askedTerm(asTyped) };
      const found = Array.from({ length: ranks }, (): Entry[] => []);
      let seen = 0;
      for (const entry of entries.values()) {
        const rank = bestRank(entry, asked, { signatures, versions });
        if (rank !== null) found[rank]?.push(entry);
        seen += 1 + versions.countOf(entry.id);
        if (seen < together) continue;
        await setImmediate();
        seen = 0;
      }
      return found.map(inOrder);
    },
    versionsOf: (promptId, terms) => versions.having(promptId, terms.map(askedTerm)).map(({ id }) => id),
    bytes: () => signatures.bytes() + entries.size * bytesOfEntry + versions.bytes(),
  };
}

type Signed = { readonly signatures: TextSignatures; readonly versions: IndexedVersions };

/** Returns null where the prompt cannot be found. */
function bestRank(
  { id, title, text, beside }: Entry,
  asked: Asked,
  { signatures, versions }: Signed,
): number | null {
  const { asTyped } = asked;
  const at = (place: SearchPlace, isAsTyped: boolean) => rankOf({ place, asTyped: isAsTyped });
  const has = (place: number, { units }: AskedTerm) => signatures.mayHave(place, units);
  const lower = foldText(title);
  let left = asked.terms.filter(({ term }) => !lower.includes(term));
  if (left.length === 0) return at('title', lower.includes(asTyped.term));
  left = left.filter((term) => !has(text, term));
  if (left.length === 0) return at('text', has(text, asTyped));
  if (beside !== null) {
    left = left.filter((term) => !has(beside, term));
    if (left.length === 0) return at('note', has(beside, asTyped));
  }
  const found = versions.having(id, left);
  if (found.length === 0) return null;
  return at(
    'version',
    found.some((version) => versions.mayHave(version, asTyped)),
  );
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
    if (next !== undefined && right !== undefined && byTitle(right, next) < 0) {
      next = right;
      place = left + 1;
    }
    if (next === undefined || byTitle(next, entry) >= 0) break;
    heap[at] = next;
    at = place;
  }
  heap[at] = entry;
}
