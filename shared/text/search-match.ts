/**
 * Decides which prompts a query finds, where, and in which order; the device and the server both ask here.
 *
 * 1. Every term occurs in the prompt: in its title, its text, a note or a tag, wherever each of them stands. An old
 *    version counts where it has by itself all terms that the prompt has not as it is now.
 * 2. The match is the first place, in the order of `places`, at which all terms have been seen.
 * 3. Found prompts stand in the order of their places; of one place those with the query as it was typed come first,
 *    then by title, then by id: never by chance.
 *
 * Both callers know from signatures which prompts may match. What they leave out this rule must leave out too: a term
 * occurs only where all runs of its units do.
 */
import { foldText } from './fold-text.ts';
import type { Search } from './search-query.ts';

/** The best first. */
export const places = ['title', 'text', 'note', 'tag', 'version'] as const;
export type SearchPlace = (typeof places)[number];

/** Texts are folded (`foldText`). */
export type SearchedVersion = {
  readonly id: number;
  readonly version: number;
  readonly description: string;
  readonly text: string;
};

/** What is searched of a prompt, folded; versions newest first. */
export type SearchedParts = {
  readonly title: string;
  readonly text: string;
  readonly notes: readonly string[];
  readonly tags: readonly string[];
  readonly versions: readonly SearchedVersion[];
};

/** `version`: null where it is no version that matches. */
export type Match = {
  readonly place: SearchPlace;
  readonly version: { readonly id: number; readonly version: number } | null;
  /** The place has the query as it was typed. */
  readonly asTyped: boolean;
};

/**
 * Returns where a search finds a prompt; null where it does not. `mayBeAsTyped`: false where the caller knows that the
 * prompt has the query nowhere as it was typed.
 */
export function matchOf(parts: SearchedParts, search: Search, mayBeAsTyped = true): Match | null {
  const isAsTyped = (texts: readonly string[]) => mayBeAsTyped && isIn(texts, search.asTyped);
  let left = search.terms;
  if (left.length === 0) return null;
  const own: readonly [SearchPlace, readonly string[]][] = [
    ['title', [parts.title]],
    ['text', [parts.text]],
    ['note', parts.notes],
    ['tag', parts.tags],
  ];
  for (const [place, texts] of own) {
    left = left.filter((term) => !isIn(texts, term));
    if (left.length === 0) return { place, version: null, asTyped: isAsTyped(texts) };
  }
  for (const { id, version, text, description } of parts.versions) {
    const texts = [text, description];
    if (!left.every((term) => isIn(texts, term))) continue;
    return { place: 'version', version: { id, version }, asTyped: isAsTyped(texts) };
  }
  return null;
}

/** Returns the terms that a prompt has not as it is now: a version must have all of them. */
export function lackedTerms({ title, text, notes, tags }: SearchedParts, { terms }: Search): string[] {
  const texts = [title, text, ...notes, ...tags];
  return terms.filter((term) => !isIn(texts, term));
}

function isIn(texts: readonly string[], term: string): boolean {
  return texts.some((text) => text.includes(term));
}

/** How many ranks there are. */
export const ranks = 2 * places.length;

/** Returns the place of a match in the order of what was found, from 0 on; several have the same. */
export function rankOf({ place, asTyped }: Pick<Match, 'place' | 'asTyped'>): number {
  return 2 * places.indexOf(place) + (asTyped ? 0 : 1);
}

export type RankedPrompt = { readonly id: number; readonly title: string; readonly match: Match };

/** Returns what was found in its order. */
export function inSearchOrder<Found extends RankedPrompt>(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => rankOf(a.match) - rankOf(b.match) || byTitle(a, b));
}

/** The order within a rank. */
export function byTitle(
  a: Pick<RankedPrompt, 'id' | 'title'>,
  b: Pick<RankedPrompt, 'id' | 'title'>,
): number {
  if (a.title !== b.title) return a.title < b.title ? -1 : 1;
  return a.id - b.id;
}

/** A prompt as it is stored; versions newest first. */
export type PlainParts = {
  readonly title: string;
  readonly content: string;
  readonly notes: readonly { readonly content: string }[];
  readonly tags: readonly string[];
  readonly versions: readonly {
    readonly id: number;
    readonly version: number;
    readonly description: string;
    readonly content: string;
  }[];
};

export function foldedParts({ title, content, notes, tags, versions }: PlainParts): SearchedParts {
  return {
    title: foldText(title),
    text: foldText(content),
    notes: notes.map((note) => foldText(note.content)),
    tags: tags.map(foldText),
    versions: versions.map(({ id, version, description, content: text }) => ({
      ...{ id, version, description: foldText(description), text: foldText(text) },
    })),
  };
}
