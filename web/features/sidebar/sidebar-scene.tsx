import { useState } from 'react';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import type { Outline } from '../../data/rows/outline.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { Sidebar, type SidebarActions } from './sidebar.tsx';
import type { Folders } from './tree-rows.ts';
import { wholeTree } from './tree-view.ts';

export const createdAt = '2026-01-01T00:00:00.000Z';
export const outline: Outline = {
  projects: [
    { id: 1, name: 'Letters', color: 'teal', createdAt },
    { id: 2, name: 'Reports', color: 'unheard of', createdAt },
  ],
  prompts: [
    { id: 11, title: 'Answer a complaint', createdAt, projectId: 1 },
    { id: 12, title: 'Bid farewell', createdAt, projectId: 1 },
  ],
};

export const nothing: SidebarActions = {
  onNewProject: () => {},
  onNewPrompt: () => {},
  onToggleProject: () => {},
  onSelectProject: () => {},
  onOpenPrompt: () => {},
  onPressPrompt: () => {},
  onCopyLink: () => {},
  onRename: () => {},
  onDelete: () => {},
  onToggleFolder: () => {},
  onUpload: () => {},
  onOfflineResources: () => {},
  onAddResources: () => {},
  onOpenResource: () => {},
  onDownloadResource: () => {},
  onCancelUpload: () => {},
  onRetryUpload: () => {},
  onDuplicate: () => {},
  onCompare: () => {},
  onMove: () => {},
  onEditTags: () => {},
  onExport: () => {},
  onUsedIn: () => {},
  onUseInCode: () => {},
  onLinkToRead: () => {},
  onFavorite: () => {},
  onView: () => {},
  onMoveRow: () => {},
  onProjectAlone: () => {},
};

/** Returns what draws the sidebar for the tests of one file. */
export function sidebarScene() {
  let drawn: Drawn | undefined;
  afterEach(() => drawn?.close());
  return (...given: Parameters<typeof openSidebar>) => {
    const opened = openSidebar(...given);
    drawn = opened.drawn;
    return opened;
  };
}

type SidebarSceneOptions = {
  readonly folders?: Folders;
  readonly conflicts?: ReadonlySet<number> | undefined;
  readonly width?: string;
};

/** Draws the sidebar, and records what is asked of it. */
function openSidebar(
  library: Outline | undefined = outline,
  { folders = new Map(), conflicts, width = '280px' }: SidebarSceneOptions = {},
) {
  const calls: string[] = [];
  const record = (what: string) => (of: number | { id: number }) => {
    calls.push(`${what} ${typeof of === 'number' ? of : of.id}`);
  };
  function Scene() {
    const [expanded, setExpanded] = useState([1]);
    return (
      <Sidebar
        outline={library}
        selection={{ project: 1, prompt: 12, file: null }}
        libraryMenu={null}
        expandedProjectIds={expanded}
        folders={folders}
        conflicts={conflicts}
        view={wholeTree}
        edited={undefined}
        bulk={{
          underWay: null,
          onStop() {},
          onAct: (act, rows) => calls.push(`${act} ${rows.map(({ id }) => id)}`),
        }}
        acts={{
          ...nothing,
          onNewProject: () => calls.push('new project'),
          onNewPrompt: record('new prompt in'),
          onToggleProject(id) {
            record('toggle')(id);
            setExpanded((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]));
          },
          onSelectProject: record('select'),
          onOpenPrompt: record('open'),
          onCopyLink: record('copy link of'),
          onRename: record('rename'),
          onDelete: record('delete'),
          onMoveRow: (move) => calls.push(JSON.stringify(move)),
          onProjectAlone(id) {
            record('alone')(id);
            setExpanded([id]);
          },
        }}
      />
    );
  }
  return { calls, drawn: draw(<Scene />, { width }) };
}

export const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
export const focused = () => document.activeElement?.getAttribute('aria-label');
