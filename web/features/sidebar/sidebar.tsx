import { Box, Button, Flex } from '@chakra-ui/react';
import { useMemo } from 'react';
import { LuFilePlus2, LuFolderPlus, LuFolders } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ProjectTree } from './project-tree.tsx';
import type { ProjectTreeActions } from './tree-actions.ts';
import type { TreeSelection } from './tree-row-attributes.ts';
import { type Folders, treeRows } from './tree-rows.ts';
import { isFiltered, type TreeView, viewedOutline } from './tree-view.ts';
import { ViewRow } from './view-menu.tsx';
import './tree-rows.css';

export interface SidebarProps {
  /** Undefined while it is read. */
  readonly outline: Outline | undefined;
  readonly selection: TreeSelection;
  readonly expandedProjectIds: readonly number[];
  readonly folders: Folders;
  readonly view: TreeView;
  /** The prompts by their last change, newest first, while the view is sorted by it. */
  readonly edited: readonly number[] | undefined;
  readonly acts: SidebarActions;
}

export interface SidebarActions extends ProjectTreeActions {
  onView(view: TreeView): void;
  onNewProject(): void;
}

/** The projects and, in those that are expanded, their prompts and their files. */
export function Sidebar(props: SidebarProps) {
  const { outline, selection, view, edited, acts } = props;
  const { onNewProject, onNewPrompt, onView } = acts;
  const projectId = selection.project;
  const listed = useMemo(() => outline && viewedOutline(outline, view, edited), [outline, view, edited]);
  return (
    <Flex
      as="nav"
      className="sidebar"
      aria-label={t('Projects and prompts')}
      direction="column"
      minH="0"
      flex="1"
      bg="bg.subtle"
    >
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
      {outline !== undefined && listed !== undefined && outline.prompts.length > 0 && (
        <ViewRow outline={outline} view={view} count={listed.prompts.length} onView={onView} />
      )}
      <Box flex="1 1 auto" minH="0">
        {outline === undefined || listed === undefined ? (
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
          <Tree {...props} outline={listed} isFiltered={isFiltered(view)} />
        )}
      </Box>
    </Flex>
  );
}

/** Shows all prompts that a filter leaves, and no files then. */
function Tree(props: SidebarProps & { readonly outline: Outline; readonly isFiltered: boolean }) {
  const { outline, selection, expandedProjectIds, folders, acts, isFiltered: isPart } = props;
  const rows = useMemo(
    () =>
      isPart
        ? treeRows(
            outline,
            outline.projects.map(({ id }) => id),
          )
        : treeRows(outline, expandedProjectIds, folders),
    [outline, expandedProjectIds, folders, isPart],
  );
  return <ProjectTree {...{ rows, selection, acts }} />;
}
