import type { Outline } from '../../data/rows/outline.ts';
import { isFiltered, type TreeOrder, type TreeView, wholeTree } from '../../features/sidebar/tree-view.ts';
import { useCommands } from '../../ui/commands.ts';
import type { WorkspaceActions } from '../workspace/use-workspace.ts';
import type { Workspace } from '../workspace/workspace-rules.ts';
import type { useOrganise } from './use-organise.ts';

type CommandsOf = {
  readonly outline: Outline;
  readonly workspace: Workspace;
  readonly view: TreeView;
  readonly actions: WorkspaceActions;
  readonly organise: ReturnType<typeof useOrganise>;
  onView(view: TreeView): void;
  onExport(row: { kind: 'prompt'; id: number; name: string }): void;
  onCompare(row: { id: number }): void;
};

/** Offers what the menu of the open prompt's row does, and the views of the sidebar. */
export function useSidebarCommands(options: CommandsOf): void {
  const { outline, workspace, view, actions, organise, onView } = options;
  useCommands(() => {
    const prompt = outline.prompts.find(({ id }) => id === workspace.selectedPromptId);
    const sortBy = (order: TreeOrder) => view.order !== order && (() => onView({ ...view, order }));
    return {
      ...(prompt === undefined ? {} : promptCommands(prompt, options)),
      movePrompt:
        prompt !== undefined &&
        outline.projects.length > 1 &&
        (() => actions.ask({ kind: 'movePrompt', id: prompt.id, title: prompt.title })),
      duplicatePrompt: prompt && (() => void organise.duplicate(prompt)),
      sortOwn: sortBy('own'),
      sortCreated: sortBy('created'),
      sortEdited: sortBy('edited'),
      sortTitle: sortBy('title'),
      showFavorites: !view.favorites && (() => onView({ ...view, favorites: true, tags: [] })),
      showAllPrompts: isFiltered(view) && (() => onView({ ...wholeTree, order: view.order })),
    };
  });
}

function promptCommands(
  { id, title, favorite: mark }: Outline['prompts'][number],
  { actions, organise, onExport, onCompare }: CommandsOf,
) {
  const isFavorite = mark === true;
  return {
    comparePrompt: () => onCompare({ id }),
    exportPrompt: () => onExport({ kind: 'prompt', id, name: title }),
    editTags: () => actions.ask({ kind: 'editTags', id, title }),
    addFavorite: !isFavorite && (() => void organise.favorite(id, true)),
    removeFavorite: isFavorite && (() => void organise.favorite(id, false)),
  };
}
