import { Box, Button, Flex, Spacer } from '@chakra-ui/react';
import { type ReactNode, useMemo } from 'react';
import { LuFilePlus2, LuFolderPlus, LuFolders, LuLibrary } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { focusSidebar } from './focus-sidebar.ts';
import { PicksBar } from './picks/picks-bar.tsx';
import type { Bulk } from './picks/tree-picks.ts';
import { useTreePicks } from './picks/use-tree-picks.ts';
import { ProjectTree } from './project-tree.tsx';
import type { ProjectTreeActions } from './tree-actions.ts';
import type { TreeSelection } from './tree-row-attributes.ts';
import { type Conflicts, type Folders, type TreeRow, treeRows } from './tree-rows.ts';
import { isFiltered, type TreeView, viewedOutline } from './tree-view.ts';
import { ViewRow } from './view-menu.tsx';
import './tree-rows.css';

export interface SidebarProps {
  /** Undefined while it is read. */
  readonly outline: Outline | undefined;
  readonly selection: TreeSelection;
  readonly expandedProjectIds: readonly number[];
  readonly folders: Folders;
  readonly conflicts: Conflicts | undefined;
  readonly view: TreeView;
  readonly bulk: Bulk;
  /** The prompts by their last change, newest first, while the view is sorted by it. */
  readonly edited: readonly number[] | undefined;
  readonly acts: SidebarActions;
  /** The entries of the menu about the library as a whole. */
  readonly libraryMenu: ReactNode;
}

export interface SidebarActions extends ProjectTreeActions {
  onView(view: TreeView): void;
  onNewProject(): void;
}

/** The projects and, in those that are expanded, their prompts and their files. */
export function Sidebar(props: SidebarProps) {
  const { outline, selection, view, edited, bulk, acts } = props;
  const { onNewProject } = acts;
  const listed = useMemo(() => outline && viewedOutline(outline, view, edited), [outline, view, edited]);
  const rows = useRows(listed, props);
  const picks = useTreePicks(rows, bulk);
  const isPicking = picks.rows.length > 0 || bulk.underWay !== null;
  return (
    <Flex className="sidebar" direction="column" minH="0" flex="1" bg="bg.subtle">
      <Box position="relative">
        <Box visibility={isPicking ? 'hidden' : undefined}>
          <Head {...{ outline, listed, selection, view, acts }} libraryMenu={props.libraryMenu} />
        </Box>
        {isPicking && <PicksBar picks={picks} bulk={bulk} onLeft={() => focusSidebar()?.focus()} />}
      </Box>
      <Box flex="1 1 auto" minH="0">
        {outline === undefined ? (
          <SkeletonRows label={t('Loading projects')} />
        ) : outline.projects.length === 0 ? (
          <EmptyState
            compact
            icon={<LuFolders />}
            title={t('No projects yet')}
            action={
              <Button variant="solid" onClick={onNewProject}>
                <LuFolderPlus />
                {t('New Project')}
              </Button>
            }
          >
            {t('Create your first project to get started.')}
          </EmptyState>
        ) : (
          <ProjectTree {...{ rows, selection, picks, acts }} />
        )}
      </Box>
    </Flex>
  );
}

type HeadProps = Pick<SidebarProps, 'outline' | 'selection' | 'view' | 'acts' | 'libraryMenu'> & {
  readonly listed: Outline | undefined;
};

/** Offers new rows and what concerns the whole library, and says which prompts are listed. */
function Head({ outline, listed, selection, view, acts, libraryMenu }: HeadProps) {
  const { onNewProject, onNewPrompt, onView } = acts;
  const projectId = selection.project;
  return (
    <>
      <Flex wrap="wrap" gap="2" px="2" py="3">
        <Button size="sm" flex="1 1 auto" onClick={onNewProject}>
          <LuFolderPlus />
          {t('New Project')}
        </Button>
        {projectId !== null && (
          <Button size="sm" flex="1 1 auto" onClick={() => onNewPrompt(projectId)}>
            <LuFilePlus2 />
            {t('New Prompt')}
          </Button>
        )}
      </Flex>
      <Flex align="center" gap="1" mt="-2" ps="4" pe="2" color="fg.muted" fontSize="xs">
        {outline !== undefined && listed !== undefined && outline.prompts.length > 0 ? (
          <ViewRow outline={outline} view={view} count={listed.prompts.length} onView={onView} />
        ) : (
          <Spacer />
        )}
        <Menu
          label={t('Library')}
          trigger={<IconButton size="sm" label={t('Library')} icon={<LuLibrary />} />}
        >
          {libraryMenu}
        </Menu>
      </Flex>
    </>
  );
}

const noRows: readonly TreeRow[] = [];

/** Returns the rows of the tree: all prompts that a filter leaves, and no files then. */
function useRows(
  listed: Outline | undefined,
  { expandedProjectIds, folders, conflicts, view }: SidebarProps,
): readonly TreeRow[] {
  const isPart = isFiltered(view);
  return useMemo(() => {
    if (listed === undefined) return noRows;
    if (!isPart) return treeRows(listed, expandedProjectIds, { folders, conflicts });
    return treeRows(
      listed,
      listed.projects.map(({ id }) => id),
      { conflicts },
    );
  }, [listed, expandedProjectIds, folders, conflicts, isPart]);
}
