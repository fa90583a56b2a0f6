/** Reads the start of one line, and knows no document: what Enter and Tab mean in a Markdown list or quote. */
import { RULE } from '../drawing/scan-line.ts';

/** Every quantifier is bounded, as in `scan-line.ts`. */
const QUOTE = /^[ \t]{0,40}(?:>[ \t]?){1,20}/;
const ITEM = /^([ \t]{0,200})([-*+]|\d{1,9}[.)])([ \t]{1,4})(?:\[[ xX]\]([ \t]{1,4}))?/;
const LONGEST_RULE = 200;
const MOST_DIGITS = 9;

/** `prefix`: the next line begins with it. `keep`: nothing but this much of the line stays, and no line is added. */
export type AtEnter = { readonly prefix: string } | { readonly keep: number };

/** One change within a line, in UTF-16 offsets of it. */
export type LineChange = { readonly at: number; readonly remove: number; readonly insert: string };

type Item = {
  readonly indent: string;
  readonly marker: string;
  readonly gap: string;
  /** The blanks between a task's box and its text; undefined without a box. */
  readonly boxGap: string | undefined;
};

type Start = { readonly quote: string; readonly item: Item | null; readonly length: number };

/**
 * Returns what Enter does behind `at` characters of a line; null: it breaks the line and nothing else. An empty quote
 * ends only below a quote: a ">" may also stand alone, as at the end of a tag.
 */
export function atEnter(line: string, at: number, above: string | null): AtEnter | null {
  const { quote, item, length } = startOf(line);
  if (length === 0 || at < length) return null;
  if (/\S/.test(line.slice(length))) return { prefix: `${quote}${item === null ? '' : next(item)}` };
  if (item !== null) return { keep: quote.length };
  return above !== null && QUOTE.test(above) ? { keep: 0 } : null;
}

/** Returns how a list item goes one level in (1) or out (-1); null for a line that is none. */
export function itemLevel(line: string, by: 1 | -1): LineChange | null {
  const { quote, item } = startOf(line);
  if (item === null) return null;
  const at = quote.length;
  // As far as the text of an item above with the same marker: less would not be a list in it, four more would be code.
  const unit = /\t/.test(item.indent + item.gap) ? '\t' : ' '.repeat(item.marker.length + item.gap.length);
  if (by === 1) return { at, remove: 0, insert: unit };
  if (item.indent.startsWith('\t')) return { at, remove: 1, insert: '' };
  const spaces = /^ */.exec(item.indent)?.[0].length ?? 0;
  return { at, remove: Math.min(spaces, Math.max(2, unit.length)), insert: '' };
}

function startOf(line: string): Start {
  const quote = QUOTE.exec(line)?.[0] ?? '';
  const rest = line.slice(quote.length);
  const isRule = rest.length <= LONGEST_RULE && RULE.test(rest);
  const [found = '', indent = '', marker = '', gap = '', boxGap] = (isRule ? null : ITEM.exec(rest)) ?? [];
  const item = found === '' ? null : { indent, marker, gap, boxGap };
  return { quote, item, length: quote.length + found.length };
}

/** The start of the item behind this one: numbers count on, and a task is not done yet. */
function next({ indent, marker, gap, boxGap }: Item): string {
  return `${indent}${nextMarker(marker)}${gap}${boxGap === undefined ? '' : `[ ]${boxGap}`}`;
}

function nextMarker(marker: string): string {
  const digits = marker.slice(0, -1);
  if (digits === '') return marker;
  const counted = String(Number(digits) + 1).padStart(digits.length, '0');
  return counted.length > MOST_DIGITS ? marker : `${counted}${marker.slice(-1)}`;
}
