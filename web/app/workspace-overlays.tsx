import { lazy, Suspense } from 'react';
import type { Library } from '../data/database/library.ts';
import type { Outline } from '../data/rows/outline.ts';
import { focusSidebar } from '../features/sidebar/focus-sidebar.ts';
import type { DialogRequest } from '../features/workspace-dialogs/dialog-request.ts';
import { WorkspaceDialogs } from '../features/workspace-dialogs/workspace-dialogs.tsx';
import type { ToastRequest } from '../ui/toaster-store.ts';
import { renderMarkdown } from './rendered-markdown.tsx';
import type { Drawer } from './use-drawer.ts';
import type { Resources } from './use-resources.ts';
import type { WorkspaceActions } from './use-workspace.ts';

// Loaded on demand: the first screen shows none of them.
const ResourceDialogs = lazy(async () => ({
  default: (await import('../features/resources/resource-dialogs.tsx')).ResourceDialogs,
}));

export interface WorkspaceOverlaysProps {
  readonly library: Library;
  readonly outline: Outline;
  readonly dialog: DialogRequest | null;
  readonly actions: WorkspaceActions;
  readonly resources: Resources;
  readonly drawer: Drawer;
  notify(toast: ToastRequest): void;
}

/** The dialogs of the workspace, for projects, prompts and resources. */
export function WorkspaceOverlays(props: WorkspaceOverlaysProps) {
  const { library, outline, dialog, actions, resources, drawer, notify } = props;
  return (
    <>
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
        notify={notify}
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
    </>
  );
}
