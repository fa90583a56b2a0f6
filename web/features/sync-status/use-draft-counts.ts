import { useMemo, useSyncExternalStore } from 'react';
import type { DraftCounts } from '#shared/sync/status.ts';
import type { Library } from '../../data/database/library.ts';
import { draftCounts, watchDrafts } from '../../data/drafts/watched-drafts.ts';

/** Counted where they lie, after every write of any tab. */
export function useDraftCounts(library: Library): DraftCounts {
  const subscribe = useMemo(() => (changed: () => void) => watchDrafts(library, changed), [library]);
  const texts = useSyncExternalStore(subscribe, () => draftCounts(library).texts);
  const notes = useSyncExternalStore(subscribe, () => draftCounts(library).notes);
  return useMemo(() => ({ texts, notes }), [texts, notes]);
}
