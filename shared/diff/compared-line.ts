import type { ComparedSide } from './compare-texts.ts';

/** `at`: where it starts in the text, in UTF-16 units. */
export type LinePart = { readonly at: number; readonly text: string; readonly isMarked: boolean };

export type ComparedLine = {
  /** Its number in its text, from 1; null where a long line goes on. */
  readonly number: number | null;
  /** The line without its terminator. Where all of it is marked, the mark of the line itself is enough. */
  readonly parts: readonly LinePart[];
  readonly end: '' | '\n' | '\r\n' | '\r';
  /** Whether the other side lacks this terminator, or has another one. */
  readonly isEndMarked: boolean;
};

/** Cuts one line of a compared text where the marks begin and end. */
export function comparedLine(text: string, side: ComparedSide, line: number): ComparedLine {
  const { starts, numbers, marks } = side;
  const start = starts[line] ?? text.length;
  const lineEnd = starts[line + 1] ?? text.length;
  const end = terminatorOf(text, start, lineEnd);
  const wordsEnd = lineEnd - end.length;
  const parts: LinePart[] = [];
  let at = start;
  let isEndMarked = false;
  for (let mark = firstMarkPast(marks, start); (marks[mark] ?? lineEnd) < lineEnd; mark += 2) {
    const [from, to] = [Math.max(start, marks[mark] ?? 0), Math.min(lineEnd, marks[mark + 1] ?? 0)];
    isEndMarked ||= to > wordsEnd;
    append(parts, { at, text: text.slice(at, Math.min(from, wordsEnd)), isMarked: false });
    append(parts, { at: from, text: text.slice(from, Math.min(to, wordsEnd)), isMarked: true });
    at = Math.max(at, Math.min(to, wordsEnd));
  }
  append(parts, { at, text: text.slice(at, wordsEnd), isMarked: false });
  const isWhole = parts.every(({ isMarked }) => isMarked);
  return {
    number: numbers[line] || null,
    parts: isWhole ? parts.map((part) => ({ ...part, isMarked: false })) : parts,
    end,
    isEndMarked: isEndMarked && !(isWhole && parts.length > 0),
  };
}

function append(parts: LinePart[], part: LinePart): void {
  if (part.text !== '') parts.push(part);
}

function terminatorOf(text: string, start: number, end: number): ComparedLine['end'] {
  const last = end > start ? text[end - 1] : '';
  if (last === '\r') return '\r';
  if (last !== '\n') return '';
  return end - 1 > start && text[end - 2] === '\r' ? '\r\n' : '\n';
}

/** Returns the place of the first mark that ends behind `start`. */
function firstMarkPast(marks: Int32Array, start: number): number {
  let [low, high] = [0, marks.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[2 * middle + 1] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}
