/**
 * Which words of two stretches of text the other one lacks, in bounded work.
 * 1. Words are compared without the white space after them; where a word is kept, its white space is compared by itself.
 * 2. What is not marked is the same in both; with `ignoreWhitespace`, but for its white space.
 */
import { type AlignmentBudget, alignNumbers, type Hunk, joinNearHunks } from './token-alignment.ts';
import { numberTokens } from './token-numbers.ts';
import { wordTokenizer } from './tokenizers.ts';

/** The words of a stretch by their places, in UTF-16 units from its start; the last start is its end. */
type Words = { readonly text: string; readonly starts: number[]; readonly ends: number[] };

export type ComparedWords = {
  /** The ranges that the other stretch lacks: start, end, start, end, …, in UTF-16 units. */
  readonly marks: { readonly before: number[]; readonly after: number[] };
  /** The words that were kept, one after the other: where each starts on both sides, and its length. */
  readonly kept: readonly { readonly before: number; readonly after: number; readonly length: number }[];
  readonly removed: number;
  readonly added: number;
};

export type WordsOptions = { readonly ignoreWhitespace: boolean; readonly budget: AlignmentBudget };

type WordTokenizer = ReturnType<typeof wordTokenizer>;

export function compareWords(
  { before, after }: { before: string; after: string },
  { ignoreWhitespace, budget }: WordsOptions,
): ComparedWords {
  const tokenizer = wordTokenizer();
  const [old, young] = [wordsOf(before, tokenizer), wordsOf(after, tokenizer)];
  const numbers = numberTokens(onlyWords(old), onlyWords(young));
  // A single word that was kept between two others that were not is a word that was kept.
  const hunks = joinNearHunks(alignNumbers(numbers, budget), { margin: 1 });
  const marks = createMarks(old, young, ignoreWhitespace);
  const kept: { before: number; after: number; length: number }[] = [];
  let [removed, added] = [0, 0];
  let at = { before: 0, after: 0 };
  for (const hunk of [...hunks, endOf(old, young)]) {
    for (; at.before < hunk.baseStart; at = { before: at.before + 1, after: at.after + 1 }) {
      const start = old.starts[at.before] ?? 0;
      const length = (old.ends[at.before] ?? start) - start;
      kept.push({ before: start, after: young.starts[at.after] ?? 0, length });
      const isLast = at.before + 1 === hunk.baseStart;
      if (!isLast || !marks.hunkTakesGap(hunk)) marks.gap(at.before, at.after);
    }
    marks.hunk(hunk);
    removed += wordsIn(old, hunk.baseStart, hunk.baseEnd);
    added += wordsIn(young, hunk.sideStart, hunk.sideEnd);
    at = { before: hunk.baseEnd, after: hunk.sideEnd };
  }
  return { marks: { before: marks.before, after: marks.after }, kept, removed, added };
}

/** Returns how many words a text has: where a script puts no space between words, each of its characters is one. */
export function countWords(text: string): number {
  const words = wordsOf(text, wordTokenizer());
  return wordsIn(words, 0, words.ends.length);
}

function endOf(old: Words, young: Words): Hunk {
  const [base, side] = [old.ends.length, young.ends.length];
  return { baseStart: base, baseEnd: base, sideStart: side, sideEnd: side };
}

function wordsOf(text: string, tokenizer: WordTokenizer): Words {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    const end = tokenizer.endAt(text, at);
    starts.push(at);
    ends.push(at + text.slice(at, end).trimEnd().length);
    at = end;
  }
  starts.push(text.length);
  return { text, starts, ends };
}

function onlyWords({ text, starts, ends }: Words) {
  let length = 0;
  const ownStarts = new Int32Array(ends.length + 1);
  const words = ends.map((end, word) => {
    const start = starts[word] ?? 0;
    length += end - start;
    ownStarts[word + 1] = length;
    return text.slice(start, end);
  });
  return { text: words.join(''), starts: ownStarts };
}

/** White space at the very beginning stands as a word without letters. */
function wordsIn({ starts, ends }: Words, from: number, to: number): number {
  let count = 0;
  for (let word = from; word < to; word += 1) if ((ends[word] ?? 0) > (starts[word] ?? 0)) count += 1;
  return count;
}

function createMarks(old: Words, young: Words, ignoreWhitespace: boolean) {
  const marks = { before: [] as number[], after: [] as number[] };
  const spaceAfter = ({ text, starts, ends }: Words, word: number) =>
    text.slice(ends[word] ?? 0, starts[word + 1] ?? 0);

  function mark(side: number[], start: number, end: number): void {
    if (start >= end) return;
    if (side.at(-1) === start) side[side.length - 1] = end;
    else side.push(start, end);
  }

  /** Marks what differs of the white space after two words. */
  function gap(before: number, after: number): void {
    if (ignoreWhitespace) return;
    const [one, other] = [spaceAfter(old, before), spaceAfter(young, after)];
    const { start, end } = equalEnds(one, other);
    const [from, to] = [old.ends[before] ?? 0, young.ends[after] ?? 0];
    mark(marks.before, from + start, from + one.length - end);
    mark(marks.after, to + start, to + other.length - end);
  }

  /** Whether a word was only added, or only removed, behind its own white space: at the end of a line it is. */
  function hunkTakesGap({ baseStart, baseEnd, sideStart, sideEnd }: Hunk): boolean {
    if (ignoreWhitespace || baseEnd > baseStart === sideEnd > sideStart) return false;
    const [one, other] = [spaceAfter(old, baseStart - 1), spaceAfter(young, sideStart - 1)];
    if (one === other) return false;
    return sideEnd > sideStart
      ? one === spaceAfter(young, sideEnd - 1)
      : other === spaceAfter(old, baseEnd - 1);
  }

  /** Marks the words of one side; the white space behind them only where the other side has none in its place. */
  function words(side: number[], { words: of, from, to, how }: MarkedWords): void {
    if (from === to) return;
    const start = how === 'spaceBefore' ? of.ends[from - 1] : of.starts[from];
    const end = how === 'spaceAfter' && !ignoreWhitespace ? of.starts[to] : of.ends[to - 1];
    mark(side, start ?? 0, end ?? 0);
  }

  return {
    ...marks,
    gap,
    hunkTakesGap,
    hunk(hunk: Hunk): void {
      const { baseStart, baseEnd, sideStart, sideEnd } = hunk;
      const isReplaced = baseEnd > baseStart && sideEnd > sideStart;
      const takesGap = baseStart > 0 && sideStart > 0 && hunkTakesGap(hunk);
      const how = isReplaced ? 'words' : takesGap ? 'spaceBefore' : 'spaceAfter';
      words(marks.before, { words: old, from: baseStart, to: baseEnd, how });
      words(marks.after, { words: young, from: sideStart, to: sideEnd, how });
      if (isReplaced) gap(baseEnd - 1, sideEnd - 1);
    },
  };
}

type MarkedWords = {
  readonly words: Words;
  readonly from: number;
  readonly to: number;
  readonly how: 'words' | 'spaceBefore' | 'spaceAfter';
};

function equalEnds(one: string, other: string): { start: number; end: number } {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return { start, end };
}
