/**
 * Tokens as numbers, equal ones for equal tokens. In arrays of plain numbers: a megabyte can be a million tokens,
 * and an object or a substring for each of them costs more than all the rest of a merge.
 */

/** A stretch of a text as tokens: where each one starts, and last where the stretch ends, in UTF-16 units. */
export type Tokens = { readonly text: string; readonly starts: Int32Array };

/** A hostile text can have any number of tokens with one hash; past this many a token counts as unlike all others. */
const mostTried = 256;

/** The first numbers are those of the base, in the order in which its tokens come. */
export function numberTokens(base: Tokens, side: Tokens): { base: Int32Array; side: Int32Array } {
  const most = base.starts.length + side.starts.length;
  const mask = 2 ** Math.ceil(Math.log2(2 * most)) - 1;
  // A place holds 1 + a number; of each number, where it was first seen, and its hash.
  const places = new Int32Array(mask + 1);
  const seen = { hash: new Int32Array(most), start: new Int32Array(most), length: new Int32Array(most) };
  let numbers = 0;
  let inBase = most;

  function isSeen(number: number, token: Stretch): boolean {
    if (seen.length[number] !== token.length) return false;
    const text = number < inBase ? base.text : side.text;
    return isSame({ text, start: seen.start[number] ?? 0, length: token.length }, token);
  }

  function numberOf(token: Stretch): number {
    const hash = hashOf(token);
    let place = (hash ^ (hash >>> 15)) & mask;
    for (let tried = 0; tried < mostTried; tried += 1) {
      const known = (places[place] ?? 0) - 1;
      if (known < 0) {
        places[place] = numbers + 1;
        break;
      }
      if (seen.hash[known] === hash && isSeen(known, token)) return known;
      place = (place + 1) & mask;
    }
    seen.hash[numbers] = hash;
    seen.start[numbers] = token.start;
    seen.length[numbers] = token.length;
    numbers += 1;
    return numbers - 1;
  }

  function numbersOf({ text, starts }: Tokens): Int32Array {
    const found = new Int32Array(starts.length - 1);
    for (let token = 0; token < found.length; token += 1) {
      const start = starts[token] ?? 0;
      found[token] = numberOf({ text, start, length: (starts[token + 1] ?? start) - start });
    }
    return found;
  }
  const ofBase = numbersOf(base);
  inBase = numbers;
  return { base: ofBase, side: numbersOf(side) };
}

type Stretch = { text: string; start: number; length: number };

/** Of a longer token only so many units at both of its ends are hashed. */
const mostHashed = 512;

/** FNV-1a over UTF-16 units. */
function hashOf({ text, start, length }: Stretch): number {
  const end = start + length;
  let hash = 0x811c9dc5 | length;
  const firstEnd = Math.min(end, start + mostHashed);
  for (let at = start; at < firstEnd; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  const lastStart = Math.max(firstEnd, end - mostHashed);
  for (let at = lastStart; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** From this length on it is quicker to cut both out and compare them as a whole. */
const long = 64;

function isSame(one: Stretch, other: Stretch): boolean {
  if (one.length >= long) return cut(one) === cut(other);
  for (let at = 0; at < one.length; at += 1) {
    if (one.text.charCodeAt(one.start + at) !== other.text.charCodeAt(other.start + at)) return false;
  }
  return true;
}

function cut({ text, start, length }: Stretch): string {
  return text.slice(start, start + length);
}
