import { chakra, type HTMLChakraProps, Splitter } from '@chakra-ui/react';
import { useAtom, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { t } from '#shared/language/translate.ts';
import { conflictedPrompts } from '../../data/queries/conflicted-prompts.ts';
import { readAhead } from '../../data/queries/read-ahead.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { readLinks } from '../../features/account/feature.tsx';
import { compare } from '../../features/compare/feature.tsx';
import { Sidebar, type SidebarActions } from '../../features/sidebar/sidebar.tsx';
import { exportFiles } from '../../features/transfer/feature.tsx';
import { useInCode } from '../../features/use-in-code/feature.tsx';
import type { RowAddress } from '../../session/address.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import type { Resources } from '../resources/use-resources.ts';
import { useBulk } from '../sidebar/use-bulk.ts';
import { useEditedPrompts } from '../sidebar/use-edited-prompts.ts';
import { useOrganise } from '../sidebar/use-organise.ts';
import { useRowMoves } from '../sidebar/use-row-moves.tsx';
import { useSidebarCommands } from '../sidebar/use-sidebar-commands.ts';
import { FeatureEntries } from './open-features.tsx';
import type { Drawer } from './use-drawer.ts';
import { useRevealedPrompt } from './use-revealed-prompt.ts';
import type { WorkspaceActions } from './use-workspace.ts';
import { treeViewAtom } from './workspace-atoms.ts';
import type { Workspace } from './workspace-rules.ts';

type Css = HTMLChakraProps<'div'>['css'];

/** As a drawer: out of sight on its side of the page while it is closed. */
const drawerCss = {
  position: 'absolute',
  insetBlock: '0',
  insetInlineStart: '0',
  w: 'min(20rem, 86vw)',
  zIndex: '1200',
  boxShadow: 'lg',
  transition: 'translate {durations.moderate}',
  '&:dir(rtl)': { '--aside': '105%' },
  '&[inert]': {
    translate: 'var(--aside, -105%) 0',
    boxShadow: 'none',
    visibility: 'hidden',
    transition: 'translate {durations.moderate}, visibility 0s {durations.moderate}',
    _motionReduce: { transition: 'none' },
  },
  // The menu of one of its rows may be higher than the room below the header.
  '&:has([role="menu"])': { zIndex: '1220' },
};

const placeCss: Css = {
  flexDirection: 'column',
  bg: 'bg.subtle',
  borderInlineEndWidth: '1px',
  mdDown: drawerCss,
};

const libraryMenu = <FeatureEntries menu="library" />;

const veilCss: Css = { position: 'absolute', inset: '0', zIndex: '1190', bg: 'backdrop' };

type ChangedRow = Parameters<SidebarActions['onRename']>[0];

export interface WorkspaceSidebarProps {
  readonly outline: Outline;
  readonly workspace: Workspace;
  readonly actions: WorkspaceActions;
  readonly resources: Resources;
  readonly drawer: Drawer;
  /** The sidebar is a drawer that lies over the page. */
  readonly isNarrow: boolean;
  /** Stands under the tree. */
  readonly footer: ReactNode;
  onCopyLink(address: RowAddress): void;
}

/** The sidebar in its place: beside the page, or over it behind a veil. */
export function WorkspaceSidebar(props: WorkspaceSidebarProps) {
  const library = useLibrary();
  const { outline, workspace, actions, resources, drawer, isNarrow } = props;
  const organise = useOrganise(library, actions.showNewPrompt);
  const [view, setView] = useAtom(treeViewAtom);
  const revealed = useRevealedPrompt(outline);
  const opening = useRowFeatures();
  const edited = useEditedPrompts(library, view.order === 'edited');
  const conflicts = useLive(() => conflictedPrompts(library), [library]);
  const bulk = useBulk(outline, actions);
  const { moveRow, question } = useRowMoves(outline, organise);
  useSidebarCommands({ outline, workspace, view, actions, organise, onView: setView, ...opening });
  return (
    <>
      {drawer.isOpen && <Veil onPress={drawer.close} />}
      <Splitter.Panel
        id="sidebar"
        ref={drawer.place}
        className="workspace-sidebar"
        css={placeCss}
        data-drawer={isNarrow || undefined}
        display={isNarrow || drawer.isShown ? 'flex' : 'none'}
        inert={isNarrow && !drawer.isOpen}
      >
        <Sidebar
          {...{ outline, view, edited, conflicts, bulk, libraryMenu, folders: resources.folders }}
          expandedProjectIds={workspace.expandedProjectIds}
          selection={{
            ...{ project: workspace.selectedProjectId, prompt: workspace.selectedPromptId },
            ...{ file: resources.selectedResourceId, revealed },
          }}
          acts={{
            ...resources.acts,
            ...projectActs(actions),
            onOpenPrompt(promptId) {
              resources.leaveSelection();
              actions.openPrompt(promptId);
              drawer.close();
            },
            onPressPrompt: (promptId) => readAhead(library, promptId),
            onCopyLink: ({ kind, id }) =>
              props.onCopyLink(kind === 'file' ? { kind, id } : { kind, id, version: null }),
            onView: setView,
            onMoveRow: (move) => void moveRow(move),
            onDuplicate(row) {
              const prompt = outline.prompts.find(({ id }) => id === row.id);
              if (prompt !== undefined) void organise.duplicate(prompt);
            },
            ...opening,
            ...asking(actions),
            onFavorite: (row) => void organise.favorite(row.id, !row.isFavorite),
            ...changingRows(actions, resources),
          }}
        />
        {props.footer}
      </Splitter.Panel>
      {question}
    </>
  );
}

/** Covers the page beside the drawer. */
function Veil({ onPress }: { onPress(): void }) {
  return (
    <chakra.button
      type="button"
      className="workspace-veil"
      css={veilCss}
      aria-label={t('Hide projects')}
      tabIndex={-1}
      onClick={onPress}
    />
  );
}

function projectActs({ toggleProject, selectProject, expandAlone }: WorkspaceActions) {
  return { onToggleProject: toggleProject, onSelectProject: selectProject, onProjectAlone: expandAlone };
}

function changingRows(actions: WorkspaceActions, resources: Resources) {
  return {
    onRename: (row: ChangedRow) => (row.kind === 'file' ? resources.edit(row) : actions.rename(row)),
    onDelete: (row: ChangedRow) => (row.kind === 'file' ? resources.delete(row) : actions.delete(row)),
  };
}

/** Returns what opens dialogs: for a new row, and about the prompt of one. */
function asking({ ask }: WorkspaceActions) {
  const of =
    (kind: 'movePrompt' | 'usedIn' | 'editTags') =>
    ({ id, name }: { id: number; name: string }) =>
      ask({ kind, id, title: name });
  return {
    onNewProject: () => ask({ kind: 'createProject' }),
    onNewPrompt: (projectId: number) => ask({ kind: 'createPrompt', projectId }),
    ...{ onMove: of('movePrompt'), onUsedIn: of('usedIn'), onEditTags: of('editTags') },
  };
}

/** Returns what opens the export of a row, and the comparison, the programs and the links of a prompt. */
function useRowFeatures() {
  const setExport = useSetAtom(exportFiles.openAtom);
  const setCompared = useSetAtom(compare.openAtom);
  const setUsedInCode = useSetAtom(useInCode.openAtom);
  const setLinks = useSetAtom(readLinks.openAtom);
  return {
    onExport: ({ kind, id, name }: { kind: 'project' | 'prompt'; id: number; name: string }) =>
      setExport({ scope: { kind, id }, name }),
    onCompare: ({ id }: { id: number }) =>
      setCompared({ before: { promptId: id, versionId: null }, after: null }),
    onUseInCode: ({ id }: { id: number }) => setUsedInCode({ promptId: id, version: null }),
    onLinkToRead: ({ id }: { id: number }) => setLinks({ of: { promptId: id, version: null } }),
  };
}
