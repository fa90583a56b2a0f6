import { useAtom, useSetAtom } from 'jotai';
import { t } from '#shared/language/translate.ts';
import type { FoundPrompt } from '../../data/search/prompt-search.ts';
import type { DialogRequest } from '../../features/workspace-dialogs/dialog-request.ts';
import { workspaceDialogs } from '../../features/workspace-dialogs/feature.tsx';
import { usePreferences, useToaster } from '../../ui/provider.tsx';
import {
  addressIsChosenAtom,
  findWantedAtom,
  focusWantedAtom,
  openVersionAtom,
  revealedAtom,
  wantedAddressAtom,
  wantedPanelAtom,
  workspaceAtom,
} from './workspace-atoms.ts';
import * as rules from './workspace-rules.ts';

type NamedRow = { readonly kind: 'project' | 'prompt'; readonly id: number; readonly name: string };

/** Returns what is selected, open and asked for, and the actions that change it. */
export function useWorkspace() {
  const [workspace, setWorkspace] = useAtom(workspaceAtom);
  const [dialog, setDialog] = useAtom(workspaceDialogs.openAtom);
  const setOpenVersion = useSetAtom(openVersionAtom);
  const setFocusWanted = useSetAtom(focusWantedAtom);
  const setWantedAddress = useSetAtom(wantedAddressAtom);
  const setRevealed = useSetAtom(revealedAtom);
  const goToMatch = useGoToMatch();
  const setAddressIsChosen = useSetAtom(addressIsChosenAtom);
  const toaster = useToaster();
  const { previewTabs } = usePreferences();
  const open = previewTabs ? rules.lookAtPrompt : rules.openPrompt;
  const ask = (request: DialogRequest) => setDialog(request);
  /** A person leaves for another place, by their own choice. */
  function leave(): void {
    setAddressIsChosen(true);
    setWantedAddress(null);
    setOpenVersion(null);
  }

  const actions = {
    ...{ ask, stopAsking: () => setDialog(null) },
    toggleProject(projectId: number): void {
      const next = rules.toggleProject(workspace, projectId);
      if (next !== null) setWorkspace(next);
      else toaster.show(lastExpanded());
    },
    selectProject: (...id: [number]) => setWorkspace((before) => rules.selectProject(before, ...id)),
    expandAlone: (...id: [number]) => setWorkspace((before) => rules.expandProjectAlone(before, ...id)),
    /** Opens the current text of a prompt, also where an old version of it was open. */
    openPrompt(promptId: number): void {
      leave();
      setFocusWanted(null);
      setRevealed({ promptId });
      setWorkspace((before) => open(before, promptId));
    },
    goToPrompt(promptId: number): void {
      actions.openPrompt(promptId);
      setFocusWanted(promptId);
    },
    /** Opens the prompt, or the version, at what was found in it. */
    goToFound(found: FoundPrompt): void {
      actions.goToPrompt(found.id);
      goToMatch(found);
    },
    closePrompts: (...ids: number[]) => setWorkspace((before) => rules.closePrompts(before, ids)),
    keepTab: (promptId: number) => setWorkspace((before) => rules.keepTab(before, promptId)),
    moveTab: (...to: [number, number]) => setWorkspace((before) => rules.moveTab(before, ...to)),
    /** The caret goes into its text, as soon as that is there. */
    showNewPrompt(made: { id: number; projectId: number }): void {
      leave();
      setWorkspace((before) => rules.showNewPrompt(before, made));
      setFocusWanted(made.id);
    },
    forgetProject: (gone: { id: number; promptIds: readonly number[] }) =>
      setWorkspace((before) => rules.forgetProject(before, gone)),
    ...namedRowActs(ask),
  };
  return { workspace, dialog, actions };
}

function lastExpanded() {
  return {
    title: t('Cannot collapse project'),
    description: t('At least one project must remain expanded'),
  };
}

/** Returns what asks for another name of a row, and whether to delete it. */
function namedRowActs(ask: (request: DialogRequest) => void) {
  return {
    rename: ({ kind, id, name }: NamedRow) =>
      ask(
        kind === 'project' ? { kind: 'renameProject', id, name } : { kind: 'renamePrompt', id, title: name },
      ),
    delete: ({ kind, id, name }: NamedRow) =>
      ask(
        kind === 'project' ? { kind: 'deleteProject', id, name } : { kind: 'deletePrompt', id, title: name },
      ),
  };
}

/** Leads to the place of a match in a prompt that is open, and has it marked there. */
function useGoToMatch() {
  const setOpenVersion = useSetAtom(openVersionAtom);
  const setFindWanted = useSetAtom(findWantedAtom);
  const setWantedPanel = useSetAtom(wantedPanelAtom);
  return ({ id: promptId, match, words }: FoundPrompt) => {
    const versionId = match.version?.id ?? null;
    if (versionId !== null) setOpenVersion({ promptId, versionId });
    if (words.length > 0) setFindWanted({ promptId, versionId, words });
    if (match.place === 'note') setWantedPanel('notes');
  };
}

export type WorkspaceActions = ReturnType<typeof useWorkspace>['actions'];
