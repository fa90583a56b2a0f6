import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useRef } from 'react';

export interface MeasuredRowsOptions<Scroller extends HTMLElement> {
  readonly scroller: RefObject<Scroller | null>;
  readonly count: number;
  /** Keep the function between renders (useCallback), and give a new one when the rows change. */
  readonly rowKey: (row: number) => string | number;
  /** Pixels of a row that was never drawn. */
  readonly usualHeight: number | ((row: number) => number);
  /** Pixels above the first and below the last row. */
  readonly padding: number;
  /** Pixels of the scroller, before it is measured itself: the first rows are drawn at once. */
  readonly usualSize: { readonly width: number; readonly height: number };
}

/**
 * Returns which rows of a long list to draw, and where, if each is as high as its content: those in sight and a few
 * more, the first, and the one with the focus, which would be lost with it. A row has its number as `data-index`, and
 * `measureElement` as its ref.
 */
export function useMeasuredRows<Scroller extends HTMLElement>(options: MeasuredRowsOptions<Scroller>) {
  const { scroller, count, rowKey, usualHeight, padding, usualSize } = options;
  const focused = useRef<string | number | null>(null);
  const rowsToDraw = useCallback(
    (range: Range) => {
      const rows = new Set([0, ...defaultRangeExtractor(range)]);
      const hasFocus = focused.current !== null;
      for (let row = 0; hasFocus && row < range.count; row += 1)
        if (rowKey(row) === focused.current) rows.add(row);
      return [...rows].sort((a, b) => a - b);
    },
    [rowKey],
  );
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: typeof usualHeight === 'number' ? () => usualHeight : usualHeight,
    getItemKey: rowKey,
    overscan: 4,
    paddingStart: padding,
    paddingEnd: padding,
    initialRect: usualSize,
    rangeExtractor: rowsToDraw,
    useFlushSync: false,
  });
  return {
    rows: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    measureElement: virtual.measureElement,
    scrollToRow: (row: number, align: 'auto' | 'center' = 'auto') => virtual.scrollToIndex(row, { align }),
    onFocus({ target }: FocusEvent<HTMLElement>): void {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
      focused.current = index === undefined ? null : rowKey(Number(index));
    },
  };
}
