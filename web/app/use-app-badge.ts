import { useEffect } from 'react';
import type { Library } from '../data/database/library.ts';
import { unsentCounts } from '../data/queries/queries.ts';
import { useLive } from '../ui/use-live.ts';

/** Shows on the app's icon how many changes are on this device only, where the browser has such badges. */
export function useAppBadge(library: Library): void {
  const counts = useLive(() => unsentCounts(library), [library]);
  const waiting = counts === undefined ? 0 : counts.waiting + counts.refused + counts.files.waiting;
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Refused where the app is not installed: there is no icon then.
    const set = waiting === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(waiting);
    set.catch(() => undefined);
  }, [waiting]);
  useEffect(() => () => void clearBadge(), []);
}

/** Clears the number: a library that is closed shows none. */
async function clearBadge(): Promise<void> {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined);
}
