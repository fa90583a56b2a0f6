import { useSetAtom, useStore } from 'jotai';
import type { Outline } from '../../data/rows/outline.ts';
import { fullscreenAtom } from '../../features/editor/reading-atoms.ts';
import { focusSearch } from '../../features/search/focus-search.ts';
import type { OpenTab } from '../../features/tabs/open-tab.ts';
import type { RowAddress } from '../../session/address.ts';
import { useCommands } from '../../ui/commands.ts';
import type { Resources } from '../resources/use-resources.ts';
import type { WorkspaceActions } from './use-workspace.ts';
import { focusWantedAtom } from './workspace-atoms.ts';
import type { Workspace } from './workspace-rules.ts';

type CommandsOf = {
  readonly outline: Outline;
  readonly workspace: Workspace;
  /** The prompt that is open, also where it was deleted elsewhere. */
  readonly selected: OpenTab | undefined;
  readonly actions: WorkspaceActions;
  readonly resources: Resources;
  onCopyLink(address: RowAddress): void;
  reopenClosed(): (() => void) | null;
};

/** Offers what can be done with the projects, the prompts and the tabs. */
export function useWorkspaceCommands(options: CommandsOf): void {
  const { outline, workspace, selected, actions, resources, onCopyLink, reopenClosed } = options;
  const store = useStore();
  useTabCommands(options);
  useCommands(() => {
    const { selectedProjectId } = workspace;
    const prompt = selected === undefined || selected.isGone ? undefined : selected;
    const row = prompt && { kind: 'prompt' as const, id: prompt.id, name: prompt.title };
    const projectId = selectedProjectId ?? outline.prompts.find(({ id }) => id === prompt?.id)?.projectId;
    return {
      newProject: () => actions.ask({ kind: 'createProject' }),
      newPrompt:
        outline.projects.length > 0 &&
        (() => actions.ask({ kind: 'createPrompt', projectId: selectedProjectId })),
      // Fullscreen covers it.
      search: !store.get(fullscreenAtom) && focusSearch,
      copyLink: prompt && (() => onCopyLink({ kind: 'prompt', id: prompt.id, version: null })),
      renamePrompt: row && (() => actions.rename(row)),
      deletePrompt: row && (() => actions.delete(row)),
      uploadFile: projectId !== undefined && (() => resources.acts.onUpload(projectId)),
      reopenTab: reopenClosed(),
    };
  });
}

function useTabCommands({ workspace, selected, actions }: CommandsOf): void {
  const wantFocus = useSetAtom(focusWantedAtom);
  useCommands(() => {
    const { openPromptIds } = workspace;
    if (selected === undefined) return {};
    const others = openPromptIds.filter((id) => id !== selected.id);
    const at = openPromptIds.indexOf(selected.id);
    const right = at < 0 ? [] : openPromptIds.slice(at + 1);
    const goBy = (by: number) => () => {
      const to = at + by + openPromptIds.length;
      actions.goToPrompt(openPromptIds[to % openPromptIds.length] ?? selected.id);
    };
    return {
      nextTab: others.length > 0 && goBy(1),
      previousTab: others.length > 0 && goBy(-1),
      moveTabLeft: at > 0 && (() => actions.moveTab(selected.id, at - 1)),
      moveTabRight: at >= 0 && at < others.length && (() => actions.moveTab(selected.id, at + 1)),
      closeTab() {
        actions.closePrompts(selected.id);
        // The first of the others is selected next.
        wantFocus(others[0] ?? null);
      },
      closeOtherTabs: others.length > 0 && (() => actions.closePrompts(...others)),
      closeTabsToRight: right.length > 0 && (() => actions.closePrompts(...right)),
    };
  });
}
