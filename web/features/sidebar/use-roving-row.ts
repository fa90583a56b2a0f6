import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualListHandle } from '../../ui/list/virtual-list.tsx';
import type { TreeRow } from './tree-rows.ts';

type RovingOptions = {
  treeId: string;
  list: RefObject<VirtualListHandle | null>;
  selectedPromptId: number | null;
};

/** Which row the Tab key stops at, and moving the focus to a row that may not be drawn yet. */
export function useRovingRow(rows: readonly TreeRow[], { treeId, list, selectedPromptId }: RovingOptions) {
  const [active, setActive] = useState<{ key: string; index: number } | null>(null);
  const wanted = useRef<string | null>(null);
  const hadFocus = useRef(false);
  const index = indexOfRow(rows, active, selectedPromptId);
  const key = rows[index]?.key ?? '';

  useLayoutEffect(() => {
    // The row with the focus is gone (deleted, collapsed): its place has the focus now, not the page.
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (wanted.current === null && !isLost) return;
    wanted.current = null;
    document.getElementById(`${treeId}-${key}`)?.focus({ preventScroll: true });
  });

  return {
    at: index,
    moveTo(row: number): void {
      const next = rows[row];
      if (next === undefined) return;
      wanted.current = next.key;
      setActive({ key: next.key, index: row });
      list.current?.scrollToRow(row);
    },
    // Not called where the row itself is taken away: that is how a lost focus differs from one that moved.
    blurRow(): void {
      hadFocus.current = false;
    },
    focusRow(row: number): void {
      hadFocus.current = true;
      const next = rows[row];
      if (next !== undefined && next.key !== active?.key) setActive({ key: next.key, index: row });
    },
  };
}

function indexOfRow(
  rows: readonly TreeRow[],
  active: { key: string; index: number } | null,
  selectedPromptId: number | null,
): number {
  const key = active?.key ?? (selectedPromptId === null ? null : `prompt-${selectedPromptId}`);
  if (key === null) return 0;
  const found = rows.findIndex((row) => row.key === key);
  if (found >= 0) return found;
  return Math.max(0, Math.min(active?.index ?? 0, rows.length - 1));
}
