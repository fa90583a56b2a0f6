/**
 * Cuts the text of a node at places of the source that it was read from.
 *
 * 1. The pieces joined are the node's text, to the letter. Where that cannot be, the result is null.
 * 2. `places` are in their order; the first and the last one are those of the node itself.
 */
import { decodeString } from 'micromark-util-decode-string';
import type { Range } from '#shared/templates/code-spans.ts';
import { linesOf } from '#shared/templates/lines.ts';

export type CutNode = {
  readonly value: string;
  readonly source: string;
  readonly places: readonly number[];
};

/** Cuts a text, in which the source has escapes and entities, and the marks of lists and quotations at its lines. */
export function cutText({ value, source, places }: CutNode): string[] | null {
  const pieces = rangesBetween(places).map(({ start, end }) => readText(source.slice(start, end)));
  return pieces.join('') === value ? pieces : null;
}

/** A line begins without the marks of what it is in, and ends without space. */
function readText(source: string): string {
  const [first = '', ...rest] = source.split(/(\r\n|\r|\n)[ \t>]*/);
  let text = first;
  for (let at = 0; at < rest.length; at += 2) {
    text = withoutSpaceAtEnd(text) + rest[at] + rest[at + 1];
  }
  return decodeString(text);
}

function withoutSpaceAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1;
  return text.slice(0, end);
}

/** Cuts code in a line, which stands between backticks, and may have a space at each of its ends. */
export function cutInlineCode({ value, source, places }: CutNode): string[] | null {
  const { start, end } = rangeOf(places);
  let marks = 0;
  while (source[start + marks] === '`' && start + 2 * marks < end) marks += 1;
  const within = (from: number, to: number) =>
    rangesBetween(places).map((piece) =>
      source.slice(Math.max(from, piece.start), Math.max(from, Math.min(to, piece.end))),
    );
  const [from, to] = [start + marks, end - marks];
  for (const pieces of [within(from, to), within(from + 1, to - 1)]) {
    if (pieces.join('') === value) return pieces;
  }
  return null;
}

/** Cuts a block of code, whose lines may stand behind marks and indentation. */
export function cutCode({ value, source, places }: CutNode): string[] | null {
  const { start, end } = rangeOf(places);
  const written = [...linesOf(source.slice(start, end))];
  if (/[`~]/.test(source[start] ?? '')) written.shift();
  const cuts: number[] = [];
  let next = 1;
  let line = 0;
  for (const own of linesOf(value)) {
    const length = own.end - own.start;
    const last = start + (written[line]?.end ?? -1);
    const first = last - length;
    if (source.slice(first, last) !== value.slice(own.start, own.end)) return null;
    for (; next < places.length - 1; next += 1) {
      const place = places[next] ?? last;
      if (place > last) break;
      cuts.push(own.start + Math.max(0, place - first));
    }
    line += 1;
  }
  while (cuts.length < places.length - 2) cuts.push(value.length);
  return rangesBetween([0, ...cuts, value.length]).map((piece) => value.slice(piece.start, piece.end));
}

function rangesBetween(places: readonly number[]): Range[] {
  return places.slice(1).map((end, at) => ({ start: places[at] ?? end, end }));
}

function rangeOf(places: readonly number[]): Range {
  return { start: places[0] ?? 0, end: places.at(-1) ?? 0 };
}
