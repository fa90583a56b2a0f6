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

/** The folded texts of a prompt that are searched; versions newest first. */
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
  const { terms, asTyped } = search;
  if (terms.length === 0) return null;
  // The last of the places at which its terms are first seen. Called for thousands of prompts: it allocates nothing.
  let last = 0;
  for (const term of terms) last = Math.max(last, firstPlace(parts, term));
  const place = places[last] ?? 'version';
  if (place !== 'version') {
    return { place, version: null, asTyped: mayBeAsTyped && isAt(parts, place, asTyped) };
  }
  const lacked = lackedTerms(parts, search);
  for (const { id, version, text, description } of parts.versions) {
    if (!lacked.every((term) => text.includes(term) || description.includes(term))) continue;
    const isAsTyped = mayBeAsTyped && (text.includes(asTyped) || description.includes(asTyped));
    return { place, version: { id, version }, asTyped: isAsTyped };
  }
  return null;
}

const versionPlace = places.indexOf('version');

/** Returns the index of the first of `places` at which a term stands; that of versions where it stands at none before. */
function firstPlace({ title, text, notes, tags }: SearchedParts, term: string): number {
  if (title.includes(term)) return 0;
  if (text.includes(term)) return 1;
  if (notes.length > 0 && isIn(notes, term)) return 2;
  return tags.length > 0 && isIn(tags, term) ? 3 : versionPlace;
}

function isAt(parts: SearchedParts, place: Exclude<SearchPlace, 'version'>, term: string): boolean {
  switch (place) {
    case 'title':
      return parts.title.includes(term);
    case 'text':
      return parts.text.includes(term);
    case 'note':
      return isIn(parts.notes, term);
    case 'tag':
      return isIn(parts.tags, term);
  }
}

/** Returns the terms that a prompt has not as it is now: a version must have all of them. */
export function lackedTerms(parts: SearchedParts, { terms }: Search): string[] {
  return terms.filter((term) => firstPlace(parts, term) === versionPlace);
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
