import { VisuallyHidden } from '@chakra-ui/react';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { useMediaQuery } from '../hooks/use-media-query.ts';
import { VirtualList, type VirtualListHandle, type VirtualRowAttributes } from '../list/virtual-list.tsx';
import type { OptionRows } from './option-rows.ts';
import './option-list.css';

export interface OptionListProps<Entry> {
  readonly list: OptionRows<Entry>;
  readonly listId: string;
  readonly label: string;
  optionId(place: number): string;
  /** Returns a name of an entry that no other one has. */
  keyOf(entry: Entry): string;
  /** The place of the active option. */
  readonly active: number;
  onActivate(place: number): void;
  onChoose(entry: Entry): void;
  /** Draws an entry: an `OptionLine`. */
  renderOption(entry: Entry): ReactNode;
  /** An entry has two lines. */
  readonly areTall?: boolean;
}

/** Pixels: for a mouse, and under a finger. */
const rowHeights = {
  fine: { entry: 40, tall: 54, heading: 32 },
  coarse: { entry: 48, tall: 60, heading: 36 },
};

/** A listbox below the field that it belongs to, which keeps the focus; it draws the rows in sight. */
export function OptionList<Entry>(props: OptionListProps<Entry>) {
  const { list, listId, label, active, renderOption } = props;
  const { rows, stops, words } = list;
  const { attributes, rowHeight, rowKey, height } = useRows(props);
  const scroller = useScrollToActive(list, active);
  const style: CSSProperties & Record<`--${string}`, string> = { '--option-rows': `${height}px` };
  return (
    <>
      <VisuallyHidden role="status">
        {words.length > 0 && t('{count, plural, one {# result} other {# results}}', { count: stops.length })}
      </VisuallyHidden>
      {/* The field keeps the focus, whatever is pressed here. */}
      <div className="option-list" style={style} onPointerDown={(event) => event.preventDefault()}>
        <VirtualList
          ref={scroller}
          id={listId}
          role="listbox"
          label={label}
          count={rows.length}
          {...{ rowHeight, rowKey }}
          rowAttributes={attributes}
          keptRow={stops[active]}
          renderRow={(index) => {
            const row = rows[index];
            if (row === undefined) return null;
            if (row.kind === 'heading') {
              return (
                <p className="option-heading" dir="auto">
                  {row.title}
                </p>
              );
            }
            return renderOption(row.entry);
          }}
        />
      </div>
    </>
  );
}

/** Returns how high the rows are, their keys, and what they are for a screen reader and a pointer. */
function useRows<Entry>(props: OptionListProps<Entry>) {
  const { list, keyOf, optionId, active, onActivate, onChoose, areTall = false } = props;
  const { rows, stops } = list;
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const heights = isCoarse ? rowHeights.coarse : rowHeights.fine;
  const entryHeight = areTall ? heights.tall : heights.entry;
  const rowHeight = useCallback(
    (row: number) => (rows[row]?.kind === 'heading' ? heights.heading : entryHeight),
    [rows, heights, entryHeight],
  );
  const rowKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row?.kind === 'entry' ? keyOf(row.entry) : `heading-${index}`;
    },
    [rows, keyOf],
  );

  function attributes(index: number): VirtualRowAttributes {
    const row = rows[index];
    if (row?.kind !== 'entry') return { role: 'presentation' };
    const { entry, place } = row;
    return {
      id: optionId(place),
      role: 'option',
      // The keyboard is the field's: it walks through these by `aria-activedescendant`.
      tabIndex: -1,
      'aria-selected': place === active,
      'aria-setsize': stops.length,
      'aria-posinset': place + 1,
      // A list that scrolls under a pointer at rest moves nothing.
      onPointerMove({ movementX, movementY }) {
        if (place !== active && (movementX !== 0 || movementY !== 0)) onActivate(place);
      },
      onClick: () => onChoose(entry),
    };
  }

  const headings = rows.length - stops.length;
  return {
    ...{ attributes, rowHeight, rowKey },
    height: headings * heights.heading + stops.length * entryHeight,
  };
}

/** Keeps the active option in sight, and at the first one the heading above it. */
function useScrollToActive<Entry>({ rows, stops }: OptionRows<Entry>, active: number) {
  const scroller = useRef<VirtualListHandle>(null);
  useEffect(() => {
    if (rows.length > 0) scroller.current?.scrollToRow(active === 0 ? 0 : (stops[active] ?? 0));
  }, [rows, stops, active]);
  return scroller;
}
