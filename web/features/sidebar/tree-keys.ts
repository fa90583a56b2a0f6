/** Maps a key in the tree to its meaning (WAI-ARIA Authoring Practices, tree view), without touching the screen. */
import { isPickable, type PickableRow } from './picks/tree-picks.ts';
import type { EmptyRow, FileRow, FolderRow, ProjectRow, PromptRow, TreeRow } from './tree-rows.ts';

export type KeyMeaning =
  | { readonly kind: 'move'; readonly row: number }
  /** Moves, and selects the rows up to that one. */
  | { readonly kind: 'extend'; readonly row: number }
  | { readonly kind: 'pick'; readonly of: PickableRow }
  | { readonly kind: 'pickAll' | 'unpick' }
  | { readonly kind: 'toggle'; readonly of: ProjectRow | FolderRow }
  | { readonly kind: 'select'; readonly of: ProjectRow }
  | { readonly kind: 'open'; readonly of: PromptRow | FileRow }
  | { readonly kind: 'rename' | 'delete'; readonly of: ProjectRow | PromptRow | FileRow }
  | { readonly kind: 'step'; readonly of: ProjectRow | PromptRow; readonly by: -1 | 1 }
  | { readonly kind: 'menu'; readonly of: Exclude<TreeRow, EmptyRow> };

export type PressedKey = {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, Alt or Meta: those belong to the browser. */
  readonly modified: boolean;
  /** Alt and Shift alone, which move a row. */
  readonly moves?: boolean;
  /** The key that is pressed with Ctrl alone, on Apple's keyboards with ⌘. */
  readonly command?: string | null;
  /** Rows are selected. */
  readonly picking?: boolean;
};

export const pageOfRows = 10;

/** Null: the key means nothing here, and is left to the browser or to type-ahead. */
export function meaningOf(rows: readonly TreeRow[], at: number, pressed: PressedKey): KeyMeaning | null {
  const row = rows[at];
  if (row === undefined) return null;
  if (pressed.moves) return stepBy(row, pressed.key);
  if (pressed.modified) return pickBy(row, pressed);
  const last = rows.length - 1;
  const to = (row: number) => Math.max(0, Math.min(last, row));
  const move = (row: number): KeyMeaning => ({ kind: pressed.shift ? 'extend' : 'move', row: to(row) });
  switch (pressed.key) {
    case 'ArrowDown':
      return move(at + 1);
    case 'ArrowUp':
      return move(at - 1);
    case 'PageDown':
      return move(at + pageOfRows);
    case 'PageUp':
      return move(at - pageOfRows);
    case 'Home':
      return move(0);
    case 'End':
      return move(last);
    case 'ArrowRight':
      if (!('expanded' in row)) return null;
      return row.expanded ? { kind: 'move', row: to(at + 1) } : { kind: 'toggle', of: row };
    case 'ArrowLeft':
      if ('expanded' in row && row.expanded) return { kind: 'toggle', of: row };
      if (row.parent === null) return null;
      return { kind: 'move', row: rows.findIndex(({ key }) => key === row.parent) };
    case 'Escape':
      return pressed.picking ? { kind: 'unpick' } : null;
    default:
      return row.kind === 'empty' ? null : actionOf(row, pressed);
  }
}

function pickBy(row: TreeRow, { command }: PressedKey): KeyMeaning | null {
  if (command === 'a') return { kind: 'pickAll' };
  return command === ' ' && isPickable(row) ? { kind: 'pick', of: row } : null;
}

function stepBy(row: TreeRow, key: string): KeyMeaning | null {
  const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null;
  const isMovable = row.kind === 'project' || row.kind === 'prompt';
  return by !== null && isMovable ? { kind: 'step', of: row, by } : null;
}

function actionOf(row: Exclude<TreeRow, EmptyRow>, { key, shift }: PressedKey): KeyMeaning | null {
  switch (key) {
    case 'Enter':
      return 'expanded' in row ? { kind: 'toggle', of: row } : { kind: 'open', of: row };
    case ' ':
      if (row.kind === 'project') return { kind: 'select', of: row };
      return row.kind === 'folder' ? { kind: 'toggle', of: row } : { kind: 'open', of: row };
    case 'F2':
      return row.kind === 'folder' ? null : { kind: 'rename', of: row };
    case 'Delete':
      return row.kind === 'folder' ? null : { kind: 'delete', of: row };
    case 'ContextMenu':
      return { kind: 'menu', of: row };
    case 'F10':
      return shift ? { kind: 'menu', of: row } : null;
    default:
      return null;
  }
}
