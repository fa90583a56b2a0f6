/** A part of a line or text, in UTF-16 units. */
export type Range = { readonly start: number; readonly end: number };

/**
 * Finds the code spans of a line: a run of backticks opens one, the next run of the same length closes it (CommonMark
 * 0.31, section 6.1). A span that goes over a line's end is not seen as one.
 */
export function codeSpans(line: string): Range[] {
  if (!line.includes('`')) return [];
  const runs = Array.from(line.matchAll(/`+/g), ({ 0: marks, index }) => ({
    start: index,
    end: index + marks.length,
  }));
  // From the last run back, so that each finds the next one of its length at once.
  const nextOfLength = new Map<number, Range>();
  const closings = new Map<Range, Range>();
  for (const run of runs.toReversed()) {
    const length = run.end - run.start;
    const closing = nextOfLength.get(length);
    if (closing !== undefined) closings.set(run, closing);
    nextOfLength.set(length, run);
  }
  const spans: Range[] = [];
  let end = 0;
  for (const run of runs) {
    const closing = closings.get(run);
    if (run.start < end || closing === undefined) continue;
    end = closing.end;
    spans.push({ start: run.start, end });
  }
  return spans;
}
