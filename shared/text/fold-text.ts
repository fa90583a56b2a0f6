/**
 * Folds a text as the search compares it: composed (NFC), then in lower case. "é" as one letter and as a letter with a
 * mark is the same word then, and so are canonical twins of other letters.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** `start` and `end` in UTF-16 units of the text. */
export type Span = { readonly start: number; readonly end: number };

/** A character with its marks, and the parts of a Korean syllable: nothing is composed across the end of one. */
export const composable = /[^\p{M}\u1160-\u11ff][\p{M}\u1160-\u11ff]*|[\p{M}\u1160-\u11ff]+/gu;

/** A text that was folded once, for several queries. */
export type Searchable = {
  readonly folded: string;
  /** Returns the characters of the text that a span of the folded one touches. */
  spanOf(span: Span): Span;
};

export function searchable(text: string): Searchable {
  const composed = text.normalize('NFC');
  const folded = composed.toLowerCase();
  // A few letters grow in lower case ("İ").
  const hasSamePlaces = composed === text && folded.length === text.length;
  return { folded, spanOf: (span) => (hasSamePlaces ? span : unfoldedSpan(text, span)) };
}

/** Returns where a folded query first stands in a text; null where it does not. */
export function foldedMatch({ folded, spanOf }: Searchable, query: string): Span | null {
  const start = query === '' ? -1 : folded.indexOf(query);
  return start < 0 ? null : spanOf({ start, end: start + query.length });
}

/** Returns the characters of the text that a span of the folded text touches. */
function unfoldedSpan(text: string, { start, end }: Span): Span {
  let folded = 0;
  let first = text.length;
  for (const { 0: piece, index } of text.matchAll(composable)) {
    folded += foldText(piece).length;
    if (folded > start) first = Math.min(first, index);
    if (folded >= end) return { start: first, end: index + piece.length };
  }
  return { start: first, end: text.length };
}
