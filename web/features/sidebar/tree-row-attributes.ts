import { t } from '#shared/language/translate.ts';
import { dotColor } from '#shared/model/colors.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { dotStyle } from '../../ui/color-dot.tsx';
import type { VirtualRowAttributes } from '../../ui/list/virtual-list.tsx';
import { isPickable } from './picks/tree-picks.ts';
import { uploadWords } from './resource-status.ts';
import type { ProjectRow, TreeRow } from './tree-rows.ts';

/** The ids of what is selected in the tree. */
export type TreeSelection = Readonly<Record<'project' | 'prompt' | 'file', number | null>> & {
  /** The prompt that was opened last; another object each time, so that the same one is scrolled to once more. */
  readonly revealed?: { readonly promptId: number } | null;
};

export function isRowSelected(row: TreeRow, selection: TreeSelection): boolean {
  if (row.kind === 'empty' || row.kind === 'folder') return false;
  // A file that is open lies over the prompt: one row is selected, not two.
  if (row.kind === 'prompt' && selection.file !== null) return false;
  return row.id === selection[row.kind];
}

type RowState = {
  readonly id: string;
  readonly isSelected: boolean;
  /** Rows are selected together, and the open one is no more than the current one. */
  readonly picking: boolean;
  readonly isPicked: boolean;
};

/** Returns what a row says of itself to assistive technology (WAI-ARIA, tree view). */
export function treeRowAttributes(row: TreeRow, { id, isSelected, picking, isPicked }: RowState) {
  const isOpen = row.kind === 'project' || picking;
  return {
    id,
    role: 'treeitem',
    'aria-label': nameOf(row),
    'aria-description': descriptionOf(row),
    'aria-level': row.level,
    'aria-setsize': row.setSize,
    'aria-posinset': row.position,
    'aria-expanded': 'expanded' in row ? row.expanded : undefined,
    'aria-selected': isPickable(row) ? (picking ? isPicked : isSelected) : undefined,
    'aria-current': isOpen && isSelected ? 'true' : undefined,
    'aria-disabled': row.kind === 'empty' ? true : undefined,
  } as const;
}

type Look = { readonly isSelected: boolean; readonly isPicked: boolean; readonly isDropTarget: boolean };

/**
 * Returns what the style sheet draws of the rows that there are thousands of: their icon, their dot and their background
 * are no elements of their own.
 */
export function lookOf(row: TreeRow, { isSelected, isPicked, isDropTarget }: Look): VirtualRowAttributes {
  if (row.kind === 'file') return { 'data-picked': isPicked || undefined };
  if (row.kind !== 'project' && row.kind !== 'prompt') return {};
  return {
    'data-row': row.kind,
    'data-selected': isSelected || undefined,
    'data-picked': isPicked || undefined,
    'data-favorite': (row.kind === 'prompt' && row.isFavorite) || undefined,
    'data-conflict': (row.kind === 'prompt' && row.hasConflict) || undefined,
    'data-drop': (row.kind === 'project' && isDropTarget) || undefined,
    ...(row.kind === 'project' ? { style: dotStyle(dotColor(row.color)) } : {}),
  };
}

/** A project is called by its name alone, whatever it holds, and so is a prompt. */
function descriptionOf(row: TreeRow): string | undefined {
  if (row.kind === 'prompt' && row.hasConflict) return t('A conflict waits for your review');
  return row.kind === 'project' ? countOf(row) : undefined;
}

function countOf({ count }: ProjectRow): string {
  return t('{count, plural, =0 {no prompts} one {# prompt} other {# prompts}}', { count });
}

/** Returns the label of a row: all the text that it shows, in its order (WCAG 2.5.3), and what an icon shows beside it. */
function nameOf(row: TreeRow): string {
  if (row.kind === 'folder' && row.count !== null) {
    return `${row.name} ${t('{count, plural, one {# file} other {# files}}', { count: row.count })}`;
  }
  if (row.kind === 'prompt' && row.isFavorite) return t('{name}, favourite', { name: row.name });
  if (row.kind !== 'file') return row.name;
  const size = `${row.name} ${fileSize(row.item.resource.fileSize)}`;
  const state = uploadWords(row.item) ?? (row.item.here ? null : t('on the server'));
  return state === null ? size : `${size} ${state}`;
}
