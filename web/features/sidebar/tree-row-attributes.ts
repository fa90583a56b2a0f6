import { dotColor } from '#shared/model/colors.ts';
import { dotStyle } from '../../ui/color-dot.tsx';
import type { VirtualRowAttributes } from '../../ui/virtual-list.tsx';
import type { TreeRow } from './tree-rows.ts';

/** The ids of what is selected in the tree. */
export type TreeSelection = Readonly<Record<'project' | 'prompt' | 'file', number | null>>;

export function isRowSelected(row: TreeRow, selection: TreeSelection): boolean {
  if (row.kind === 'empty' || row.kind === 'folder') return false;
  return row.id === selection[row.kind];
}

/** Returns what a row says of itself to assistive technology (WAI-ARIA, tree view). */
export function treeRowAttributes(row: TreeRow, { id, isSelected }: { id: string; isSelected: boolean }) {
  return {
    id,
    role: 'treeitem',
    'aria-label': row.name,
    'aria-level': row.level,
    'aria-setsize': row.setSize,
    'aria-posinset': row.position,
    'aria-describedby': hasDetails(row) ? detailsId(id) : undefined,
    'aria-expanded': 'expanded' in row ? row.expanded : undefined,
    'aria-selected': isOpenable(row) ? isSelected : undefined,
    'aria-current': row.kind === 'project' && isSelected ? 'true' : undefined,
    'aria-disabled': row.kind === 'empty' ? true : undefined,
  } as const;
}

type Look = { readonly isSelected: boolean; readonly isDropTarget: boolean };

/**
 * Returns what the style sheet draws of the rows that there are thousands of: their icon, their dot and their background
 * are no elements of their own.
 */
export function lookOf(row: TreeRow, { isSelected, isDropTarget }: Look): VirtualRowAttributes {
  if (row.kind !== 'project' && row.kind !== 'prompt') return {};
  return {
    'data-row': row.kind,
    'data-selected': isSelected || undefined,
    'data-drop': (row.kind === 'project' && isDropTarget) || undefined,
    ...(row.kind === 'project' ? { style: dotStyle(dotColor(row.color)) } : {}),
  };
}

/** Returns the id of the element that describes the row with this id. */
export function detailsId(rowId: string): string {
  return `${rowId}-details`;
}

function isOpenable({ kind }: TreeRow): boolean {
  return kind === 'prompt' || kind === 'file';
}

function hasDetails({ kind }: TreeRow): boolean {
  return kind === 'folder' || kind === 'file';
}
