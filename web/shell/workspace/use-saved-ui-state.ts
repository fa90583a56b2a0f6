import { useEffect, useEffectEvent, useRef } from 'react';
import { limits } from '#shared/model/limits.ts';
import { expandedProjectIds, openPromptIds, type UiStateKey } from '#shared/model/ui-state.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import type { Clock } from '../../ui/clock.ts';
import { sameIds, type Workspace } from './workspace-rules.ts';

type Place = { readonly library: Library; readonly clock: Clock };

/**
 * Keeps what is open and what is expanded for the next start, here and on other devices. `restored`: what the start came
 * to, which is not worth a write; both are null before it.
 */
export function useSavedUiState({
  workspace,
  restored,
  ...place
}: Place & { workspace: Workspace | null; restored: Workspace | null }): void {
  const [now, first] = [workspace, restored];
  useSavedIds({
    ...place,
    key: openPromptIds,
    ids: now?.openPromptIds ?? null,
    first: first?.openPromptIds ?? null,
  });
  useSavedIds({
    ...place,
    key: expandedProjectIds,
    ids: now?.expandedProjectIds ?? null,
    first: first?.expandedProjectIds ?? null,
  });
}

function useSavedIds({
  library,
  clock,
  key,
  ids,
  first,
}: Place & {
  readonly key: UiStateKey;
  readonly ids: readonly number[] | null;
  readonly first: readonly number[] | null;
}): void {
  const saved = useRef<readonly number[] | null>(null);

  const save = useEffectEvent(() => {
    if (ids === null || saved.current === null || sameIds(saved.current, ids)) return;
    saved.current = ids;
    commit(library, 'setUiState', { stateKey: key, stateValue: [...ids] }).catch((error: unknown) => {
      console.error('What is open could not be kept for the next start.', error);
    });
  });

  useEffect(() => {
    if (ids === null) return;
    saved.current ??= first ?? ids;
    return clock.after(limits.uiStateDebounceMs, () => save());
  }, [ids, first, clock]);

  // Whoever goes away within that second still finds it again.
  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => document.removeEventListener('visibilitychange', saveWhenHidden);
  }, []);
}
