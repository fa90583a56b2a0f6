import { useEffect } from 'react';
import type { Library } from '../../data/database/library.ts';
import type { Clock } from '../../ui/clock.ts';
import { watchAppBadge } from './app-badge.ts';

/** Shows on the app's icon how many changes are on this device only, where the browser has such badges. */
export function useAppBadge(library: Library, clock: Pick<Clock, 'after'>): void {
  useEffect(
    () => ('setAppBadge' in navigator ? watchAppBadge(library, clock, navigator) : undefined),
    [library, clock],
  );
}
