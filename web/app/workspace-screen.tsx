import { lazy, Suspense } from 'react';
import { LuFilePlus2, LuMessageSquareText } from 'react-icons/lu';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Outline } from '../data/rows/outline.ts';
import { focusSidebar } from '../features/sidebar/focus-sidebar.ts';
import { Sidebar } from '../features/sidebar/sidebar.tsx';
import { useNotices } from '../features/sync-status/use-notices.ts';
import { TabBar } from '../features/tabs/tab-bar.tsx';
import { promptPanelId, tabId } from '../features/tabs/tab-ids.ts';
import { WorkspaceDialogs } from '../features/workspace-dialogs/workspace-dialogs.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useToaster } from '../ui/provider.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import type { OpenLibraryProps } from './open-library-props.ts';
import { OpenPrompt } from './open-prompt.tsx';
import { renderMarkdown } from './rendered-markdown.tsx';
import { useDrawer } from './use-drawer.ts';
import { useOpenTabs } from './use-open-tabs.ts';
import { useResources } from './use-resources.ts';
import { useWorkspace } from './use-workspace.ts';
import { WorkspaceHeader } from './workspace-header.tsx';
import './workspace.css';

// Nothing of it is on the first screen.
const ResourceDialogs = lazy(async () => ({
  default: (await import('../features/resources/resource-dialogs.tsx')).ResourceDialogs,
}));

/** Below this the sidebar lies over the page; the same width is in `workspace.css`. */
const narrow = '(max-width: 47.99rem)';

export function WorkspaceScreen(props: OpenLibraryProps & { readonly outline: Outline }) {
  const { library, outline } = props;
  const toaster = useToaster();
  const { workspace, dialog, actions } = useWorkspace();
  const tabs = useOpenTabs(outline, workspace.openPromptIds);
  const selected = tabs.find(({ id }) => id === workspace.selectedPromptId);
  const isNarrow = useMediaQuery(narrow);
  const drawer = useDrawer(isNarrow);
  const resources = useResources({
    library,
    outline,
    expandedProjectIds: workspace.expandedProjectIds,
    files: props.sync.files,
    onExpandProject: actions.selectProject,
  });
  useNotices(library, toaster.show);

  const newPrompt = () => actions.ask({ kind: 'createPrompt', projectId: workspace.selectedProjectId });

  return (
    <div className="workspace">
      <title>{selected === undefined ? 'Promptory' : `${isolatedName(selected.title)} · Promptory`}</title>
      <WorkspaceHeader
        {...props}
        drawer={isNarrow ? drawer : null}
        onOpenPrompt={(promptId) => {
          drawer.close();
          actions.goToPrompt(promptId);
        }}
      />
      <div className="workspace-body">
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
            onRename={(row) => (row.kind === 'file' ? resources.edit(row) : actions.rename(row))}
            onDelete={(row) => (row.kind === 'file' ? resources.delete(row) : actions.delete(row))}
          />
        </div>
        <main className="workspace-main" inert={isNarrow && drawer.isOpen}>
          <TabBar
            tabs={tabs}
            selectedId={workspace.selectedPromptId}
            canCreate={outline.projects.length > 0}
            onSelect={actions.openPrompt}
            onClose={actions.closePrompt}
            onNewPrompt={newPrompt}
          />
          {selected === undefined ? (
            <div className="workspace-empty">
              <EmptyState
                icon={<LuMessageSquareText />}
                title="No prompt selected"
                action={
                  outline.projects.length > 0 && (
                    <Button tone="primary" icon={<LuFilePlus2 />} onClick={newPrompt}>
                      New Prompt
                    </Button>
                  )
                }
              >
                Select a prompt from the sidebar or create a new one to get started.
              </EmptyState>
            </div>
          ) : (
            <div
              id={promptPanelId}
              className="workspace-prompt"
              role="tabpanel"
              aria-labelledby={tabId(selected.id)}
            >
              <OpenPrompt
                library={library}
                tab={selected}
                tabs={tabs}
                onSelect={actions.openPrompt}
                onClose={actions.closePrompt}
                notify={toaster.show}
              />
            </div>
          )}
        </main>
      </div>
      <WorkspaceDialogs
        library={library}
        outline={outline}
        request={dialog}
        onClose={actions.stopAsking}
        onProjectCreated={actions.selectProject}
        onPromptCreated={(made) => {
          actions.showNewPrompt(made);
          drawer.close();
        }}
        onProjectDeleted={actions.forgetProject}
        onPromptDeleted={actions.closePrompt}
        notify={toaster.show}
        focusAfterCreate={(opener) => (opener?.closest('[inert]') ? drawer.button.current : opener)}
        focusAfterDelete={focusSidebar}
      />
      <Suspense fallback={null}>
        <ResourceDialogs
          {...resources.dialogs}
          renderMarkdown={renderMarkdown}
          focusAfterDelete={focusSidebar}
        />
      </Suspense>
    </div>
  );
}
