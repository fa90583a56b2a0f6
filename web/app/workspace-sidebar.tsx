import type { Outline } from '../data/rows/outline.ts';
import { Sidebar } from '../features/sidebar/sidebar.tsx';
import type { RowAddress } from './address.ts';
import type { Drawer } from './use-drawer.ts';
import type { Resources } from './use-resources.ts';
import type { WorkspaceActions } from './use-workspace.ts';
import type { Workspace } from './workspace-rules.ts';

export interface WorkspaceSidebarProps {
  readonly outline: Outline;
  readonly workspace: Workspace;
  readonly actions: WorkspaceActions;
  readonly resources: Resources;
  readonly drawer: Drawer;
  /** The sidebar is a drawer that lies over the page. */
  readonly isNarrow: boolean;
  onCopyLink(address: RowAddress): void;
}

/** The sidebar in its place: beside the page, or over it behind a veil. */
export function WorkspaceSidebar(props: WorkspaceSidebarProps) {
  const { outline, workspace, actions, resources, drawer, isNarrow } = props;
  return (
    <>
      {isNarrow && drawer.isOpen && (
        <button
          type="button"
          className="workspace-veil"
          aria-label="Hide projects"
          tabIndex={-1}
          onClick={drawer.close}
        />
      )}
      <div
        ref={drawer.place}
        className="workspace-sidebar"
        data-drawer={isNarrow || undefined}
        inert={isNarrow && !drawer.isOpen}
      >
        <Sidebar
          {...resources.sidebar}
          outline={outline}
          selectedProjectId={workspace.selectedProjectId}
          selectedPromptId={workspace.selectedPromptId}
          expandedProjectIds={workspace.expandedProjectIds}
          onNewProject={() => actions.ask({ kind: 'createProject' })}
          onNewPrompt={(projectId) => actions.ask({ kind: 'createPrompt', projectId })}
          onToggleProject={actions.toggleProject}
          onSelectProject={actions.selectProject}
          onOpenPrompt={(promptId) => {
            resources.leaveSelection();
            actions.openPrompt(promptId);
            drawer.close();
          }}
          onCopyLink={({ kind, id }) =>
            props.onCopyLink(kind === 'file' ? { kind, id } : { kind, id, version: null })
          }
          onRename={(row) => (row.kind === 'file' ? resources.edit(row) : actions.rename(row))}
          onDelete={(row) => (row.kind === 'file' ? resources.delete(row) : actions.delete(row))}
        />
      </div>
    </>
  );
}
