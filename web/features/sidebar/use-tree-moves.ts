import { type PointerEvent as ReactPointerEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { useStableAct } from '../../ui/hooks/use-stable-act.ts';
import { type DragPoint, followDrag } from '../../ui/keys/drag.ts';
import type { VirtualRowAttributes } from '../../ui/list/virtual-list.tsx';
import {
  type Drop,
  dropOver,
  isMovable,
  type MovableRow,
  type RowMove,
  siblingsOf,
  stepOf,
} from './own-place.ts';
import type { TreeRow } from './tree-rows.ts';

type TreeMovesOptions = {
  rowId(row: TreeRow): string;
  /** Gives the focus to a row. */
  moveTo(row: number): void;
  onMoveRow(move: RowMove): void;
};

/** Moves rows by a pointer that drags them, and by steps; `announced` tells of steps to those who do not see them. */
export function useTreeMoves(rows: readonly TreeRow[], { rowId, moveTo, onMoveRow }: TreeMovesOptions) {
  const [dragged, setDragged] = useState<{ readonly row: MovableRow; readonly drop: Drop | null } | null>(
    null,
  );
  const [announced, setAnnounced] = useState('');
  // A drag goes over many renders.
  const dropAt = useStableAct((row: MovableRow, point: DragPoint, list: Element): Drop | null => {
    const over = rowUnder(point, list);
    const index = over === null ? rows.length - 1 : rows.findIndex((each) => rowId(each) === over.id);
    return dropOver(rows, row, { row: index, isUpper: over?.isUpper ?? false });
  });
  const moveRow = useStableAct(onMoveRow);

  function onPointerDown(row: TreeRow, event: ReactPointerEvent<HTMLElement>): void {
    if (!isMovable(row) || !isDragStart(event)) return;
    const list = event.currentTarget.closest('.tree');
    if (list === null) return;
    followDrag(event.nativeEvent, {
      name: row.name,
      scroller: list,
      onMove: (point) => {
        const drop = dropAt(row, point, list);
        setDragged((before) => (isSameDrop(before?.drop, drop) && before !== null ? before : { row, drop }));
      },
      onDrop(point) {
        const drop = dropAt(row, point, list);
        if (drop !== null) moveRow(drop.move);
      },
      onEnd: () => setDragged(null),
    });
  }

  return {
    announced,
    step(row: TreeRow, by: -1 | 1): void {
      if (!isMovable(row)) return;
      const move = stepOf(rows, row, by);
      const siblings = siblingsOf(rows, row);
      const place = siblings.findIndex(({ id }) => id === row.id) + 1 + (move === null ? 0 : by);
      const name = isolatedName(row.name);
      setAnnounced(t('{name}: place {place} of {count}', { name, place, count: siblings.length }));
      if (move !== null) onMoveRow(move);
      // It keeps the focus, wherever it goes.
      moveTo(rows.indexOf(row));
    },
    attributes(row: TreeRow, index: number): VirtualRowAttributes {
      if (dragged === null) return { onPointerDown: (event) => onPointerDown(row, event) };
      const { drop } = dragged;
      return {
        'data-dragged': dragged.row.key === row.key || undefined,
        'data-edge': drop?.row === index ? drop.edge : undefined,
      };
    },
  };
}

/** The main button of a mouse anywhere on a row; a finger on its grip, as elsewhere it scrolls. */
function isDragStart({ target, button, pointerType, isPrimary }: ReactPointerEvent): boolean {
  if (button !== 0 || !isPrimary || !(target instanceof Element)) return false;
  return pointerType === 'touch' ? target.closest('.tree-grip') !== null : target.closest('button') === null;
}

/** Returns the row under a point and whether it is in its upper half; null below the last one. */
function rowUnder({ x, y }: DragPoint, list: Element): { id: string; isUpper: boolean } | null {
  const { left, right } = list.getBoundingClientRect();
  const inside = Math.min(Math.max(x, left + 1), right - 1);
  const row = document.elementsFromPoint(inside, y).find((each) => each.matches('.tree [role=treeitem]'));
  if (row === undefined) return null;
  const { top, height } = row.getBoundingClientRect();
  return { id: row.id, isUpper: y < top + height / 2 };
}

function isSameDrop(a: Drop | null | undefined, b: Drop | null): boolean {
  return a?.row === b?.row && a?.edge === b?.edge;
}
