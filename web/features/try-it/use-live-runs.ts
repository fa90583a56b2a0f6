import { useCallback, useSyncExternalStore } from 'react';
import type { LiveRun } from '#shared/model/run/run-request.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { useStoreLater } from '../../ui/hooks/use-store-later.ts';

/** Returns how many of these runs are under way in this tab. */
export function useRunningCount({ runs }: RunEngine, ids: readonly number[]): number {
  return useSyncExternalStore(runs.subscribe, () => {
    const live = runs.read();
    return ids.filter((id) => live.has(id) && live.get(id)?.phase !== 'ended').length;
  });
}

/**
 * Returns one of them as it comes; undefined where it is not under way in this tab. Six answers that stream are drawn
 * after the key of a person who types beside them.
 */
export function useLiveRun({ runs }: RunEngine, id: number): LiveRun | undefined {
  const read = useCallback(() => runs.read().get(id), [runs, id]);
  return useStoreLater(read, runs.subscribe);
}
