import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
} from 'react';
import './virtual-list.css';

export interface VirtualListHandle {
  readonly scrollToRow: (row: number) => void;
}

/** `style`: custom properties alone; the list places its rows by the others. */
export type VirtualRowAttributes = Omit<HTMLAttributes<HTMLDivElement>, 'style' | 'className'> & {
  readonly style?: CSSProperties & Record<`--${string}`, string>;
  readonly [data: `data-${string}`]: string | number | true | undefined;
};

/** `id`: for what controls the list from elsewhere. */
export interface VirtualListProps
  extends Pick<HTMLAttributes<HTMLDivElement>, 'role' | 'id' | 'className' | 'aria-multiselectable'> {
  readonly count: number;
  /** Pixels. Every row is as high as this says: nothing is measured, so nothing jumps. */
  readonly rowHeight: (row: number) => number;
  /**
   * Keep the function between renders (useCallback), and give a new one when the rows change: it is how the
   * list knows that all places are to be computed once more, which for ten thousand rows is no matter for every render.
   */
  readonly rowKey: (row: number) => string | number;
  /** Draws plain elements with class names: style props here would cost a scroll half its frames. */
  readonly renderRow: (row: number) => ReactNode;
  readonly label: string;
  /** The attributes of a row for a screen reader; without them, it is an item of the list with its place. */
  readonly rowAttributes?: (row: number) => VirtualRowAttributes;
  /** A row that is drawn wherever the list is scrolled to: the one with the focus, which would be lost with it. */
  readonly keptRow?: number | undefined;
  /** Returns the row that heads a row's group. It stays at the top while its group scrolls; all heads are equally high. */
  readonly headOf?: (row: number) => number;
  /** Its rows have nothing that takes the focus: the keyboard scrolls the list itself. */
  readonly isPlain?: boolean;
  readonly ref?: Ref<VirtualListHandle>;
}

/** A scrolling list that draws the rows in sight and a few more. Its own height comes from where it stands. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, rowKey, renderRow, label, role = 'list', keptRow, headOf, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowsToDraw = useCallback(
    ({ startIndex, ...range }: Range) => {
      const rows = withRow(defaultRangeExtractor({ startIndex, ...range }), keptRow, range.count);
      return withRow(rows, headOf?.(startIndex), range.count);
    },
    [keptRow, headOf],
  );
  const headHeight = headOf === undefined || count === 0 ? 0 : rowHeight(headOf(0));
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    getItemKey: rowKey,
    overscan: 7,
    rangeExtractor: rowsToDraw,
    scrollPaddingStart: headHeight,
    useFlushSync: false,
  });
  useImperativeHandle(ref, () => ({ scrollToRow: (row) => scrollTo(virtual, row) }), [virtual]);
  const items = virtual.getVirtualItems();
  const pinned = headOf?.(virtual.range?.startIndex ?? 0);
  return (
    <div
      ref={scroller}
      className={`ui-virtual ${props.className ?? ''}`}
      style={{ scrollPaddingBlockStart: headHeight }}
      tabIndex={props.isPlain === true ? 0 : undefined}
    >
      <div
        className="ui-virtual-space"
        {...{
          id: props.id,
          role,
          'aria-label': label,
          'aria-multiselectable': props['aria-multiselectable'],
        }}
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map((item) => (
          <Row
            key={item.key}
            {...{ item, renderRow }}
            attributes={props.rowAttributes?.(item.index) ?? listItem(item.index, count)}
            isPinned={item.index === pinned}
          />
        ))}
      </div>
    </div>
  );
}

type RowProps = Pick<VirtualListProps, 'renderRow'> & {
  readonly item: VirtualItem;
  readonly attributes: VirtualRowAttributes;
  readonly isPinned: boolean;
};

function Row({ item, attributes, isPinned, renderRow }: RowProps) {
  const place = {
    height: item.size,
    ...(isPinned ? {} : { transform: `translateY(${item.start}px)` }),
  };
  return (
    <div
      {...attributes}
      className="ui-virtual-row"
      data-pinned={isPinned || undefined}
      style={{ ...attributes.style, ...place }}
    >
      {renderRow(item.index)}
    </div>
  );
}

function scrollTo(virtual: Virtualizer<HTMLDivElement, Element>, row: number): void {
  // Scrolling to a row in sight would lay out the whole page, in the middle of a change of it.
  if (!isInSight(virtual, row)) virtual.scrollToIndex(row, { align: 'auto' });
}

/** Returns whether all of the row is in sight, by what the list knows without asking the page. */
function isInSight(
  { scrollOffset, scrollRect, measurementsCache, options }: Virtualizer<HTMLDivElement, Element>,
  row: number,
): boolean {
  const place = measurementsCache[row];
  if (place === undefined || scrollOffset === null || scrollRect === null) return false;
  const top = scrollOffset + (row === 0 ? 0 : options.scrollPaddingStart);
  return place.start >= top && place.end <= scrollOffset + scrollRect.height;
}

function withRow(rows: number[], row: number | undefined, count: number): number[] {
  if (row === undefined || row < 0 || row >= count || rows.includes(row)) return rows;
  return [...rows, row].sort((a, b) => a - b);
}

const listItem = (row: number, count: number): VirtualRowAttributes => ({
  role: 'listitem',
  'aria-setsize': count,
  'aria-posinset': row + 1,
});
