import { useAtom } from 'jotai';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { expandedProjectIds, openPromptIds } from '#shared/model/ui-state.ts';
import type { LoopState } from '#shared/sync/status.ts';
import type { Library } from '../data/database/library.ts';
import { outlineOf, uiStateOf } from '../data/queries/queries.ts';
import type { Outline } from '../data/rows/outline.ts';
import type { Clock } from '../ui/clock.ts';
import { useLive } from '../ui/use-live.ts';
import { useSavedUiState } from './use-saved-ui-state.ts';
import { workspaceAtom } from './workspace-atoms.ts';
import { repairWorkspace, startWorkspace } from './workspace-rules.ts';

/** Restores what was open and expanded; null until that is on the screen. */
export function useStartedWorkspace(library: Library, clock: Clock): Outline | null {
  const [workspace, setWorkspace] = useAtom(workspaceAtom);
  const [isStarted, setIsStarted] = useState(false);
  const outline = useLive(() => outlineOf(library), [library]);
  // Only this of the loop: its state changes several times a save, and the whole screen is drawn from here.
  const isHere = useSyncExternalStore(library.loop.subscribe, () => hasBeenAsked(library.loop.get()));

  useEffect(() => {
    if (isStarted || !isHere) return;
    let isLeft = false;
    async function start(): Promise<void> {
      const [now, open, expanded] = await Promise.all([
        outlineOf(library),
        uiStateOf(library, openPromptIds),
        uiStateOf(library, expandedProjectIds),
      ]);
      if (isLeft) return;
      setWorkspace(startWorkspace(now, { open: open ?? [], expanded: expanded ?? [] }));
      setIsStarted(true);
    }
    void start();
    return () => {
      isLeft = true;
    };
  }, [library, isStarted, isHere, setWorkspace]);

  useLayoutEffect(() => {
    if (isStarted && outline !== undefined) setWorkspace((before) => repairWorkspace(before, outline));
  }, [outline, isStarted, setWorkspace]);

  useSavedUiState({ library, clock, workspace: isStarted ? workspace : null });
  return isStarted && outline !== undefined ? outline : null;
}

/**
 * A new device has nothing of the person's until the first round is over, and what was left open there can
 * be applied only then. Every later start has what it needs; so has one without a server.
 */
function hasBeenAsked({ connection, paused, lastSuccess }: LoopState): boolean {
  return lastSuccess !== null || paused !== null || (connection !== 'idle' && connection !== 'online');
}
