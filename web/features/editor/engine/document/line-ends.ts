/** How a line of text can end. A text may mix all three; each is kept as it came. */
export type LineEnd = '\n' | '\r\n' | '\r';

/**
 * One line and the break that stands BEFORE it; only a text's first line has none. Kept before rather than after,
 * because joining two lines then keeps the right breaks by itself: the second line goes, and its break with it.
 */
export type SourceLine = { readonly breakBefore: LineEnd | ''; readonly text: string };

export type EndCounts = { readonly lf: number; readonly crlf: number; readonly cr: number };

export function isLineEnd(value: unknown): value is LineEnd {
  return value === '\n' || value === '\r\n' || value === '\r';
}

/** The lines of a text, at least one. `joinLines` gives back the same text, to the code unit. */
export function splitLines(text: string): SourceLine[] {
  const lines: SourceLine[] = [];
  let breakBefore: LineEnd | '' = '';
  let start = 0;
  for (const match of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ breakBefore, text: text.slice(start, match.index) });
    breakBefore = isLineEnd(match[0]) ? match[0] : '\n';
    start = match.index + match[0].length;
  }
  lines.push({ breakBefore, text: text.slice(start) });
  return lines;
}

export function joinLines(lines: Iterable<SourceLine>): string {
  let text = '';
  for (const line of lines) text += line.breakBefore + line.text;
  return text;
}

export function countEnds(breaks: Iterable<LineEnd | '' | null>): EndCounts {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (const lineBreak of breaks) {
    if (lineBreak === '\n') lf += 1;
    else if (lineBreak === '\r\n') crlf += 1;
    else if (lineBreak === '\r') cr += 1;
  }
  return { lf, crlf, cr };
}

export function addEnds(left: EndCounts, right: EndCounts): EndCounts {
  return { lf: left.lf + right.lf, crlf: left.crlf + right.crlf, cr: left.cr + right.cr };
}

/** The end that a new line takes: the most frequent one; LF where nothing decides. */
export function dominantEnd(counts: EndCounts): LineEnd {
  if (counts.crlf > counts.lf && counts.crlf >= counts.cr) return '\r\n';
  if (counts.cr > counts.lf) return '\r';
  return '\n';
}
