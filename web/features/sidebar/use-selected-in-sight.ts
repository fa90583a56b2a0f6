import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { VirtualListHandle } from '../../ui/virtual-list.tsx';
import type { TreeRow } from './tree-rows.ts';

/**
 * Scrolls to what was selected last, from wherever: as soon as its row is there, which for something new is a
 * moment later. `selected`: the keys of rows, the one that matters most at the end.
 */
export function useSelectedInSight(
  rows: readonly TreeRow[],
  list: RefObject<VirtualListHandle | null>,
  selected: readonly string[],
) {
  const known = useRef<readonly string[]>([]);
  const awaited = useRef<string | null>(null);

  useLayoutEffect(() => {
    const latest = selected.findLast((key) => !known.current.includes(key));
    known.current = selected;
    if (latest !== undefined) awaited.current = latest;
    if (awaited.current === null) return;
    const row = rows.findIndex(({ key }) => key === awaited.current);
    if (row < 0) return;
    awaited.current = null;
    list.current?.scrollToRow(row);
  });

  return {
    /** Somebody opens a project by hand: what lies in it may stay where it is. */
    forget(): void {
      awaited.current = null;
    },
  };
}
