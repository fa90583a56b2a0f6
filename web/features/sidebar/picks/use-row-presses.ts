import { useRef } from 'react';
import type { VirtualRowAttributes } from '../../../ui/list/virtual-list.tsx';
import type { ClickedRow, TreeControls } from '../tree-actions.ts';
import type { TreeRow } from '../tree-rows.ts';

type RowPresses = Pick<TreeControls, 'openMenu'> & {
  /** The row that has the focus. */
  readonly at: number;
  beginPress(row: TreeRow): void;
  click(row: TreeRow, event: ClickedRow): void;
};

/** Returns what a pointer does on a row. The press itself moves the focus, so where that was is read before. */
export function useRowPresses({ at, beginPress, click, openMenu }: RowPresses) {
  const pressed = useRef({ from: 0, isTouch: false });
  return (row: TreeRow, index: number): VirtualRowAttributes => ({
    onPointerDownCapture: ({ pointerType }) => {
      pressed.current = { from: at, isTouch: pointerType === 'touch' };
      beginPress(row);
    },
    onClick: ({ shiftKey, ctrlKey, metaKey, altKey }) =>
      click(row, { shiftKey, ctrlKey, metaKey, altKey, ...pressed.current, to: index }),
    onContextMenu: (event) => {
      if (row.kind === 'empty') return;
      event.preventDefault();
      openMenu(row, event.currentTarget, isFromKey(event.nativeEvent));
    },
  });
}

/** Some systems report the key of the menu as this event alone, which no pointer has made then. */
function isFromKey(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === '';
}
