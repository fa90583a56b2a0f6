import { useMemo } from 'react';
import { LuFilePlus2, LuFolderPlus, LuFolders } from 'react-icons/lu';
import type { Outline } from '../../data/rows/outline.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ProjectTree } from './project-tree.tsx';
import type { ProjectTreeActions } from './tree-actions.ts';
import { type Folders, treeRows } from './tree-rows.ts';
import './sidebar.css';
import './tree-rows.css';

export interface SidebarProps extends ProjectTreeActions {
  /** Undefined while it is read. */
  readonly outline: Outline | undefined;
  readonly selectedProjectId: number | null;
  readonly selectedPromptId: number | null;
  readonly selectedResourceId: number | null;
  readonly expandedProjectIds: readonly number[];
  readonly folders: Folders;
  onNewProject(): void;
}

/** The projects and, in those that are expanded, their prompts and their files. */
export function Sidebar(props: SidebarProps) {
  const { outline, selectedProjectId, onNewProject, onNewPrompt } = props;
  return (
    <nav className="sidebar" aria-label="Projects and prompts">
      <div className="sidebar-top">
        <Button size="sm" icon={<LuFolderPlus />} onClick={onNewProject}>
          New Project
        </Button>
        {selectedProjectId !== null && (
          <Button size="sm" icon={<LuFilePlus2 />} onClick={() => onNewPrompt(selectedProjectId)}>
            New Prompt
          </Button>
        )}
      </div>
      <div className="sidebar-list">
        {outline === undefined ? (
          <SkeletonRows label="Loading projects" />
        ) : outline.projects.length === 0 ? (
          <EmptyState
            compact
            icon={<LuFolders />}
            title="No projects yet"
            action={
              <Button tone="primary" icon={<LuFolderPlus />} onClick={onNewProject}>
                New Project
              </Button>
            }
          >
            Create your first project to get started.
          </EmptyState>
        ) : (
          <Tree {...props} outline={outline} />
        )}
      </div>
    </nav>
  );
}

function Tree(props: SidebarProps & { readonly outline: Outline }) {
  const { outline, expandedProjectIds, folders } = props;
  const rows = useMemo(
    () => treeRows(outline, expandedProjectIds, folders),
    [outline, expandedProjectIds, folders],
  );
  return <ProjectTree {...props} rows={rows} />;
}
