/**
 * Holds what is searched of all prompts in memory, folded (`foldText`), with signatures of it.
 *
 * 1. `find` returns what a plain scan by `matchOf` would, in the order of `inSearchOrder`; the signatures only spare it
 *    texts.
 * 2. A prompt can be found as soon as it was put; it is signed later, in portions (`signSome`).
 * 3. What stands beside the text has signatures of its own, one for the notes and tags and one for each version: few
 *    prompts have either, and none pays for those of others. A version that stays as it was keeps its own.
 * 4. The texts of versions have a bound together. Beyond it a version is found by its description alone, and counted
 *    (`leftOut`).
 */
import { foldText } from '#shared/text/fold-text.ts';
import {
  byTitle,
  type Match,
  matchOf,
  rankOf,
  ranks,
  type SearchedParts,
} from '#shared/text/search-match.ts';
import type { Search } from '#shared/text/search-query.ts';
import { type FoldedText, folded, unfolded } from './folded-text.ts';
import { choicesOf, everyPrompt, minuteOf, passes, type SearchChoices } from './search-filter.ts';
import { SignedTexts } from './signed-texts.ts';

export type SearchedPrompt = {
  id: number;
  title: string;
  projectId: number;
  content: string;
  notes: readonly string[];
  tags: readonly string[];
  labels: readonly string[];
  /** ISO date. */
  createdAt: string;
};

export type SearchedVersion = {
  id: number;
  promptId: number;
  version: number;
  description: string;
  content: string;
  createdAt: string;
};

/** `text`: what the snippet is of; `lower`: the same, folded; empty where it is a description, which no editor shows. */
export type FoundText = {
  id: number;
  title: string;
  projectId: number;
  match: Match;
  text: string;
  lower: string;
};

/** `minute`: when it or its latest version was made, in minutes, which take no memory of their own. */
type Held = Pick<SearchedPrompt, 'id' | 'title' | 'projectId'> & {
  parts: SearchedParts;
  text: FoldedText;
  minute: number;
  beside: Beside;
};

/** The things that most prompts do not have; `place`: of the signature of notes and tags. */
type Beside = Readonly<{
  tags: readonly string[];
  labels: readonly string[];
  notes: readonly FoldedText[];
  place: number | null;
  /** As in `parts`, newest first. */
  versions: readonly HeldVersion[];
}>;

/** `text`: null where there was no room for it; `place`: of the signature. */
type HeldVersion = { readonly description: string; readonly text: FoldedText | null; readonly place: number };

const none: readonly never[] = [];
const nothing: Beside = { tags: none, labels: none, notes: none, place: null, versions: none };
/** UTF-16 units: some 100 MB at most, half of it where no text goes beyond Latin letters. */
const roomOfVersions = 50_000_000;
const noText: FoldedText = { lower: '', capitals: null };

export class SearchedPrompts {
  readonly #places = new Map<number, number>();
  readonly #held: (Held | undefined)[] = [];
  readonly #free: number[] = [];
  /** 128 bytes a title and 1 KB a text. */
  readonly #titles = new SignedTexts(10);
  readonly #texts = new SignedTexts(13);
  readonly #besides = new SignedTexts(13);
  /** The place of the prompt of each place beside one. */
  readonly #owners: number[] = [];
  readonly #freeBesides: number[] = [];
  /** Places by title, then id; null where that has changed. */
  #order: number[] | null = null;
  /** Null where they may have changed. */
  #choices: SearchChoices | null = null;
  /** Units of the texts of versions that may still be held. */
  #room: number;
  #leftOut = 0;

  constructor({ room = roomOfVersions } = {}) {
    this.#room = room;
  }

