import { type HTMLAttributes, type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx';
import { uploadWords } from './resource-status.ts';
import { RowMenu, type RowMenuActions } from './row-menu.tsx';
import { type KeyMeaning, meaningOf } from './tree-keys.ts';
import { TreeRowView } from './tree-row-view.tsx';
import { type EmptyRow, type FolderRow, type ProjectRow, projectOfRow, type TreeRow } from './tree-rows.ts';
import { findTyped, isTyped, nothingTyped, typeNext } from './type-ahead.ts';
import { useResourceArrivals } from './use-resource-arrivals.ts';
import { useRovingRow } from './use-roving-row.ts';
import { useSelectedInSight } from './use-selected-in-sight.ts';

export interface ProjectTreeActions extends RowMenuActions {
  onToggleProject(projectId: number): void;
  onToggleFolder(projectId: number): void;
  onSelectProject(projectId: number): void;
  onOpenPrompt(promptId: number): void;
  onAddResources(projectId: number, files: readonly File[]): void;
}

export interface ProjectTreeProps extends ProjectTreeActions {
  readonly rows: readonly TreeRow[];
  readonly selectedProjectId: number | null;
  readonly selectedPromptId: number | null;
  readonly selectedResourceId: number | null;
}

/** Pixels: for a mouse, and under a finger. A file says below its name what becomes of it. */
const rowHeights = { fine: { one: 34, two: 50 }, coarse: { one: 44, two: 60 } };

/**
 * A tree over virtual rows: levels and places are said by attributes, and one row is the stop of the Tab
 * key. That row is always drawn, so that scrolling away from it does not lose the focus.
 */
export function ProjectTree(props: ProjectTreeProps) {
  const { rows, selectedProjectId, selectedPromptId, selectedResourceId } = props;
  const treeId = useId();
  const list = useRef<VirtualListHandle>(null);
  const { at, moveTo, focusRow, blurRow } = useRovingRow(rows, { treeId, list, selectedPromptId });
  const { forget } = useSelectedInSight(rows, list, {
    project: selectedProjectId,
    prompt: selectedPromptId,
    file: selectedResourceId,
  });
  const typed = useRef(nothingTyped);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const rowHeight = useCallback((index: number) => heightOf(rows[index], isCoarse), [rows, isCoarse]);
  const rowKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);

  const arrivals = useResourceArrivals({
    pasteInto() {
      const row = rows[at];
      const hasFocus = row !== undefined && document.activeElement?.id === `${treeId}-${row.key}`;
      return hasFocus ? projectOfRow(rows, row) : selectedProjectId;
    },
    onFiles: props.onAddResources,
  });

  function toggle({ kind, id }: ProjectRow | FolderRow): void {
    forget();
    if (kind === 'project') props.onToggleProject(id);
    else props.onToggleFolder(id);
  }

  function press(row: TreeRow): void {
    if ('expanded' in row) toggle(row);
    else if (row.kind === 'prompt') props.onOpenPrompt(row.id);
    else if (row.kind === 'file') props.onOpenResource(row);
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
        props.onSelectProject(meaning.of.id);
        break;
      case 'open':
        press(meaning.of);
        break;
      case 'rename':
        props.onRename(meaning.of);
        break;
      case 'delete':
        props.onDelete(meaning.of);
        break;
      case 'menu':
        setMenu({ row: meaning.of, anchor: element });
        break;
    }
  }

  function onKeyDown(index: number, event: KeyboardEvent<HTMLElement>): void {
    const { key, shiftKey: shift, timeStamp } = event;
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    // A button within the row keeps its own keys.
    if (event.target !== event.currentTarget && (key === 'Enter' || key === ' ')) return;
    if (!modified && isTyped(key, typed.current, timeStamp)) {
      typed.current = typeNext(typed.current, key, timeStamp);
      const names = rows.map(({ name }) => name);
      const found = findTyped(names, index, typed.current);
      if (found >= 0) moveTo(found);
      event.preventDefault();
      return;
    }
    const meaning = meaningOf(rows, index, { key, shift, modified });
    if (meaning === null) return;
    event.preventDefault();
    follow(meaning, event.currentTarget);
  }

  function isSelected({ kind, ...row }: TreeRow): boolean {
    if (!('id' in row)) return false;
    if (kind === 'file') return row.id === selectedResourceId;
    return kind !== 'folder' && row.id === (kind === 'project' ? selectedProjectId : selectedPromptId);
  }

  function attributes(index: number): Omit<HTMLAttributes<HTMLDivElement>, 'style' | 'className'> {
    const row = rows[index];
    if (row === undefined) return {};
    const projectId = projectOfRow(rows, row);
    const id = `${treeId}-${row.key}`;
    return {
      id,
      role: 'treeitem',
      'aria-label': row.name,
      'aria-level': row.level,
      'aria-setsize': row.setSize,
      'aria-posinset': row.position,
      'aria-describedby': hasDetails(row) ? `${id}-details` : undefined,
      'aria-expanded': 'expanded' in row ? row.expanded : undefined,
      'aria-selected': isOpenable(row) ? isSelected(row) : undefined,
      'aria-current': row.kind === 'project' && isSelected(row) ? 'true' : undefined,
      'aria-disabled': row.kind === 'empty' ? true : undefined,
      tabIndex: index === at ? 0 : -1,
      onFocus: () => focusRow(index),
      onBlur: blurRow,
      onKeyDown: (event) => onKeyDown(index, event),
      onClick: () => press(row),
      ...arrivals.attributes(projectId),
      onContextMenu: (event) => {
        if (row.kind === 'empty') return;
        event.preventDefault();
        setMenu({ row, anchor: event.currentTarget });
      },
    };
  }

  return (
    <>
      <VirtualList
        ref={list}
        className="tree"
        role="tree"
        label="Projects"
        count={rows.length}
        rowHeight={rowHeight}
        rowKey={rowKey}
        keptRow={at}
        rowAttributes={attributes}
        renderRow={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <TreeRowView
              {...props}
              row={row}
              detailsId={`${treeId}-${row.key}-details`}
              isSelected={isSelected(row)}
              isDropTarget={row.kind !== 'empty' && arrivals.over === projectOfRow(rows, row)}
              onToggle={toggle}
              onSelect={props.onSelectProject}
              onMenu={(of, anchor) => setMenu({ row: of, anchor })}
            />
          );
        }}
      />
      {menu !== null && (
        <RowMenu
          {...props}
          row={menu.row}
          anchor={menu.anchor}
          onClose={() => setMenu({ row: menu.row, anchor: null })}
        />
      )}
    </>
  );
}

type OpenMenu = { readonly row: Exclude<TreeRow, EmptyRow>; readonly anchor: HTMLElement | null };

function isOpenable({ kind }: TreeRow): boolean {
  return kind === 'prompt' || kind === 'file';
}

function hasDetails({ kind }: TreeRow): boolean {
  return kind === 'folder' || kind === 'file';
}

function heightOf(row: TreeRow | undefined, isCoarse: boolean): number {
  const { one, two } = isCoarse ? rowHeights.coarse : rowHeights.fine;
  const isTwo = row?.kind === 'file' && (isCoarse || uploadWords(row.item) !== null);
  return isTwo ? two : one;
}
