/**
 * Holds what is searched of all prompts in memory, folded (`foldText`), with signatures of it.
 *
 * 1. `find` returns what a plain scan by `matchOf` would, in the order of `inSearchOrder`; the signatures only spare it
 *    texts.
 * 2. A prompt can be found as soon as it was put; it is signed later, in portions (`signSome`).
 * 3. What stands beside the text has signatures of its own, one for the notes and tags and one for each version: few
 *    prompts have either, and none pays for those of others.
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

/** Which prompts are looked through; null: whatever it is. */
export type SearchFilter = {
  readonly projectId: number | null;
  readonly tag: string | null;
  /** A label that is on one of its versions. */
  readonly label: string | null;
  /** An ISO date: the prompt or a version of it was made then or later. */
  readonly since: string | null;
};

/** The names by which prompts can be filtered. */
export type SearchChoices = { tags: string[]; labels: string[] };

export const everyPrompt: SearchFilter = { projectId: null, tag: null, label: null, since: null };

/** `text`: what the snippet is of; `lower`: the same, folded. */
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

/** The things that most prompts do not have; `places`: of their signatures. */
type Beside = Readonly<{
  tags: readonly string[];
  labels: readonly string[];
  notes: readonly FoldedText[];
  /** As in `parts`, newest first. */
  versions: readonly { readonly description: string; readonly text: FoldedText }[];
  places: readonly number[];
}>;

const none: readonly never[] = [];
const nothing: Beside = { tags: none, labels: none, notes: none, versions: none, places: none };

function minuteOf(date: string): number {
  return Math.floor(Date.parse(date) / 60_000);
}

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

  get size(): number {
    return this.#places.size;
  }

  /** Puts a prompt without its versions, which follow it. */
  put(prompt: SearchedPrompt): void {
    const { id, title, projectId, content, tags, labels } = prompt;
    const known = this.#places.get(id);
    const place = known ?? this.#free.pop() ?? this.#held.length;
    const before = known === undefined ? undefined : this.#held[known];
    if (before?.title !== title) this.#order = null;
    this.#choices = null;
    this.#releaseBesides(before);
    const text = folded(content);
    const notes = prompt.notes.map(folded);
    const isAlone = tags.length + labels.length + notes.length === 0;
    const parts: SearchedParts = {
      ...{ title: foldText(title), text: text.lower, versions: none },
      notes: notes.length === 0 ? none : notes.map(({ lower }) => lower),
      tags: tags.length === 0 ? none : tags.map(foldText),
    };
    this.#held[place] = {
      ...{ id, title, projectId, parts, text, minute: minuteOf(prompt.createdAt) },
      beside: isAlone ? nothing : { ...nothing, tags, labels, notes },
    };
    this.#places.set(id, place);
    this.#titles.put(place, () => parts.title);
    this.#texts.put(place, () => parts.text);
    const others = [...parts.notes, ...parts.tags];
    if (others.length > 0) this.#addBeside(place, () => others.join('\n'));
  }

  /** Ignores a version of a prompt that is not there. */
  putVersion({ id, promptId, version, description, content, createdAt }: SearchedVersion): void {
    const place = this.#places.get(promptId);
    const held = place === undefined ? undefined : this.#held[place];
    if (place === undefined || held === undefined) return;
    const text = folded(content);
    const searched = { id, version, description: foldText(description), text: text.lower };
    const { versions } = held.parts;
    const at = versions.findIndex((other) => other.version < version);
    const index = at < 0 ? versions.length : at;
    held.parts = { ...held.parts, versions: versions.toSpliced(index, 0, searched) };
    const all = held.beside.versions.toSpliced(index, 0, { description, text });
    held.beside = { ...held.beside, versions: all };
    held.minute = Math.max(held.minute, minuteOf(createdAt));
    this.#addBeside(place, () => `${searched.text}\n${searched.description}`);
  }

  remove(id: number): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    this.#releaseBesides(this.#held[place]);
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

  #addBeside(place: number, read: () => string): void {
    const held = this.#held[place];
    if (held === undefined) return;
    const beside = this.#freeBesides.pop() ?? this.#owners.length;
    this.#owners[beside] = place;
    this.#besides.put(beside, read);
    held.beside = { ...held.beside, places: [...held.beside.places, beside] };
  }

  #releaseBesides(held: Held | undefined): void {
    for (const place of held?.beside.places ?? none) {
      this.#besides.remove(place);
      this.#freeBesides.push(place);
    }
  }

  #inOrder(): readonly number[] {
    this.#order ??= [...this.#places.values()].sort((a, b) => inTitleOrder(this.#held[a], this.#held[b]));
    return this.#order;
  }
}

function choicesOf(besides: readonly Beside[]): SearchChoices {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const sorted = (names: readonly string[]) => [...new Set(names)].sort(compare);
  return {
    tags: sorted(besides.flatMap(({ tags }) => tags)),
    labels: sorted(besides.flatMap(({ labels }) => labels)),
  };
}

function passes({ projectId, minute, beside }: Held, filter: SearchFilter): boolean {
  return (
    (filter.projectId === null || projectId === filter.projectId) &&
    (filter.tag === null || beside.tags.includes(filter.tag)) &&
    (filter.label === null || beside.labels.includes(filter.label)) &&
    (filter.since === null || minute >= minuteOf(filter.since))
  );
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
  if (isHere(old.text.lower)) return whole(old.text);
  return { text: old.description, lower: parts.versions[index]?.description ?? '' };
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
