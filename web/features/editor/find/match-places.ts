import type { Matches } from './find-matches.ts';
import type { Span } from './find-surface.ts';

export function spanOf({ starts, ends }: Matches, at: number): Span {
  return { from: starts[at] ?? 0, to: ends[at] ?? 0 };
}

/** Returns the place of the first match that begins at an offset or after it. */
export function firstFrom({ starts }: Matches, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the place of the match that is just this span; -1 where none is. */
export function exactly(matches: Matches, { from, to }: Span): number {
  const at = firstFrom(matches, from);
  return matches.starts[at] === from && matches.ends[at] === to ? at : -1;
}
