import { useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import type { Library } from '../../data/database/library.ts';
import { changeTabMemory } from '../../data/database/tab-memory.ts';
import type { Outline } from '../../data/rows/outline.ts';
import type { WorkspaceActions } from './use-workspace.ts';
import { tabMemoryAtom } from './workspace-atoms.ts';
import type { Workspace } from './workspace-rules.ts';

type Tabs = {
  readonly library: Library;
  readonly outline: Outline;
  readonly workspace: Workspace;
  readonly actions: Pick<WorkspaceActions, 'goToPrompt' | 'keepTab'>;
};

/**
 * Remembers what is opened and closed, whichever way. Returns a function that finds what reopens the tab that was closed
 * last: nothing is drawn for its sake when a tab closes.
 */
export function useTabMemory({ library, outline, workspace, actions }: Tabs): () => (() => void) | null {
  const { openPromptIds, selectedPromptId } = workspace;
  const store = useStore();
  const known = useRef<readonly number[]>([]);
  useEffect(() => {
    const before = known.current;
    known.current = openPromptIds;
    const change = {
      selected: selectedPromptId,
      opened: openPromptIds.filter((id) => !before.includes(id)),
      closed: before.filter((id) => !openPromptIds.includes(id)),
    };
    changeTabMemory(library, change).then(
      (memory) => store.set(tabMemoryAtom, memory),
      // A device that takes nothing forgets tabs, and no more; the texts report it.
      () => undefined,
    );
  }, [library, store, openPromptIds, selectedPromptId]);

  return () => {
    const isThere = (id: number) => outline.prompts.some((prompt) => prompt.id === id);
    const last = store.get(tabMemoryAtom).closed.find((id) => !openPromptIds.includes(id) && isThere(id));
    if (last === undefined) return null;
    return () => {
      actions.goToPrompt(last);
      actions.keepTab(last);
    };
  };
}
