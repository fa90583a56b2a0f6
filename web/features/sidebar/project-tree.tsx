import { VisuallyHidden } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { useStableActs } from '../../ui/hooks/use-stable-act.ts';
import { VirtualList } from '../../ui/list/virtual-list.tsx';
import type { TreePicks } from './picks/use-tree-picks.ts';
import { RowMenu } from './row-menu.tsx';
import type { ProjectTreeActions } from './tree-actions.ts';
import { isRowSelected, type TreeSelection } from './tree-row-attributes.ts';
import { type TreeRowActs, TreeRowView } from './tree-row-view.tsx';
import { type EmptyRow, headsOf, projectOfRow, type TreeRow } from './tree-rows.ts';
import { useRowHeight } from './use-row-height.ts';
import { useTree } from './use-tree.ts';

export interface ProjectTreeProps {
  readonly rows: readonly TreeRow[];
  readonly selection: TreeSelection;
  readonly picks: TreePicks;
  readonly acts: ProjectTreeActions;
}

type OpenMenu = {
  readonly row: Exclude<TreeRow, EmptyRow>;
  readonly anchor: HTMLElement | null;
  readonly byKey: boolean;
};

/**
 * A tree over virtual rows: attributes give their levels and places, and one row is the stop of the Tab key. That
 * row is always drawn, so that scrolling away from it does not lose the focus.
 */
export function ProjectTree({ rows, selection, picks, acts }: ProjectTreeProps) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openMenu = (row: OpenMenu['row'], anchor: HTMLElement, byKey = false) =>
    setMenu({ row, anchor, byKey });
  const tree = useTree({ rows, selection, picks, acts, openMenu });
  const rowHeight = useRowHeight(rows);
  const headOf = useHeadOf(rows);
  const buttonActs = useStableActs(rowActs(acts, { onToggle: tree.toggle, onMenu: openMenu }));
  return (
    <>
      <VisuallyHidden role="status">
        {picks.rows.length > 0 ? t('{count, number} selected', { count: picks.rows.length }) : tree.announced}
      </VisuallyHidden>
      <VirtualList
        ref={tree.list}
        className="tree"
        role="tree"
        label={t('Projects')}
        aria-multiselectable
        count={rows.length}
        rowHeight={rowHeight}
        headOf={headOf}
        rowKey={tree.rowKey}
        keptRow={tree.at}
        rowAttributes={tree.attributes}
        renderRow={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <TreeRowView
              acts={buttonActs}
              row={row}
              isSelected={isRowSelected(row, selection)}
              isDropTarget={row.kind !== 'empty' && tree.dropTarget === projectOfRow(rows, row)}
            />
          );
        }}
      />
      {menu !== null && (
        <RowMenu
          acts={acts}
          row={menu.row}
          picks={picks}
          rows={rows}
          onStep={(by) => tree.step(menu.row, by)}
          anchor={menu.anchor}
          byKey={menu.byKey}
          onClose={() => setMenu({ ...menu, anchor: null })}
        />
      )}
    </>
  );
}

/** A project stays in sight while its prompts scroll. */
function useHeadOf(rows: readonly TreeRow[]): (row: number) => number {
  return useMemo(() => {
    const heads = headsOf(rows);
    return (row) => heads[row] ?? 0;
  }, [rows]);
}

/** Returns what the buttons of a row do. */
function rowActs(tree: ProjectTreeActions, own: Pick<TreeRowActs, 'onToggle' | 'onMenu'>): TreeRowActs {
  return {
    ...own,
    onSelect: tree.onSelectProject,
    onUpload: tree.onUpload,
    onRename: tree.onRename,
    onDelete: tree.onDelete,
    onOpenResource: tree.onOpenResource,
    onDownloadResource: tree.onDownloadResource,
    onCancelUpload: tree.onCancelUpload,
    onRetryUpload: tree.onRetryUpload,
  };
}