  /** Versions whose texts found no room. */
  get leftOut(): number {
    return this.#leftOut;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Puts a prompt; the versions that are held of it stay. */
  put(prompt: SearchedPrompt): void {
    const { id, title, projectId, content, tags, labels } = prompt;
    const known = this.#places.get(id);
    const place = known ?? this.#free.pop() ?? this.#held.length;
    const before = this.#held[place];
    if (before?.title !== title) this.#order = null;
    this.#choices = null;
    this.#release(before?.beside.place ?? null);
    const text = folded(content);
    const notes = prompt.notes.map(folded);
    const parts: SearchedParts = {
      ...{ title: foldText(title), text: text.lower, versions: before?.parts.versions ?? none },
      notes: notes.length === 0 ? none : notes.map(({ lower }) => lower),
      tags: tags.length === 0 ? none : tags.map(foldText),
    };
    const others = [...parts.notes, ...parts.tags];
    const versions = before?.beside.versions ?? none;
    const isAlone = others.length + labels.length + versions.length === 0;
    const sign = () => (others.length === 0 ? null : this.#sign(place, () => others.join('\n')));
    this.#held[place] = {
      ...{ id, title, projectId, parts, text, minute: minuteOf(prompt.createdAt) },
      beside: isAlone ? nothing : { tags, labels, notes, versions, place: sign() },
    };
    this.#places.set(id, place);
    this.#titles.put(place, () => parts.title);
    this.#texts.put(place, () => parts.text);
  }

  /** Puts a version; ignores one of a prompt that is not there, and one that is held as it is. */
  putVersion({ id, promptId, version, description, content, createdAt }: SearchedVersion): void {
    const place = this.#places.get(promptId);
    const held = place === undefined ? undefined : this.#held[place];
    if (place === undefined || held === undefined) return;
    held.minute = Math.max(held.minute, minuteOf(createdAt));
    const known = held.parts.versions.findIndex((other) => other.id === id);
    const before = held.beside.versions[known];
    const isHeld = before?.text != null && unfolded(before.text) === content;
    if (isHeld && before.description === description) return;
    if (known >= 0) this.#removeVersion(held, known);
    const text = this.#take(content);
    const searched = { id, version, description: foldText(description), text: (text ?? noText).lower };
    const after = held.parts.versions.findIndex((other) => other.version < version);
    const index = after < 0 ? held.parts.versions.length : after;
    const signed = this.#sign(place, () => `${searched.text}\n${searched.description}`);
    held.parts = { ...held.parts, versions: held.parts.versions.toSpliced(index, 0, searched) };
    const all = held.beside.versions.toSpliced(index, 0, { description, text, place: signed });
    held.beside = { ...held.beside, versions: all };
  }

  /** Forgets the versions of a prompt but for these. */
  keepVersions(promptId: number, ids: ReadonlySet<number>): void {
    const held = this.#held[this.#places.get(promptId) ?? -1];
    if (held === undefined) return;
    for (let at = held.parts.versions.length - 1; at >= 0; at -= 1) {
      if (!ids.has(held.parts.versions[at]?.id ?? -1)) this.#removeVersion(held, at);
    }
  }

  remove(id: number): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.keepVersions(id, new Set());
    this.#places.delete(id);
    this.#release(this.#held[place]?.beside.place ?? null);
    this.#held[place] = undefined;
    this.#titles.remove(place);
    this.#texts.remove(place);
    this.#free.push(place);
    this.#order = null;
    this.#choices = null;
  }

