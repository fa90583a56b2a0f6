import type { RowMove } from './own-place.ts';
import type { RowMenuActions } from './row-menu.tsx';
import type { KeyMeaning } from './tree-keys.ts';
import type { EmptyRow, FolderRow, ProjectRow, TreeRow } from './tree-rows.ts';

export interface ProjectTreeActions extends RowMenuActions {
  onToggleProject(projectId: number): void;
  onToggleFolder(projectId: number): void;
  onSelectProject(projectId: number): void;
  onOpenPrompt(promptId: number): void;
  /** A press begins that is going to open it, or to drag it. */
  onPressPrompt(promptId: number): void;
  onAddResources(projectId: number, files: readonly File[]): void;
  /** Dragged, or moved by a step. */
  onMoveRow(move: RowMove): void;
}

export type TreeControls = {
  /** A project is opened by hand: the row that was to be scrolled to may stay where it is. */
  forget(): void;
  moveTo(row: number): void;
  step(row: TreeRow, by: -1 | 1): void;
  openMenu(row: Exclude<TreeRow, EmptyRow>, anchor: HTMLElement, byKey?: boolean): void;
};

/** Returns what a press or a key on a row of the tree does. */
export function treeActions(actions: ProjectTreeActions, { forget, moveTo, step, openMenu }: TreeControls) {
  function toggle({ kind, id }: ProjectRow | FolderRow): void {
    forget();
    if (kind === 'project') actions.onToggleProject(id);
    else actions.onToggleFolder(id);
  }

  function beginPress(row: TreeRow): void {
    if (row.kind === 'prompt') actions.onPressPrompt(row.id);
  }

  function press(row: TreeRow): void {
    if ('expanded' in row) toggle(row);
    else if (row.kind === 'prompt') actions.onOpenPrompt(row.id);
    else if (row.kind === 'file') actions.onOpenResource(row);
  }

  function follow(meaning: KeyMeaning, element: HTMLElement): void {
    switch (meaning.kind) {
      case 'move':
        moveTo(meaning.row);
        break;
      case 'toggle':
        toggle(meaning.of);
        break;
      case 'select':
        actions.onSelectProject(meaning.of.id);
        break;
      case 'open':
        press(meaning.of);
        break;
      case 'rename':
        actions.onRename(meaning.of);
        break;
      case 'delete':
        actions.onDelete(meaning.of);
        break;
      case 'step':
        step(meaning.of, meaning.by);
        break;
      case 'menu':
        openMenu(meaning.of, element, true);
        break;
    }
  }

  return { toggle, beginPress, press, follow };
}
