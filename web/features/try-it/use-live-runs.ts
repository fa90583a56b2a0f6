import { useSyncExternalStore } from 'react';
import type { LiveRun } from '#shared/model/run/run-request.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';

/** Returns the runs that are under way in this tab, updated at most ten times a second. */
export function useLiveRuns({ runs }: RunEngine): ReadonlyMap<number, LiveRun> {
  return useSyncExternalStore(runs.subscribe, runs.read);
}

/** Returns one of them; undefined where it is not under way in this tab. */
export function useLiveRun({ runs }: RunEngine, id: number): LiveRun | undefined {
  return useSyncExternalStore(runs.subscribe, () => runs.read().get(id));
}