  clear(): void {
    for (const id of this.#places.keys()) this.remove(id);
  }

  /** Signs at most so many code units of texts, at least one text; returns whether there is more to sign. */
  signSome(mostUnits: number): boolean {
    let left = mostUnits;
    for (const signed of [this.#titles, this.#texts, this.#besides]) {
      left = signed.signSome(left);
      if (left <= 0) return true;
    }
    return false;
  }

  /** Returns the first of what is found, in order, and how many are found in all. */
  find(search: Search, most: number, filter = everyPrompt): { count: number; first: FoundText[] } {
    if (search.terms.length === 0) return { count: 0, first: [] };
    const maybe = search.terms.map((term) => this.#candidates(term)).reduce(both);
    const maybeTyped = search.terms.length === 1 ? maybe : this.#candidates(search.asTyped);
    const found = Array.from({ length: ranks }, (): { held: Held; match: Match }[] => []);
    let count = 0;
    for (const place of this.#inOrder()) {
      const held = has(maybe, place) ? this.#held[place] : undefined;
      if (held === undefined || !passes(held, filter)) continue;
      const match = matchOf(held.parts, search, has(maybeTyped, place));
      if (match === null) continue;
      count += 1;
      const ranked = found[rankOf(match)];
      if (ranked !== undefined && ranked.length < most) ranked.push({ held, match });
    }
    const first = found.flat().slice(0, most);
    return { count, first: first.map(({ held, match }) => foundText(held, match, search)) };
  }

  /** Returns the tags and labels of all prompts, each once. */
  choices(): SearchChoices {
    this.#choices ??= choicesOf(this.#held.flatMap((held) => held?.beside ?? none));
    return this.#choices;
  }

  /** Returns the places of the prompts that may have a term. */
  #candidates(term: string): Uint32Array {
    const size = this.#held.length;
    const found = this.#titles.candidates(term, size);
    for (const [word, bits] of this.#texts.candidates(term, size).entries())
      found[word] = (found[word] ?? 0) | bits;
    for (const [word, bits] of this.#besides.candidates(term, this.#owners.length).entries()) {
      for (let left = bits; left !== 0; left &= left - 1) {
        const owner = this.#owners[word * 32 + 31 - Math.clz32(left & -left)];
        if (owner !== undefined) add(found, owner);
      }
    }
    return found;
  }

  /** Returns the place of a new signature beside a prompt. */
  #sign(owner: number, read: () => string): number {
    const place = this.#freeBesides.pop() ?? this.#owners.length;
    this.#owners[place] = owner;
    this.#besides.put(place, read);
    return place;
  }

  #release(place: number | null): void {
    if (place === null) return;
    this.#besides.remove(place);
    this.#freeBesides.push(place);
  }

  /** Returns the text of a version as it is held; null where there is no room. */
  #take(content: string): FoldedText | null {
    if (content.length > this.#room) {
      this.#leftOut += 1;
      return null;
    }
    this.#room -= content.length;
    return folded(content);
  }

  #removeVersion(held: Held, at: number): void {
    const gone = held.beside.versions[at];
    if (gone === undefined) return;
    this.#release(gone.place);
    if (gone.text === null) this.#leftOut -= 1;
    else this.#room += (gone.text.whole ?? gone.text.lower).length;
    held.parts = { ...held.parts, versions: held.parts.versions.toSpliced(at, 1) };
    held.beside = { ...held.beside, versions: held.beside.versions.toSpliced(at, 1) };
  }

  #inOrder(): readonly number[] {
    this.#order ??= [...this.#places.values()].sort((a, b) => inTitleOrder(this.#held[a], this.#held[b]));
    return this.#order;
  }
}

function foundText(held: Held, match: Match, search: Search): FoundText {
  const { id, title, projectId } = held;
  return { id, title, projectId, match, ...textOf(held, match, search) };
}

/** Returns what the snippet of a match is of; of a title or a tag it is the text. */
function textOf(
  { parts, text, beside }: Held,
  { place, version }: Match,
  { terms }: Search,
): Pick<FoundText, 'text' | 'lower'> {
  const isHere = (lower: string) => terms.some((term) => lower.includes(term));
  const whole = (held: FoldedText) => ({ text: unfolded(held), lower: held.lower });
  if (place === 'note') return whole(beside.notes.find(({ lower }) => isHere(lower)) ?? text);
  const index = parts.versions.findIndex(({ id }) => id === version?.id);
  const old = beside.versions[index];
  if (old === undefined) return whole(text);
  if (old.text !== null && isHere(old.text.lower)) return whole(old.text);
  return { text: old.description, lower: '' };
}

function has(places: Uint32Array, place: number): boolean {
  return ((places[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
}

function add(places: Uint32Array, place: number): void {
  places[place >>> 5] = (places[place >>> 5] ?? 0) | (1 << (place & 31));
}

function both(a: Uint32Array, b: Uint32Array): Uint32Array {
  return a.map((word, index) => word & (b[index] ?? 0));
}

function inTitleOrder(a: Held | undefined, b: Held | undefined): number {
  return a === undefined || b === undefined ? 0 : byTitle(a, b);
}
