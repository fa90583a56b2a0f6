import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { VirtualListHandle } from '../../ui/list/virtual-list.tsx';
import type { TreeSelection } from './tree-row-attributes.ts';
import type { TreeRow } from './tree-rows.ts';

/**
 * Scrolls to what was selected or opened last, from wherever: as soon as its row is there, which for something new is a
 * moment later. A prompt matters more than its project, and a file more than both.
 */
export function useSelectedInSight(
  rows: readonly TreeRow[],
  list: RefObject<VirtualListHandle | null>,
  { project, prompt, file, revealed = null }: TreeSelection,
) {
  const known = useRef<TreeSelection>({ project: null, prompt: null, file: null, revealed: null });
  const awaited = useRef<string | null>(null);

  useLayoutEffect(() => {
    const before = known.current;
    known.current = { project, prompt, file, revealed };
    if (project !== null && project !== before.project) awaited.current = `project-${project}`;
    if (prompt !== null && prompt !== before.prompt) awaited.current = `prompt-${prompt}`;
    if (revealed !== null && revealed !== before.revealed) awaited.current = `prompt-${revealed.promptId}`;
    if (file !== null && file !== before.file) awaited.current = `file-${file}`;
  }, [project, prompt, file, revealed]);

  useLayoutEffect(() => {
    if (awaited.current === null) return;
    const row = rows.findIndex(({ key }) => key === awaited.current);
    if (row < 0) return;
    awaited.current = null;
    list.current?.scrollToRow(row);
  });

  return {
    /** Its project is collapsed, or all others are: what was above it may be gone. */
    awaitRow({ key }: TreeRow): void {
      awaited.current = key;
    },
    /** Somebody opens a project by hand: what lies in it may stay where it is. */
    forget(): void {
      awaited.current = null;
    },
  };
}
