/**
 * The tokens that texts are compared by. Joined together they are the text again, to the unit.
 * A token carries the white space after it: with words and spaces apart, a comparison finds every space
 * equal to every other one, and its cost grows about cubically.
 */

export type Tokenizer = {
  /** Whether a large text has so many tokens that it is worth comparing it more coarsely first. */
  readonly isFine: boolean;
  /** Returns where the token that starts at `at` ends, both in UTF-16 units; `at` is before the end of the text. */
  endAt(text: string, at: number): number;
  /** Returns true only if a token starts at `at` whatever stands beyond the characters on both sides of it. */
  startsAt(text: string, at: number): boolean;
};

/** Lines with their terminators (LF, CRLF or CR); the last one may have none. */
export function lineTokenizer(): Tokenizer {
  // Of the text that was asked about last: to look for each kind of end in each line would take the square of them.
  let known = { text: '', hasReturn: false };

  function hasReturn(text: string): boolean {
    if (known.text !== text) known = { text, hasReturn: text.includes('\r') };
    return known.hasReturn;
  }

  return {
    isFine: false,
    endAt(text, at) {
      if (!hasReturn(text)) return text.indexOf('\n', at) + 1 || text.length;
      let end = at;
      while (end < text.length && !isBreak(text.charCodeAt(end))) end += 1;
      return Math.min(text.length, end + (text.startsWith('\r\n', end) ? 2 : 1));
    },
    startsAt(text, at) {
      const before = text.charCodeAt(at - 1);
      return isBreak(before) && !(before === carriageReturn && text.charCodeAt(at) === lineFeed);
    },
  };
}

const lineFeed = 10;
const carriageReturn = 13;

function isBreak(unit: number): boolean {
  return unit === lineFeed || unit === carriageReturn;
}

// Scripts that put no space between words: there, a "word" of the space-separated kind is a whole paragraph,
// and two edits in it could never be told apart. Each character stands for itself, with its marks.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const mark = /\p{M}/u;
const space = /\s/;

const isKnown = 1;
const isSpace = 2;
const isUnspaced = 4;
const isMark = 8;

/**
 * Words, each with the white space after it; white space at the very beginning is a token of its own. One
 * tokenizer looks each character up once: an expression takes a second for a megabyte of ideographs.
 */
export function wordTokenizer(): Tokenizer {
  const known = new Uint8Array(0x10000);

  function kindAt(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    // What a first half of a pair stands for is told by its second one; what follows is a code point of its own.
    if (unit >= 0xd800 && unit <= 0xdbff) return kindOf(String.fromCodePoint(text.codePointAt(at) ?? unit));
    const kind = known[unit] ?? 0;
    if (kind !== 0) return kind;
    const found = kindOf(String.fromCharCode(unit));
    known[unit] = found;
    return found;
  }

  function pastSpace(text: string, at: number): number {
    let end = at;
    while (end < text.length && (kindAt(text, end) & isSpace) !== 0) end += 1;
    return end;
  }

  return {
    isFine: true,
    endAt(text, at) {
      const first = kindAt(text, at);
      if ((first & isSpace) !== 0) return pastSpace(text, at);
      let end = at + unitsAt(text, at);
      const stays = (kind: number) =>
        (first & isUnspaced) === 0 ? (kind & (isSpace | isUnspaced)) === 0 : (kind & isMark) !== 0;
      while (end < text.length && stays(kindAt(text, end))) end += unitsAt(text, end);
      return pastSpace(text, end);
    },
    startsAt(text, at) {
      const next = kindAt(text, at);
      if ((next & isSpace) !== 0) return false;
      if ((kindAt(text, at - 1) & isSpace) !== 0) return true;
      return (next & isUnspaced) !== 0 && (next & isMark) === 0;
    },
  };
}

/** Returns true if no word goes on over a place in a text. Every border between two tokens is such a place. */
export function isWordBorder(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  const next = text.charCodeAt(at);
  // Of Latin letters none is a mark or stands without spaces; and a word may be a megabyte.
  if (last < 0x300 && next < 0x300) return isLatinSpace(last) || isLatinSpace(next);
  const before = text.slice(Math.max(0, at - mostMarks), at).replace(trailingMarks, '');
  const character = before.slice(endsInPair.test(before) ? -2 : -1);
  if (character === '' || at >= text.length || space.test(character) || space.test(text.charAt(at)))
    return true;
  return unspaced.test(character) || unspaced.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function isLatinSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0;
}

const mostMarks = 16;
const trailingMarks = /\p{M}+$/u;
const endsInPair = /[\ud800-\udbff][\udc00-\udfff]$/;

function kindOf(character: string): number {
  if (space.test(character)) return isKnown | isSpace;
  return isKnown | (unspaced.test(character) ? isUnspaced : 0) | (mark.test(character) ? isMark : 0);
}

/** How many units the character at this place has. */
function unitsAt(text: string, at: number): 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}
