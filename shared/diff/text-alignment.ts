/**
 * Which tokens of one text another text kept, in time in proportion to what differs.
 * 1. The hunks are in order, never touch one another, begin and end between tokens of both texts, and everything
 *    between them is equal in both.
 * 2. Equal ends are set aside unit by unit, before anything is cut into tokens: two edits in a megabyte cost
 *    little more than one reading of it.
 * 3. Whatever the texts are, the work stays within the budget plus a few readings of both.
 * Before: the merge and the word diff ask. After: `token-numbers.ts` turns what is left into numbers, and
 * `token-alignment.ts` aligns them.
 */
import { type AlignmentBudget, alignNumbers, type Hunk } from './token-alignment.ts';
import { numberTokens, type Tokens } from './token-numbers.ts';
import type { Tokenizer } from './tokenizers.ts';

/** `hunks` of the answer are in UTF-16 units. */
export function alignTexts(
  texts: { base: string; side: string },
  tokenizer: Tokenizer,
  budget: AlignmentBudget,
): Hunk[] {
  const start = equalTokens(texts, tokenizer);
  const equalEnd = equalTokensBehind(texts, start, tokenizer);
  const longest = Math.max(texts.base.length, texts.side.length) - start - equalEnd;
  const isLarge = longest > mostAligned && tokenizer.isFine;
  const cut = isLarge ? chunkTokenizer(tokenizer) : tokenizer;
  const tokensOf = (text: string): Tokens => ({
    text,
    starts: startsIn(text, { from: start, to: text.length - equalEnd }, cut),
  });
  const base = tokensOf(texts.base);
  const side = tokensOf(texts.side);
  const hunks = alignTokens(base, side, budget).map((hunk) => ({
    baseStart: base.starts[hunk.baseStart] ?? 0,
    baseEnd: base.starts[hunk.baseEnd] ?? 0,
    sideStart: side.starts[hunk.sideStart] ?? 0,
    sideEnd: side.starts[hunk.sideEnd] ?? 0,
  }));
  return isLarge ? refined(hunks, texts, (stretch) => alignTexts(stretch, tokenizer, budget)) : hunks;
}

/** UTF-16 units. More of fine tokens than so many are a million numbers: then chunks of them are aligned first. */
const mostAligned = 262_144;

/** Cuts after about 64 units, where the last ones alone say so: an edit moves no chunk but its own. */
function chunkTokenizer({ startsAt }: Tokenizer): Pick<Tokenizer, 'endAt'> {
  return {
    endAt(text, at) {
      let last = 0;
      for (let end = at + 1; end < text.length; end += 1) {
        last = (last << 5) ^ text.charCodeAt(end - 1);
        if (Math.imul(last, 0x9e3779b1) >>> 26 === 0 && startsAt(text, end)) return end;
      }
      return text.length;
    },
  };
}

/** Aligns within the hunks of chunks, until as much has been aligned as a text may have; the rest stays coarse. */
function refined(
  hunks: readonly Hunk[],
  { base, side }: { base: string; side: string },
  alignStretch: (stretch: { base: string; side: string }) => Hunk[],
): Hunk[] {
  let left = mostAligned;
  return hunks.flatMap((hunk) => {
    const { baseStart, baseEnd, sideStart, sideEnd } = hunk;
    left -= Math.max(baseEnd - baseStart, sideEnd - sideStart);
    if (left < 0) return [hunk];
    const found = alignStretch({
      base: base.slice(baseStart, baseEnd),
      side: side.slice(sideStart, sideEnd),
    });
    return found.map((inner) => ({
      baseStart: baseStart + inner.baseStart,
      baseEnd: baseStart + inner.baseEnd,
      sideStart: sideStart + inner.sideStart,
      sideEnd: sideStart + inner.sideEnd,
    }));
  });
}

function alignTokens(base: Tokens, side: Tokens, budget: AlignmentBudget): Hunk[] {
  const baseEnd = base.starts.length - 1;
  const sideEnd = side.starts.length - 1;
  if (baseEnd === 0 && sideEnd === 0) return [];
  // What is one line in both has no line in common, and may be a megabyte that need not be read once more.
  if (baseEnd <= 1 && sideEnd <= 1) return [{ baseStart: 0, baseEnd, sideStart: 0, sideEnd }];
  return alignNumbers(numberTokens(base, side), budget);
}

/** Returns the length of the longest beginning of equal tokens. */
function equalTokens({ base, side }: { base: string; side: string }, tokenizer: Tokenizer): number {
  const equal = equalUnits(base, side);
  // A token start is told by the characters beside it, so both of them, pairs whole, must be equal in both texts.
  let start = Math.max(0, equal - 2);
  while (start > 0 && !tokenizer.startsAt(base, start)) start -= 1;
  while (start < equal) {
    const end = tokenizer.endAt(base, start);
    if (end > equal || tokenizer.endAt(side, start) !== end) break;
    start = end;
  }
  return start;
}

/** Returns the length of an end of equal tokens that leaves the beginning alone; the longest but for a few tokens. */
function equalTokensBehind(
  { base, side }: { base: string; side: string },
  start: number,
  tokenizer: Tokenizer,
): number {
  const equal = equalUnitsBehind(base, side, Math.min(base.length, side.length) - start);
  let end = Math.max(0, equal - 2);
  while (end > 0 && !tokenizer.startsAt(base, base.length - end)) end -= 1;
  return end;
}

/** Compared as a whole, a block of this many units costs hardly more than a single unit. */
const block = 4096;

function equalUnits(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let equal = 0;
  while (equal + block <= most && one.slice(equal, equal + block) === other.slice(equal, equal + block)) {
    equal += block;
  }
  while (equal < most && one.charCodeAt(equal) === other.charCodeAt(equal)) equal += 1;
  return equal;
}

function equalUnitsBehind(one: string, other: string, most: number): number {
  const blockOf = (text: string, equal: number) =>
    text.slice(text.length - equal - block, text.length - equal);
  let equal = 0;
  while (equal + block <= most && blockOf(one, equal) === blockOf(other, equal)) equal += block;
  while (
    equal < most &&
    one.charCodeAt(one.length - 1 - equal) === other.charCodeAt(other.length - 1 - equal)
  ) {
    equal += 1;
  }
  return equal;
}

function startsIn(
  text: string,
  { from, to }: { from: number; to: number },
  tokenizer: Pick<Tokenizer, 'endAt'>,
): Int32Array {
  const starts = new Int32Array(to - from + 1);
  let count = 0;
  for (let at = from; at < to; at = tokenizer.endAt(text, at)) {
    starts[count] = at;
    count += 1;
  }
  starts[count] = to;
  return starts.subarray(0, count + 1);
}
