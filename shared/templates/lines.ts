/** A line of a text: `start` to `end` without its break, which goes on to `next`; all in UTF-16 units. */
export type Line = { readonly start: number; readonly end: number; readonly next: number };

/** Finds the lines of a text, at least one. LF, CRLF and CR end a line, as in the editor. */
export function* linesOf(text: string): Generator<Line, void> {
  // Of each kind of break the next place: to look for both in each line would take the square of their number.
  let feed = text.indexOf('\n');
  let returned = text.indexOf('\r');
  let start = 0;
  while (feed >= 0 || returned >= 0) {
    const end = returned < 0 || (feed >= 0 && feed < returned) ? feed : returned;
    const next = end + (end === returned && feed === end + 1 ? 2 : 1);
    yield { start, end, next };
    start = next;
    if (feed >= 0 && feed < next) feed = text.indexOf('\n', next);
    if (returned >= 0 && returned < next) returned = text.indexOf('\r', next);
  }
  yield { start, end: text.length, next: text.length };
}
