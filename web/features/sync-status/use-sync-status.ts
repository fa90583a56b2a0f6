import { useMemo, useSyncExternalStore } from 'react';
import type { SyncStatus } from '#shared/sync/status.ts';
import type { Library } from '../../data/database/library.ts';
import { createSyncStatusStore, type SyncReading, type SyncStatusStore } from './sync-status-store.ts';

/** Returns the store of the status; a component that calls only this is never drawn for a new status. */
export function useSyncStatusStore(library: Library): SyncStatusStore {
  return useMemo(() => createSyncStatusStore(library), [library]);
}

export function useStatus({ subscribe, status }: SyncStatusStore): SyncStatus {
  return useSyncExternalStore(subscribe, status);
}

/** The last status that is no step of a save; null until there was one. */
export function useSettledStatus({ subscribe, settledStatus }: SyncStatusStore): SyncStatus | null {
  return useSyncExternalStore(subscribe, settledStatus);
}

/** Everything that the status is made from: for what is open on a press, not for the chip. */
export function useSyncReading({ subscribe, reading }: SyncStatusStore): SyncReading {
  return useSyncExternalStore(subscribe, reading);
}
