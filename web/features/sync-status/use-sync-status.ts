import { useMemo, useSyncExternalStore } from 'react';
import { syncStatus, type UnsentCounts } from '#shared/sync/status.ts';
import type { Library } from '../../data/database/library.ts';
import { countUnknown } from '../../data/feed/unknown-changes.ts';
import { unsentCounts } from '../../data/queries/queries.ts';
import { unfinishedTakeOver } from '../../data/take-over/take-over-plan.ts';
import { useLive } from '../../ui/use-live.ts';
import { statusWithTakeOver } from './take-over-progress.tsx';
import { useDraftCounts } from './use-draft-counts.ts';

const nothing: UnsentCounts = {
  waiting: 0,
  refused: 0,
  oldest: null,
  files: { waiting: 0, refused: 0, stuck: 0 },
};

/** Reads what is on this device only, and what the loop does about it. */
export function useSyncStatus(library: Library) {
  const known = useLive(() => unsentCounts(library), [library]);
  const inLibrary = known ?? nothing;
  const drafts = useDraftCounts(library);
  const counts = useMemo(() => ({ ...inLibrary, drafts }), [inLibrary, drafts]);
  const loop = useSyncExternalStore(library.loop.subscribe, library.loop.get);
  const isStorageWell = useSyncExternalStore(library.storage.subscribe, library.storage.isWell);
  const takeOver = useLive(() => unfinishedTakeOver(library), [library]) ?? null;
  const status = statusWithTakeOver(syncStatus(counts, loop, isStorageWell), loop, takeOver);
  const unknown = useLive(() => countUnknown(library), [library]) ?? 0;
  return { status, counts, loop, unknown, isKnown: known !== undefined };
}
