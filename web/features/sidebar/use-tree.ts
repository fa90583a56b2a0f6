import { useCallback, useId, useRef } from 'react';
import type { VirtualListHandle, VirtualRowAttributes } from '../../ui/list/virtual-list.tsx';
import { useRowPresses } from './picks/use-row-presses.ts';
import type { TreePicks } from './picks/use-tree-picks.ts';
import { keyActions, type ProjectTreeActions, type TreeControls, treeActions } from './tree-actions.ts';
import { isRowSelected, lookOf, type TreeSelection, treeRowAttributes } from './tree-row-attributes.ts';
import { projectOfRow, type TreeRow } from './tree-rows.ts';
import { useResourceArrivals } from './use-resource-arrivals.ts';
import { useRovingRow } from './use-roving-row.ts';
import { useSelectedInSight } from './use-selected-in-sight.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useTreeMoves } from './use-tree-moves.ts';

export interface TreeProps {
  readonly rows: readonly TreeRow[];
  readonly selection: TreeSelection;
  readonly picks: TreePicks;
  readonly acts: ProjectTreeActions;
  openMenu: TreeControls['openMenu'];
}

/** Joins the focus, the selection, keys and presses of a tree, and gives each row its attributes. */
export function useTree({ rows, selection, picks, acts, openMenu }: TreeProps) {
  const treeId = useId();
  const list = useRef<VirtualListHandle>(null);
  const { at, moveTo, focusRow, blurRow } = useRovingRow(rows, {
    treeId,
    list,
    selectedPromptId: selection.prompt,
  });
  const { forget, awaitRow } = useSelectedInSight(rows, list, selection);
  const rowKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const rowId = (row: TreeRow) => `${treeId}-${row.key}`;
  const arrivals = useResourceArrivals({
    pasteInto() {
      const row = rows[at];
      const hasFocus = row !== undefined && document.activeElement?.id === rowId(row);
      return hasFocus ? projectOfRow(rows, row) : selection.project;
    },
    onFiles: acts.onAddResources,
  });
  const { step, announced, ...moves } = useTreeMoves(rows, { rowId, moveTo, onMoveRow: acts.onMoveRow });
  const controls = { picks, forget, awaitRow, moveTo, step, openMenu };
  const { toggle, beginPress, press, click } = treeActions(acts, controls);
  const follow = keyActions(acts, { ...controls, toggle, press });
  const picking = picks.rows.length > 0;
  const presses = useRowPresses({ at, beginPress, click, openMenu });
  const onKeyDown = useTreeKeys(rows, { picking, moveTo, follow });

  function attributes(index: number): VirtualRowAttributes {
    const row = rows[index];
    if (row === undefined) return {};
    const state = {
      ...{ id: rowId(row), picking, isPicked: picks.has(row) },
      isSelected: isRowSelected(row, selection),
      isDropTarget: row.kind !== 'empty' && arrivals.over === projectOfRow(rows, row),
    };
    return {
      ...treeRowAttributes(row, state),
      ...lookOf(row, state),
      tabIndex: index === at ? 0 : -1,
      onFocus: () => focusRow(index),
      onBlur: blurRow,
      onKeyDown: (event) => onKeyDown(index, event),
      ...arrivals.attributes(projectOfRow(rows, row)),
      ...moves.attributes(row, index),
      ...presses(row, index),
    };
  }

  return {
    list,
    at,
    rowKey,
    attributes,
    toggle,
    step,
    announced,
    dropTarget: arrivals.over,
  };
}
