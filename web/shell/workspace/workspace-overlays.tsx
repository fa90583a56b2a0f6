import { useAtomValue } from 'jotai';
import { Suspense, useEffect, useRef } from 'react';
import type { Outline } from '../../data/rows/outline.ts';
import { focusSidebar } from '../../features/sidebar/focus-sidebar.ts';
import { tryIt } from '../../features/try-it/feature.tsx';
import type { DialogRequest } from '../../features/workspace-dialogs/dialog-request.ts';
import { WorkspaceDialogs } from '../../features/workspace-dialogs/workspace-dialogs.tsx';
import { ErrorBoundary } from '../../ui/boundary/error-screen.tsx';
import { useKeptRequest } from '../../ui/hooks/use-kept-request.ts';
import { lazyPart } from '../../ui/load-again.ts';
import { WindowDrop } from '../drop/window-drop.tsx';
import { HelpOverlay } from '../help/help-overlay.tsx';
import { renderMarkdown } from '../prompt/rendered-markdown.tsx';
import type { Resources } from '../resources/use-resources.ts';
import { focusableOnce } from './focusable-once.ts';
import type { Drawer } from './use-drawer.ts';
import type { WorkspaceActions } from './use-workspace.ts';
import { mainId } from './workspace-main.tsx';
import type { Workspace } from './workspace-rules.ts';

// Loaded on demand: the first screen shows none of them.
const TryItOver = lazyPart(async () => (await import('../prompt/try-it-beside.tsx')).TryItOver);
const ResourceDialog = lazyPart(
  async () => (await import('../../features/resources/resource-dialog.tsx')).ResourceDialog,
);

export interface WorkspaceOverlaysProps {
  readonly outline: Outline;
  readonly workspace: Workspace;
  readonly dialog: DialogRequest | null;
  readonly actions: WorkspaceActions;
  readonly resources: Resources;
  readonly drawer: Drawer;
}

/** The dialogs of the workspace, for projects, prompts and resources, and what is dropped on it. */
export function WorkspaceOverlays(props: WorkspaceOverlaysProps) {
  const { outline, workspace, dialog, actions, resources, drawer } = props;
  const isMade = useRef(false);
  useEffect(() => {
    if (dialog !== null) isMade.current = false;
  }, [dialog]);
  return (
    <>
      <WorkspaceDialogs
        outline={outline}
        request={dialog}
        onClose={actions.stopAsking}
        acts={{
          onAsk: actions.ask,
          onOpenPrompt: actions.goToPrompt,
          onProjectCreated(projectId) {
            isMade.current = true;
            actions.selectProject(projectId);
          },
          onPromptCreated(made) {
            isMade.current = true;
            actions.showNewPrompt(made);
            drawer.close();
          },
          onProjectDeleted: actions.forgetProject,
          onPromptDeleted: actions.closePrompts,
        }}
        focusAfter={{
          // The button of an empty place goes with its first project.
          newProject: (opener) =>
            isMade.current && (opener === null || opener.closest('.chakra-empty-state__root'))
              ? focusSidebar()
              : opener,
          newPrompt(opener) {
            // From there the new text takes it, which may not be open yet.
            if (isMade.current) return focusableOnce(document.getElementById(mainId));
            return opener?.closest('[inert]') ? drawer.button.current : opener;
          },
          deleted: focusSidebar,
        }}
      />
      <ResourceDialogs resources={resources} />
      <HelpOverlay />
      <TryItOverlay />
      <WindowDrop
        project={outline.projects.find(({ id }) => id === workspace.selectedProjectId)}
        onAddResources={resources.acts.onAddResources}
      />
    </>
  );
}

function TryItOverlay() {
  const request = useAtomValue(tryIt.openAtom);
  const { shown, opening } = useKeptRequest(request);
  if (shown === null) return null;
  return (
    <ErrorBoundary of={opening}>
      <Suspense fallback={null}>
        <TryItOver key={opening} request={shown} open={request !== null} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Draws nothing, and so loads nothing, until the first of them is asked for. */
function ResourceDialogs({ resources }: Pick<WorkspaceOverlaysProps, 'resources'>) {
  const { request, ...rest } = resources.dialogs;
  const { shown, opening } = useKeptRequest(request);
  if (shown === null) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <ResourceDialog
          key={opening}
          {...rest}
          request={shown}
          open={request !== null}
          renderMarkdown={renderMarkdown}
          focusAfterDelete={focusSidebar}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
