/** What a key means in the tree (WAI-ARIA Authoring Practices, tree view), without touching the screen. */
import type { ProjectRow, PromptRow, TreeRow } from './tree-rows.ts';

export type KeyMeaning =
  | { readonly kind: 'move'; readonly row: number }
  | { readonly kind: 'toggle' | 'select'; readonly project: ProjectRow }
  | { readonly kind: 'open'; readonly prompt: PromptRow }
  | { readonly kind: 'rename' | 'delete' | 'menu'; readonly of: ProjectRow | PromptRow };

export type PressedKey = {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, Alt or Meta: those belong to the browser. */
  readonly modified: boolean;
};

export const pageOfRows = 10;

/** Null: the key means nothing here, and is left to the browser or to type-ahead. */
export function meaningOf(rows: readonly TreeRow[], at: number, pressed: PressedKey): KeyMeaning | null {
  const row = rows[at];
  if (row === undefined || pressed.modified) return null;
  const last = rows.length - 1;
  const move = (to: number): KeyMeaning => ({ kind: 'move', row: Math.max(0, Math.min(last, to)) });
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
      if (row.kind !== 'project') return null;
      return row.expanded ? move(at + 1) : { kind: 'toggle', project: row };
    case 'ArrowLeft':
      if (row.kind === 'project') return row.expanded ? { kind: 'toggle', project: row } : null;
      return move(rows.findIndex(({ key }) => key === row.parent));
    default:
      return row.kind === 'empty' ? null : actionOf(row, pressed);
  }
}

function actionOf(row: ProjectRow | PromptRow, { key, shift }: PressedKey): KeyMeaning | null {
  switch (key) {
    case 'Enter':
      return row.kind === 'project' ? { kind: 'toggle', project: row } : { kind: 'open', prompt: row };
    case ' ':
      return row.kind === 'project' ? { kind: 'select', project: row } : { kind: 'open', prompt: row };
    case 'F2':
      return { kind: 'rename', of: row };
    case 'Delete':
      return { kind: 'delete', of: row };
    case 'ContextMenu':
      return { kind: 'menu', of: row };
    case 'F10':
      return shift ? { kind: 'menu', of: row } : null;
    default:
      return null;
  }
}
