import { useMemo, useSyncExternalStore } from 'react';
import { type SyncStatus, syncStatus, type UnsentCounts } from '#shared/sync/status.ts';
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

/**
 * Reads what is on this device only, and what the loop does about it. Reports "Synced" only where the counts are as new
 * as what was typed and committed in this tab.
 */
export function useSyncStatus(library: Library) {
  const commits = useCommitCount(library);
  const known = useLive(async () => ({ counts: await unsentCounts(library), commits }), [library, commits]);
  const hasPending = useSyncExternalStore(library.typed.subscribe, library.typed.hasPending);
  const inLibrary = known?.counts ?? nothing;
  const drafts = useDraftCounts(library);
  const counts = useMemo(() => ({ ...inLibrary, drafts }), [inLibrary, drafts]);
  const loop = useSyncExternalStore(library.loop.subscribe, library.loop.get);
  const isStorageWell = useSyncExternalStore(library.storage.subscribe, library.storage.isWell);
  const takeOver = useLive(() => unfinishedTakeOver(library), [library]) ?? null;
  const uncounted = known === undefined ? 'Checking' : 'Saving';
  const isCounted = known?.commits === commits && !hasPending;
  const read = syncStatus(counts, loop, isStorageWell);
  const counted: SyncStatus =
    read.kind === 'synced' && !isCounted ? { kind: 'saving', text: uncounted } : read;
  const status = statusWithTakeOver(counted, loop, takeOver);
  const unknown = useLive(() => countUnknown(library), [library]) ?? 0;
  return { status, counts, loop, unknown, isKnown: known !== undefined };
}

/** Counts the commits of this tab: a live query notices a commit later than whoever made it. */
function useCommitCount({ onCommit }: Library): number {
  const store = useMemo(() => {
    let count = 0;
    return {
      read: () => count,
      subscribe(listener: () => void) {
        const add = () => {
          count += 1;
          listener();
        };
        onCommit.add(add);
        return () => onCommit.delete(add);
      },
    };
  }, [onCommit]);
  return useSyncExternalStore(store.subscribe, store.read);
}
