import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Outline } from '../data/rows/outline.ts';
import { useNotices } from '../features/sync-status/use-notices.ts';
import { useToaster } from '../ui/provider.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useStableAct } from '../ui/use-stable-act.ts';
import type { RowAddress } from './address.ts';
import { copyLink } from './copy-link.ts';
import type { OpenLibraryProps } from './open-library-props.ts';
import { useAddress } from './use-address.ts';
import { useDrawer } from './use-drawer.ts';
import { useOpenTabs } from './use-open-tabs.ts';
import { useResources } from './use-resources.ts';
import { useWorkspace } from './use-workspace.ts';
import { WorkspaceHeader } from './workspace-header.tsx';
import { WorkspaceMain } from './workspace-main.tsx';
import { WorkspaceOverlays } from './workspace-overlays.tsx';
import { WorkspaceSidebar } from './workspace-sidebar.tsx';
import './workspace.css';

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
  const address = useAddress({ page: props.address, library, outline, ask: actions.ask });
  useNotices(library, toaster.show);
  const onCopyLink = (row: RowAddress) => void copyLink(row, { page: props.address, notify: toaster.show });
  const goToPrompt = useStableAct((promptId: number) => {
    drawer.close();
    actions.goToPrompt(promptId);
  });
  return (
    <div className="workspace">
      <title>{selected === undefined ? 'Promptory' : `${isolatedName(selected.title)} · Promptory`}</title>
      <WorkspaceHeader {...props} drawer={isNarrow ? drawer : null} onOpenPrompt={goToPrompt} />
      <div className="workspace-body">
        <WorkspaceSidebar
          {...{ outline, workspace, actions, resources, drawer, isNarrow }}
          onCopyLink={onCopyLink}
        />
        <WorkspaceMain
          library={library}
          tabs={tabs}
          selectedId={workspace.selectedPromptId}
          address={address}
          canCreate={outline.projects.length > 0}
          inert={isNarrow && drawer.isOpen}
          onCopyLink={onCopyLink}
          onSelect={actions.openPrompt}
          onClose={actions.closePrompt}
          onNewPrompt={() => actions.ask({ kind: 'createPrompt', projectId: workspace.selectedProjectId })}
          notify={toaster.show}
        />
      </div>
      <WorkspaceOverlays
        {...{ library, outline, dialog, actions, resources, drawer }}
        notify={toaster.show}
      />
    </div>
  );
}
