/**
 * Two texts side by side: rows of lines, and in changed ones the words that the other side lacks.
 * 1. Each line of either text stands in exactly one row, in order: the lines of one side joined are that text.
 * 2. A last line is the same with and without a terminator, unless that is all that the texts differ in there.
 * 3. Outside of the marks both texts are the same; with `ignoreWhitespace`, but for their white space.
 * 4. Whatever the texts are, the work stays within the budget plus a few readings of both. Where it is spent, or
 *    a stretch is too long, lines are compared as wholes: coarser, never wrong, and `isCoarse`.
 * All of it is in arrays of numbers: a worker hands them over without a copy, and a million rows are no objects.
 */
import { compareWords, countWords } from './compared-words.ts';
import { type PairedLine, pairLines } from './paired-lines.ts';
import { type ShownLines, shownLines } from './shown-lines.ts';
import { type AlignmentBudget, alignNumbers, type Hunk } from './token-alignment.ts';
import { numberTokens, type Tokens } from './token-numbers.ts';

type Numbers = Int32Array<ArrayBuffer>;

export type ComparedSide = ShownLines & {
  /** The ranges that the other side lacks: start, end, start, end, …, in UTF-16 units of this text. */
  readonly marks: Numbers;
};

export type Comparison = {
  readonly before: ComparedSide;
  readonly after: ComparedSide;
  /** For each row the index of its line on either side; −1 where that side has none. */
  readonly rows: { readonly before: Numbers; readonly after: Numbers };
  /** The rows of changes: first, end, first, end, …; all others are the same on both sides. */
  readonly changes: Numbers;
  readonly words: { readonly added: number; readonly removed: number };
  readonly isCoarse: boolean;
};

export type CompareOptions = { readonly ignoreWhitespace: boolean; readonly budget?: AlignmentBudget };

/** Steps of comparison; past it the rest is compared as wholes. */
const compareSteps = 8_000_000;
/** UTF-16 units of changed lines that are compared word by word. */
const mostComparedByWords = 524_288;

export const noLine = -1;

export function compareTexts(
  texts: { readonly before: string; readonly after: string },
  { ignoreWhitespace, budget = { steps: compareSteps } }: CompareOptions,
): Comparison {
  const before = { text: texts.before, lines: shownLines(texts.before) };
  const after = { text: texts.after, lines: shownLines(texts.after) };
  const tokensOf = ignoreWhitespace ? collapsedLines : wholeLines;
  const numbers = numberTokens(tokensOf(before), tokensOf(after));
  const changed = changedLines({ before, after, ignoreWhitespace, budget });
  const ends = lineEnds({ before, after, ignoreWhitespace }, changed.marks);
  const rows = createRows(ends.compare);
  for (const hunk of alignNumbers(numbers, budget)) {
    rows.same(hunk);
    for (const pair of changed.compare(hunk)) {
      const { before: one, after: other } = pair;
      const isPair = one !== null && other !== null && numbers.base[one] === numbers.side[other];
      rows.add(pair, isPair && !ends.differ(one, other));
    }
  }
  const [base, side] = [numbers.base.length, numbers.side.length];
  rows.same({ baseStart: base, baseEnd: base, sideStart: side, sideEnd: side });
  const { marks, words } = changed;
  return {
    before: { ...before.lines, marks: Int32Array.from(marks.before) },
    after: { ...after.lines, marks: Int32Array.from(marks.after) },
    ...rows.found(),
    words,
    isCoarse: changed.isCoarse(),
  };
}

type Side = { readonly text: string; readonly lines: ShownLines };

/** A last line without a terminator gets one: what was added behind it is no change of it. */
function wholeLines({ text, lines }: Side): Tokens {
  if (text === '' || /[\n\r]$/.test(text)) return { text, starts: lines.starts };
  const starts = lines.starts.slice();
  starts[starts.length - 1] = text.length + 1;
  return { text: `${text}\n`, starts };
}

/** Lines without their terminators, and with one space for any white space between words. */
function collapsedLines({ text, lines }: Side): Tokens {
  const starts = new Int32Array(lines.starts.length);
  let length = 0;
  const collapsed = Array.from({ length: lines.numbers.length }, (_, line) => {
    const words = text
      .slice(lines.starts[line], lines.starts[line + 1])
      .trim()
      .replaceAll(/\s+/g, ' ');
    length += words.length;
    starts[line + 1] = length;
    return words;
  });
  return { text: collapsed.join(''), starts };
}

