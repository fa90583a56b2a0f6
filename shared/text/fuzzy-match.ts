/**
 * Finds what a few typed letters mean among many names. Pure, and quick enough for ten thousand names at every key.
 *
 * 1. Every word of the query has to be found: in the name, or in what stands beside it, which counts less.
 * 2. A word is found where it stands as it is, best at the start of a word; else where its letters follow each other with
 *    gaps between them, which counts less than any name that has the word.
 * 3. A longer query finds no more than a shorter one that it begins with.
 * Names and queries are folded first, once: capitals, accents and Unicode forms make no difference.
 */
export type FuzzyEntry = {
  readonly name: string;
  readonly beside: string;
  /** Added to the score, where one of two names that match alike is wanted more: below 10. */
  readonly weight: number;
};

/** Returns the text in small letters without accents; each code unit of the composed text (NFC) stays at its place. */
export function foldLetters(text: string): string {
  // Most names are ASCII, and a name is mostly folded for nobody.
  if (isAscii(text)) return text.toLowerCase();
  let folded = '';
  for (const unit of text.normalize('NFC').split('')) folded += foldUnit(unit);
  return folded;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

const accented = /^(.)\p{M}+$/u;

function foldUnit(unit: string): string {
  const [, letter = unit] = accented.exec(unit.normalize('NFD')) ?? [];
  const lower = letter.toLowerCase();
  return lower.length === 1 ? lower : letter;
}

/** Returns the folded words of a query. */
export function queryWords(query: string): readonly string[] {
  return foldLetters(query).split(/\s+/u).filter(Boolean);
}

/** Returns the indices of the entries that the query finds, the best first; all of them in their order for no words. */
export function rankEntries(words: readonly string[], entries: readonly FuzzyEntry[]): number[] {
  const found = new Float64Array(entries.length);
  let count = 0;
  for (const [index, entry] of entries.entries()) {
    const score = scoreOf(words, entry);
    if (score === null) continue;
    // One number for both: a comparing function takes ten times as long to sort them.
    found[count] = Math.round(score * 1000) * entries.length + (entries.length - 1 - index);
    count += 1;
  }
  const sorted = found.subarray(0, count).sort().reverse();
  return Array.from(sorted, (packed) => entries.length - 1 - (packed % entries.length));
}

/** Returns how well an entry matches, from 0; null: not. */
export function scoreOf(words: readonly string[], { name, beside, weight }: FuzzyEntry): number | null {
  if (words.length === 0) return 0;
  let sum = 0;
  for (const word of words) {
    const own = scoreWord(word, name);
    const other = own >= inOrder.start ? 0 : scoreWord(word, beside) * shareBeside;
    const best = Math.max(own, other);
    if (best === 0) return null;
    sum += best;
  }
  return sum / words.length + weight;
}

const shareBeside = 0.3;
/** A word that stands there as it is: anywhere, at the start of a word, at the start of the name; as a whole word. */
const inOrder = { anywhere: 100, start: 140, first: 160, whole: 20 };
/** Letters with gaps: at least and at most. */
const scattered = { least: 10, most: 80 };
/** For a name of which the word is a larger part. */
const coverage = 15;

/** Returns 0 where the word is not found. */
function scoreWord(word: string, text: string): number {
  const at = bestPlace(word, text);
  const share = (coverage * word.length) / Math.max(text.length, 1);
  if (at >= 0) {
    const place = at === 0 ? inOrder.first : isWordStart(text, at) ? inOrder.start : inOrder.anywhere;
    return place + (isWordStart(text, at + word.length) ? inOrder.whole : 0) + share;
  }
  const places = scatteredPlaces(word, text);
  if (places === null) return 0;
  const near = places.filter(
    (place, index) => isWordStart(text, place) || (index > 0 && places[index - 1] === place - 1),
  ).length;
  return scattered.least + ((scattered.most - scattered.least - coverage) * near) / word.length + share;
}

/** Returns where the word stands, at the start of a word if it does anywhere; -1: nowhere. */
function bestPlace(word: string, text: string): number {
  const first = text.indexOf(word);
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) if (isWordStart(text, at)) return at;
  return first;
}

/** Returns where the letters of the word follow each other, as near together as at their first occurrence; null: nowhere. */
function scatteredPlaces(word: string, text: string): number[] | null {
  let at = -1;
  for (let index = 0; index < word.length; index += 1) {
    at = text.indexOf(word.charAt(index), at + 1);
    if (at < 0) return null;
  }
  // Back from the end: "the answer" has its "te" nearer together than its first "t" shows.
  const places: number[] = [];
  for (let index = word.length - 1; index >= 0; index -= 1) {
    at = text.lastIndexOf(word.charAt(index), at);
    places.unshift(at);
    at -= 1;
  }
  return places;
}

function isWordStart(text: string, at: number): boolean {
  return (
    at === 0 || at >= text.length || !isLetter(text.charCodeAt(at - 1)) || !isLetter(text.charCodeAt(at))
  );
}

/** Letters, digits, and whatever is beyond ASCII. */
function isLetter(code: number): boolean {
  return code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Returns the places of the letters of a folded name that the words of a query matched, in order. */
export function matchedPlaces(words: readonly string[], name: string): readonly number[] {
  const matched = new Set<number>();
  for (const word of words) {
    const at = bestPlace(word, name);
    const places = at >= 0 ? Array.from(word, (_, index) => at + index) : (scatteredPlaces(word, name) ?? []);
    for (const place of places) matched.add(place);
  }
  return [...matched].sort((a, b) => a - b);
}
