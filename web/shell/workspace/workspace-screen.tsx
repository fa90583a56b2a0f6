import { Flex, type HTMLChakraProps } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Library } from '../../data/database/library.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useNotices } from '../../features/sync-status/notices/use-notices.ts';
import { versionLabels } from '../../features/versions/feature.tsx';
import type { PageAddress, RowAddress } from '../../session/address.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { useStableAct, useStableActs } from '../../ui/hooks/use-stable-act.ts';
import { useNotify } from '../../ui/provider.tsx';
import { copyLink } from '../address/copy-link.ts';
import { useAddress } from '../address/use-address.ts';
import { PaletteOverlay } from '../palette/palette-overlay.tsx';
import { type Resources, useResources } from '../resources/use-resources.ts';
import { SidebarFooter } from '../sidebar/sidebar-footer.tsx';
import { OpenFeatures } from './open-features.tsx';
import { type Drawer, narrowWindow, useDrawer } from './use-drawer.ts';
import { useOpenTabs } from './use-open-tabs.ts';
import { useSharedFiles } from './use-shared-files.ts';
import { useTabMemory } from './use-tab-memory.ts';
import { useWorkspace, type WorkspaceActions } from './use-workspace.ts';
import { useWorkspaceCommands } from './use-workspace-commands.ts';
import { WorkspaceDesk } from './workspace-desk.tsx';
import { type GoTo, WorkspaceHeader } from './workspace-header.tsx';
import { WorkspaceMain, type WorkspaceMainActs } from './workspace-main.tsx';
import { WorkspaceOverlays } from './workspace-overlays.tsx';
import { WorkspaceSidebar } from './workspace-sidebar.tsx';

/** A window of 1280 × 1024 at 400 % is this low: what does not fit is scrolled to, unless the text has all of it. */
const low = '@media (max-height: 20rem)';

const frameCss: HTMLChakraProps<'div'>['css'] = {
  position: 'relative',
  // Between the top and a keyboard that covers the page.
  top: 'var(--visible-top, 0)',
  h: 'var(--visible-height, 100dvh)',
  // And not hidden: an element that takes the focus would scroll it.
  overflow: 'clip',
  [low]: { overflowY: 'auto' },
};

const bodyCss: HTMLChakraProps<'div'>['css'] = {
  [low]: { '.workspace:not(:has(.editor-text:focus-within)) > &': { flexShrink: '0', minH: '24rem' } },
};

export function WorkspaceScreen({ outline }: { readonly outline: Outline }) {
  const props = useOpenLibrary();
  const { library } = props;
  const { workspace, dialog, actions } = useWorkspace();
  const tabs = useOpenTabs(outline, workspace.openPromptIds);
  const selected = tabs.find(({ id }) => id === workspace.selectedPromptId);
  const isNarrow = useMediaQuery(narrowWindow);
  const drawer = useDrawer(isNarrow);
  const resources = useResources({
    library,
    outline,
    expandedProjectIds: workspace.expandedProjectIds,
    files: props.sync.files,
    onExpandProject: actions.selectProject,
  });
  const address = useAddress({ page: props.address, library, outline, ask: actions.ask });
  const onCopyLink = useCopyLink(props.address);
  const goTo = useGoTo(drawer, actions);
  const reopenClosed = useStableAct(useTabMemory({ library, outline, workspace, actions }));
  const mainActs = useMainActs(actions, {
    ...{ resources, onCopyLink, reopenClosed },
    projectId: workspace.selectedProjectId,
  });
  useNoticesWithLabels(library);
  useSharedFiles();
  useWorkspaceCommands({ outline, workspace, selected, actions, resources, onCopyLink, reopenClosed });
  return (
    <Flex className="workspace" direction="column" css={frameCss}>
      <title>{selected === undefined ? 'Promptory' : `${isolatedName(selected.title)} · Promptory`}</title>
      <WorkspaceHeader sidebar={drawer} {...{ isNarrow, goTo }} />
      <WorkspaceDesk
        isBeside={!isNarrow && drawer.isShown}
        css={bodyCss}
        sidebar={
          <WorkspaceSidebar
            {...{ outline, workspace, actions, resources, drawer, isNarrow }}
            onCopyLink={onCopyLink}
            footer={<SidebarFooter {...{ outline, actions }} secure={props.offline.secure} />}
          />
        }
      >
        <WorkspaceMain
          {...{ tabs, address, previewId: workspace.previewPromptId }}
          selectedId={workspace.selectedPromptId}
          canCreate={outline.projects.length > 0}
          inert={drawer.isOpen}
          acts={mainActs}
        />
      </WorkspaceDesk>
      <WorkspaceOverlays {...{ outline, workspace, dialog, actions, resources, drawer }} />
      <OpenFeatures projectId={workspace.selectedProjectId} />
      <PaletteOverlay
        {...{ outline, actions, resources, clock: props.clock }}
        selectedPromptId={workspace.selectedPromptId}
        drawer={drawer}
        onOpenPrompt={goTo.prompt}
      />
    </Flex>
  );
}

type Acting = Pick<WorkspaceMainActs, 'onCopyLink' | 'reopenClosed'> & {
  readonly resources: Resources;
  readonly projectId: number | null;
};

function useMainActs(actions: WorkspaceActions, { resources, projectId, ...given }: Acting) {
  return useStableActs<WorkspaceMainActs>({
    ...given,
    onSelect(promptId) {
      resources.leaveSelection();
      actions.openPrompt(promptId);
    },
    onClose: actions.closePrompts,
    onMoveTab: actions.moveTab,
    onKeepTab: actions.keepTab,
    onNewPrompt: () => actions.ask({ kind: 'createPrompt', projectId }),
    onNewProject: () => actions.ask({ kind: 'createProject' }),
    onSample: actions.showNewPrompt,
  });
}

function useGoTo(drawer: Drawer, actions: WorkspaceActions): GoTo {
  return useStableActs<GoTo>({
    prompt(promptId) {
      drawer.close();
      actions.goToPrompt(promptId);
    },
    found(found) {
      drawer.close();
      actions.goToFound(found);
    },
  });
}

/** Shows notices about this library; one about a label leads to the labels of its prompt. */
function useNoticesWithLabels(library: Library): void {
  const notify = useNotify();
  const showLabels = useSetAtom(versionLabels.openAtom);
  useNotices(library, {
    notify,
    onShowLabels: ({ promptId, versionId }) => showLabels({ promptId, versionId }),
  });
}

function useCopyLink(page: PageAddress): (row: RowAddress) => void {
  const notify = useNotify();
  return useStableAct((row: RowAddress) => void copyLink(row, { page, notify }));
}
