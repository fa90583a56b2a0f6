import { type RefObject, useCallback, useMemo, useState } from 'react';
import { type Comparison, noLine } from '#shared/diff/compare-texts.ts';
import { useMeasuredRows } from '../list/use-measured-rows.ts';
import { foldRows, type ListedItem } from './folded-rows.ts';

const lineHeight = 22;
const usualLineLength = 80;
const usualSize = { width: 960, height: 640 };
/** More rows are listed only when they are asked for: the places of all have to be known at each scroll. */
const mostListed = 20_000;
const nothingUnfolded: ReadonlySet<number> = new Set();

export type ShownItem = ListedItem | { readonly kind: 'more'; readonly count: number };

/** Returns which rows of a comparison to draw and where, and opens folds of it. */
export function useListedRows(comparison: Comparison, scroller: RefObject<HTMLElement | null>) {
  const [unfolded, setUnfolded] = useState(nothingUnfolded);
  const [most, setMost] = useState(mostListed);
  const folded = useMemo(() => foldRows(comparison, unfolded), [comparison, unfolded]);
  const item = useCallback(
    (place: number): ShownItem =>
      place === most ? { kind: 'more', count: folded.count - most } : folded.item(place),
    [folded, most],
  );
  const rowKey = useCallback(
    (place: number) => {
      const shown = item(place);
      return shown.kind === 'row' ? shown.row : shown.kind === 'fold' ? `fold ${shown.from}` : 'more';
    },
    [item],
  );
  const usualHeight = useCallback((place: number) => heightOf(comparison, item(place)), [comparison, item]);
  const count = Math.min(folded.count, most + 1);
  const measured = useMeasuredRows({ scroller, rowKey, usualHeight, usualSize, count, padding: 0 });
  return {
    ...measured,
    ...{ count, item },
    unfold: (from: number) => setUnfolded(new Set(unfolded).add(from)),
    showMore: () => setMost(most + mostListed),
    goToChange(change: number): void {
      const place = folded.placeOf(comparison.changes[2 * change] ?? 0);
      if (place >= most) setMost(place + mostListed);
      requestAnimationFrame(() => measured.scrollToRow(place, 'center'));
    },
  };
}

/** Pixels, about: a line that is wrapped is as high as several. */
function heightOf(comparison: Comparison, item: ShownItem): number {
  if (item.kind !== 'row') return 1.5 * lineHeight;
  const lengthOn = (side: 'before' | 'after') => {
    const line = comparison.rows[side][item.row] ?? noLine;
    const { starts } = comparison[side];
    return line === noLine ? 0 : (starts[line + 1] ?? 0) - (starts[line] ?? 0);
  };
  return lineHeight * Math.ceil(Math.max(1, lengthOn('before'), lengthOn('after')) / usualLineLength);
}