/** Collects rows in their order; what stands between two hunks is the same, line by line. */
function createRows(isSameEnd: (base: number, side: number) => boolean) {
  const before: number[] = [];
  const after: number[] = [];
  const changes: number[] = [];
  let [base, side] = [0, 0];

  function add(pair: PairedLine, isSame: boolean): void {
    const row = before.length;
    before.push(pair.before ?? noLine);
    after.push(pair.after ?? noLine);
    if (isSame) return;
    if (changes.at(-1) === row) changes[changes.length - 1] = row + 1;
    else changes.push(row, row + 1);
  }

  return {
    add,
    same(next: Hunk): void {
      while (base < next.baseStart) {
        add({ before: base, after: side }, isSameEnd(base, side));
        base += 1;
        side += 1;
      }
      base = next.baseEnd;
      side = next.sideEnd;
    },
    found: () => ({
      rows: { before: Int32Array.from(before), after: Int32Array.from(after) },
      changes: Int32Array.from(changes),
    }),
  };
}

/** Looks at the terminators of two lines with one number: of the last ones, one side may have none. */
function lineEnds({ before, after, ignoreWhitespace }: Omit<ChangedLinesDeps, 'budget'>, marks: Marks) {
  const lengthOf = (side: Side, line: number) => startOf(side, line + 1) - startOf(side, line);

  /** Whether they are the last lines of both texts, and only one of them has a terminator. */
  function differ(base: number, side: number): boolean {
    const areLast = base + 1 === before.lines.numbers.length && side + 1 === after.lines.numbers.length;
    return !ignoreWhitespace && areLast && lengthOf(before, base) !== lengthOf(after, side);
  }

  return {
    differ,
    /** Marks the terminator that only one of them has; returns whether they count as the same. */
    compare(base: number, side: number): boolean {
      if (ignoreWhitespace) return true;
      const longer = Math.sign(lengthOf(before, base) - lengthOf(after, side));
      const end = longer > 0 ? startOf(before, base + 1) : startOf(after, side + 1);
      if (longer !== 0) (longer > 0 ? marks.before : marks.after).push(end - 1, end);
      return !differ(base, side);
    },
  };
}

type Marks = { readonly before: number[]; readonly after: number[] };

type ChangedLinesDeps = {
  readonly before: Side;
  readonly after: Side;
  readonly ignoreWhitespace: boolean;
  readonly budget: AlignmentBudget;
};

/** Compares the lines of one hunk after the other by words, as long as that is within bounds. */
function changedLines({ before, after, ignoreWhitespace, budget }: ChangedLinesDeps) {
  const marks: Marks = { before: [], after: [] };
  const words = { added: 0, removed: 0 };
  let left = mostComparedByWords;
  let isCoarse = false;

  function asWholes(places: Places, texts: { before: string; after: string }): void {
    if (texts.before !== '') marks.before.push(places.before, places.before + texts.before.length);
    if (texts.after !== '') marks.after.push(places.after, places.after + texts.after.length);
    words.removed += countWords(texts.before);
    words.added += countWords(texts.after);
  }

  return {
    marks,
    words,
    isCoarse: () => isCoarse,
    /** Returns the rows of the hunk. */
    compare(hunk: Hunk): PairedLine[] {
      const places = { before: startOf(before, hunk.baseStart), after: startOf(after, hunk.sideStart) };
      const texts = {
        before: before.text.slice(places.before, startOf(before, hunk.baseEnd)),
        after: after.text.slice(places.after, startOf(after, hunk.sideEnd)),
      };
      const lines = {
        before: linesWithin(before, hunk.baseStart, hunk.baseEnd),
        after: linesWithin(after, hunk.sideStart, hunk.sideEnd),
      };
      left -= Math.max(texts.before.length, texts.after.length);
      if (texts.before === '' || texts.after === '' || left < 0 || budget.steps <= 0) {
        isCoarse ||= texts.before !== '' && texts.after !== '';
        asWholes(places, texts);
        return pairLines(lines, []);
      }
      const compared = compareWords(texts, { ignoreWhitespace, budget });
      for (const place of compared.marks.before) marks.before.push(places.before + place);
      for (const place of compared.marks.after) marks.after.push(places.after + place);
      words.removed += compared.removed;
      words.added += compared.added;
      const kept = compared.kept.map((word) => ({
        before: places.before + word.before,
        after: places.after + word.after,
        length: word.length,
      }));
      return pairLines(lines, kept);
    },
  };
}

type Places = { readonly before: number; readonly after: number };

function startOf({ lines }: Side, line: number): number {
  return lines.starts[line] ?? 0;
}

function linesWithin({ text, lines }: Side, from: number, to: number) {
  return { text, starts: lines.starts, from, to };
}
