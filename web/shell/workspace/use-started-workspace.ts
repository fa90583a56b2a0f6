import { useAtom } from 'jotai';
import { startTransition, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { expandedProjectIds, openPromptIds, type UiStateKey } from '#shared/model/ui-state.ts';
import type { LoopState } from '#shared/sync/status.ts';
import type { Library } from '../../data/database/library.ts';
import { readFirstFill } from '../../data/feed/first-fill.ts';
import { outlineOf, uiStateOf } from '../../data/queries/queries.ts';
import { watchOutline } from '../../data/queries/watch-outline.ts';
import type { Outline } from '../../data/rows/outline.ts';
import type { Clock } from '../../ui/clock.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useToaster } from '../../ui/provider.tsx';
import type { ToasterStore } from '../../ui/toast/toaster-store.ts';
import { useSavedUiState } from './use-saved-ui-state.ts';
import { workspaceAtom } from './workspace-atoms.ts';
import { joinWorkspace, repairWorkspace, startWorkspace, type Workspace } from './workspace-rules.ts';

/**
 * Restores what was open and expanded; null until something can be shown. A first fill is shown from its first page on;
 * what was left open on other devices is added to what the person did meanwhile, once it is here.
 */
export function useStartedWorkspace(library: Library, clock: Clock): Outline | null {
  const [workspace, setWorkspace] = useAtom(workspaceAtom);
  const [begun, setBegun] = useState<Workspace | null>(null);
  const isBegun = begun !== null;
  const [restored, setRestored] = useState<Workspace | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const outline = useOutline(library, clock);
  // Only this of the loop: its state changes several times a save, and the whole screen is drawn from here.
  const isAsked = useSyncExternalStore(library.loop.subscribe, () => hasBeenAsked(library.loop.get()));
  // Until something is shown: it changes with each page.
  const isFilling = useLive(
    async () => !isBegun && (await readFirstFill(library)) !== undefined,
    [library, isBegun],
  );
  const toaster = useToaster();
  const isPartHere = isFilling === true && outline !== undefined && outline.projects.length > 0;

  // Without a read of its own, which would wait until the next page is stored.
  useLayoutEffect(() => {
    if (isAsked || begun !== null || !isPartHere) return;
    const started = startWorkspace(outline, { open: [], expanded: [] });
    setWorkspace(started);
    setBegun(started);
  }, [isAsked, begun, isPartHere, outline, setWorkspace]);

  useEffect(() => {
    if (!isAsked || restored !== null) return;
    let isLeft = false;
    async function start(): Promise<void> {
      const [now, open, expanded] = await Promise.all([
        outlineOf(library),
        readSaved(library, openPromptIds, toaster),
        readSaved(library, expandedProjectIds, toaster),
      ]);
      if (isLeft) return;
      const started = startWorkspace(now, { open, expanded });
      // The first drawing of the workspace is a long task: as a transition it is drawn in pieces.
      startTransition(() => {
        setWorkspace((before) =>
          begun === null ? started : joinWorkspace(before, { begun, restored: started }),
        );
        setBegun(started);
        setRestored(started);
      });
    }
    start().catch((error: unknown) => !isLeft && setFailure(error));
    return () => {
      isLeft = true;
    };
  }, [library, isAsked, restored, begun, setWorkspace, toaster]);

  useLayoutEffect(() => {
    if (isBegun && outline !== undefined) setWorkspace((before) => repairWorkspace(before, outline));
  }, [outline, isBegun, setWorkspace]);

  // To the boundary around the app: a screen that waits for ever would name nothing.
  if (failure !== null) throw failure;
  useSavedUiState({ library, clock, workspace: restored === null ? null : workspace, restored });
  return isBegun && outline !== undefined ? outline : null;
}

/** Returns the ids that are stored under a key; none, after a toast, where they cannot be read. */
async function readSaved(
  library: Library,
  key: UiStateKey,
  toaster: ToasterStore,
): Promise<readonly number[]> {
  try {
    return (await uiStateOf(library, key)) ?? [];
  } catch (error) {
    console.error('What was open last could not be read.', error);
    toaster.show({
      title: t('What was open last could not be opened again'),
      description: t('Your prompts are all here.'),
      kind: 'destructive',
    });
    return [];
  }
}

function useOutline(library: Library, { after }: Clock): Outline | undefined {
  const [outline, setOutline] = useState<Outline>();
  useEffect(() => {
    return watchOutline(library, after, (next, { isOwn }) => {
      if (isOwn) setOutline(next);
      // Rows that arrive, and portions of a long act: drawn in slices, they delay no key.
      else startTransition(() => setOutline(next));
    });
  }, [library, after]);
  return outline;
}

/**
 * A new device has not all of the person's until the first round is over, and what was left open there can
 * be applied only then. Every later start has what it needs; so has one without a server.
 */
function hasBeenAsked({ connection, paused, lastSuccess }: LoopState): boolean {
  return lastSuccess !== null || paused !== null || (connection !== 'idle' && connection !== 'online');
}
