import {
  type HTMLAttributes,
  type KeyboardEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx';
import { RowMenu } from './row-menu.tsx';
import { type KeyMeaning, meaningOf } from './tree-keys.ts';
import { TreeRowView } from './tree-row-view.tsx';
import type { ProjectRow, PromptRow, TreeRow } from './tree-rows.ts';
import { findTyped, isTyped, nothingTyped, typeNext } from './type-ahead.ts';

export interface ProjectTreeActions {
  onToggleProject(projectId: number): void;
  onSelectProject(projectId: number): void;
  onOpenPrompt(promptId: number): void;
  onNewPrompt(projectId: number): void;
  onRename(row: ProjectRow | PromptRow): void;
  onDelete(row: ProjectRow | PromptRow): void;
}

export interface ProjectTreeProps extends ProjectTreeActions {
  readonly rows: readonly TreeRow[];
  readonly selectedProjectId: number | null;
  readonly selectedPromptId: number | null;
}

/**
 * A tree over virtual rows: levels and places are said by attributes, and one row is the stop of the Tab
 * key. That row is always drawn, so that scrolling away from it does not lose the focus.
 */
export function ProjectTree(props: ProjectTreeProps) {
  const { rows, selectedProjectId, selectedPromptId } = props;
  const treeId = useId();
  const list = useRef<VirtualListHandle>(null);
  const { at, moveTo, focusRow, blurRow } = useRovingRow(rows, { treeId, list, selectedPromptId });
  const typed = useRef(nothingTyped);
  const [menu, setMenu] = useState<{ row: ProjectRow | PromptRow; anchor: HTMLElement | null } | null>(null);
  const height = useMediaQuery('(pointer: coarse)') ? 44 : 34;
  const rowHeight = useCallback(() => height, [height]);
  const rowKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);

  function press(row: TreeRow): void {
    if (row.kind === 'project') props.onToggleProject(row.id);
    if (row.kind === 'prompt') props.onOpenPrompt(row.id);
  }

  function follow(meaning: KeyMeaning, element: HTMLElement): void {
    switch (meaning.kind) {
      case 'move':
        moveTo(meaning.row);
        break;
      case 'toggle':
        props.onToggleProject(meaning.project.id);
        break;
      case 'select':
        props.onSelectProject(meaning.project.id);
        break;
      case 'open':
        props.onOpenPrompt(meaning.prompt.id);
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

  function attributes(index: number): Omit<HTMLAttributes<HTMLDivElement>, 'style' | 'className'> {
    const row = rows[index];
    if (row === undefined) return {};
    const isProject = row.kind === 'project';
    return {
      id: `${treeId}-${row.key}`,
      role: 'treeitem',
      'aria-label': row.name,
      'aria-level': row.level,
      'aria-setsize': row.setSize,
      'aria-posinset': row.position,
      'aria-expanded': isProject ? row.expanded : undefined,
      'aria-selected': row.kind === 'prompt' ? row.id === selectedPromptId : undefined,
      'aria-current': isProject && row.id === selectedProjectId ? 'true' : undefined,
      'aria-disabled': row.kind === 'empty' ? true : undefined,
      tabIndex: index === at ? 0 : -1,
      onFocus: () => focusRow(index),
      onBlur: blurRow,
      onKeyDown: (event) => onKeyDown(index, event),
      onClick: () => press(row),
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
          const isSelected =
            row.kind === 'project'
              ? row.id === selectedProjectId
              : row.kind === 'prompt' && row.id === selectedPromptId;
          return (
            <TreeRowView
              row={row}
              isSelected={isSelected}
              onToggle={props.onToggleProject}
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

type RovingOptions = {
  treeId: string;
  list: React.RefObject<VirtualListHandle | null>;
  selectedPromptId: number | null;
};

/** Which row the Tab key stops at, and moving the focus to a row that may not be drawn yet. */
function useRovingRow(rows: readonly TreeRow[], { treeId, list, selectedPromptId }: RovingOptions) {
  const [active, setActive] = useState<{ key: string; index: number } | null>(null);
  const wanted = useRef<string | null>(null);
  const hadFocus = useRef(false);
  const index = indexOfRow(rows, active, selectedPromptId);
  const key = rows[index]?.key ?? '';

  useLayoutEffect(() => {
    // The row with the focus is gone (deleted, collapsed): its place has the focus now, not the page.
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (wanted.current === null && !isLost) return;
    wanted.current = null;
    document.getElementById(`${treeId}-${key}`)?.focus({ preventScroll: true });
  });

  return {
    at: index,
    moveTo(row: number): void {
      const next = rows[row];
      if (next === undefined) return;
      wanted.current = next.key;
      setActive({ key: next.key, index: row });
      list.current?.scrollToRow(row);
    },
    // Not called where the row itself is taken away: that is how a lost focus is told from one that went.
    blurRow(): void {
      hadFocus.current = false;
    },
    focusRow(row: number): void {
      hadFocus.current = true;
      const next = rows[row];
      if (next !== undefined && next.key !== active?.key) setActive({ key: next.key, index: row });
    },
  };
}

function indexOfRow(
  rows: readonly TreeRow[],
  active: { key: string; index: number } | null,
  selectedPromptId: number | null,
): number {
  const key = active?.key ?? (selectedPromptId === null ? null : `prompt-${selectedPromptId}`);
  if (key === null) return 0;
  const found = rows.findIndex((row) => row.key === key);
  if (found >= 0) return found;
  return Math.max(0, Math.min(active?.index ?? 0, rows.length - 1));
}
