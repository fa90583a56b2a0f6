/** Finds and replaces in a text; for a worker, since a pattern may take as long as it likes. */
import { countEnds, dominantEnd, isLineEnd, type LineEnd } from '../engine/document/line-ends.ts';

/** Lists where matches begin and end, in UTF-16 units and in order. */
export type Matches = {
  readonly starts: Int32Array<ArrayBuffer>;
  readonly ends: Int32Array<ArrayBuffer>;
  /** There are more than these. */
  readonly isMore: boolean;
};

export type Replacement = {
  /** The text for each match. */
  readonly insert: string;
  /** In it `$1`, `$&` and `$<name>` stand for what was matched, `\n` for a line break and `\t` for a tab. */
  readonly isPattern: boolean;
};

/** Returns at most so many matches. */
export function findMatches(text: string, pattern: RegExp, most: number): Matches {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of matchesOf(text, pattern)) {
    if (starts.length === most) return { ...arraysOf(starts, ends), isMore: true };
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  return { ...arraysOf(starts, ends), isMore: false };
}

/** Returns what stands in place of the match that begins at an offset; null where none does. */
export function replacedAt(
  text: string,
  pattern: RegExp,
  { at, replacement }: { readonly at: number; readonly replacement: Replacement },
): { readonly from: number; readonly to: number; readonly insert: string } | null {
  const sticky = new RegExp(pattern.source, pattern.flags.replace('g', 'y'));
  sticky.lastIndex = at;
  const match = sticky.exec(text);
  if (match === null) return null;
  return { from: at, to: at + match[0].length, insert: inserter(text, replacement)(match) };
}

export type ReplacedText = {
  readonly text: string;
  readonly count: number;
  /** The offset after the replacement of one before it. */
  readonly caret: number;
};

/** Replaces every match; null where the text would become longer than so many units. */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  options: { readonly replacement: Replacement; readonly caret: number; readonly longest: number },
): ReplacedText | null {
  const insertFor = inserter(text, options.replacement);
  const pieces: string[] = [];
  let { caret } = options;
  let length = text.length;
  let kept = 0;
  let count = 0;
  for (const match of matchesOf(text, pattern)) {
    const insert = insertFor(match);
    const end = match.index + match[0].length;
    length += insert.length - match[0].length;
    if (length > options.longest) return null;
    pieces.push(text.slice(kept, match.index), insert);
    if (options.caret >= end) caret += insert.length - match[0].length;
    else if (options.caret > match.index) {
      caret -= options.caret - match.index - Math.min(options.caret - match.index, insert.length);
    }
    kept = end;
    count += 1;
  }
  return { text: pieces.join('') + text.slice(kept), count, caret };
}

/** Leaves out what is empty and between a CR and its LF: there is no place in a line there. */
function* matchesOf(text: string, pattern: RegExp): Generator<RegExpExecArray, void> {
  for (const match of text.matchAll(pattern)) {
    const isInBreak = match[0] === '' && text[match.index] === '\n' && text[match.index - 1] === '\r';
    if (!isInBreak) yield match;
  }
}

function arraysOf(starts: readonly number[], ends: readonly number[]) {
  return { starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

const reference = /\$(?:\$|&|(\d{1,2})|<([^>]*)>)|\\([nt\\])/g;

function inserter(text: string, { insert, isPattern }: Replacement): (match: RegExpExecArray) => string {
  if (!isPattern || !/[$\\]/.test(insert)) return () => insert;
  const lineEnd = insert.includes('\\n') ? dominantEndOf(text) : '\n';
  return (match) =>
    insert.replace(reference, (written, digits?: string, name?: string, control?: string) => {
      if (control !== undefined) return control === 'n' ? lineEnd : control === 't' ? '\t' : control;
      if (digits !== undefined) return groupOf(match, digits) ?? written;
      if (name !== undefined) return match.groups === undefined ? written : (match.groups[name] ?? '');
      return written === '$$' ? '$' : match[0];
    });
}

/** Two digits are one group where there are so many, else a group and a digit; null where there is none. */
function groupOf(match: RegExpExecArray, digits: string): string | null {
  if (Number(digits) > 0 && Number(digits) < match.length) return match[Number(digits)] ?? '';
  const first = Number(digits.charAt(0));
  if (digits.length < 2 || first === 0 || first >= match.length) return null;
  return (match[first] ?? '') + digits.charAt(1);
}

function dominantEndOf(text: string): LineEnd {
  return dominantEnd(
    countEnds(Array.from(text.matchAll(/\r\n|\r|\n/g), ([end]) => (isLineEnd(end) ? end : ''))),
  );
}
