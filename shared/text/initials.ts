import { limits } from '#shared/model/limits.ts';

/** The first letters of up to the first two words of a name, in upper case. Spec section 2. */
export function initials(displayName: string): string {
  return displayName.trim().split(/\s+/u).slice(0, limits.initialsLength).map(firstLetter).join('');
}

function firstLetter(word: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [...word][0] ?? '';
  // "ß" becomes "SS": one word gives one letter.
  return [...letter.toUpperCase()][0] ?? '';
}
