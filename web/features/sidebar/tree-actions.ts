import { isApple } from '../../ui/keys/key-label.ts';
import type { RowMove } from './own-place.ts';
import { isPickable } from './picks/tree-picks.ts';
import type { TreePicks } from './picks/use-tree-picks.ts';
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
  readonly picks: TreePicks;
  /** A project is opened by hand: the row that was to be scrolled to may stay where it is. */
  forget(): void;
  /** Its rows, or others above it, are about to go: it is scrolled to where it is then. */
  awaitRow(row: TreeRow): void;
  moveTo(row: number): void;
  step(row: TreeRow, by: -1 | 1): void;
  openMenu(row: Exclude<TreeRow, EmptyRow>, anchor: HTMLElement, byKey?: boolean): void;
};

export type ClickedRow = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  readonly isTouch: boolean;
  /** The row that was clicked, and the one that had the focus before. */
  readonly to: number;
  readonly from: number;
};

/** Returns what a press or a key on a row of the tree does. */
export function treeActions(
  actions: ProjectTreeActions,
  { picks, forget, awaitRow }: Pick<TreeControls, 'picks' | 'forget' | 'awaitRow'>,
) {
  function toggle(row: ProjectRow | FolderRow): void {
    if (row.expanded && row.kind === 'project') awaitRow(row);
    else forget();
    if (row.kind === 'project') actions.onToggleProject(row.id);
    else actions.onToggleFolder(row.id);
  }

  function openAlone(row: ProjectRow): void {
    awaitRow(row);
    actions.onProjectAlone(row.id);
  }

  function beginPress(row: TreeRow): void {
    if (row.kind === 'prompt') actions.onPressPrompt(row.id);
  }

  /** Folding leaves the selection alone, which may go over several projects; opening a row ends it. */
  function press(row: TreeRow): void {
    if ('expanded' in row) toggle(row);
    else picks.leave();
    if (row.kind === 'prompt') actions.onOpenPrompt(row.id);
    else if (row.kind === 'file') actions.onOpenResource(row);
  }

  /** Modifiers select instead, as in the lists of the systems; so does a finger where rows are selected already. */
  function click(row: TreeRow, event: ClickedRow): void {
    const isCommand = isApple() ? event.metaKey : event.ctrlKey;
    const isPicking = event.isTouch && picks.rows.length > 0;
    if (event.shiftKey) picks.extend(event);
    else if (isPickable(row) && (isCommand || isPicking)) picks.toggle(row);
    else if (row.kind === 'project' && event.altKey) openAlone(row);
    else press(row);
  }

  return { toggle, beginPress, click, press };
}

type Pressing = ReturnType<typeof treeActions>;

/** Returns what a key does that was pressed on the row `at`. */
export function keyActions(
  actions: ProjectTreeActions,
  { picks, moveTo, step, openMenu, toggle, press }: TreeControls & Pick<Pressing, 'toggle' | 'press'>,
) {
  return (meaning: KeyMeaning, element: HTMLElement, at: number): void => {
    switch (meaning.kind) {
      case 'move':
        moveTo(meaning.row);
        break;
      case 'extend':
        picks.extend({ from: at, to: meaning.row });
        moveTo(meaning.row);
        break;
      case 'pick':
        picks.toggle(meaning.of);
        break;
      case 'pickAll':
        picks.all(at);
        break;
      case 'unpick':
        picks.leave();
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
        if (picks.has(meaning.of)) picks.askToDelete();
        else actions.onDelete(meaning.of);
        break;
      case 'step':
        step(meaning.of, meaning.by);
        break;
      case 'menu':
        openMenu(meaning.of, element, true);
        break;
    }
  };
}
