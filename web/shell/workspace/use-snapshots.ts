import { useEffect } from 'react';
import { tidyBin } from '../../data/bin/clear-bin.ts';
import type { Library } from '../../data/database/library.ts';
import { takeDailySnapshot } from '../../data/transfer/snapshots.ts';
import type { Clock } from '../../ui/clock.ts';

const afterStart = 30_000;
const hour = 60 * 60 * 1000;

/**
 * Takes a copy of the library a day, once the start is over, and removes from the bin what is too old or too much; an app
 * that stays open for days does so each day.
 */
export function useSnapshots(library: Library, clock: Clock): void {
  useEffect(() => {
    let callOff = clock.after(afterStart, look);
    function look(): void {
      takeDailySnapshot(library).catch((error: unknown) => {
        console.error('No copy of the library could be taken.', error);
      });
      tidyBin(library).catch((error: unknown) => {
        console.error('The bin could not be tidied.', error);
      });
      callOff = clock.after(hour, look);
    }
    return () => callOff();
  }, [library, clock]);
}
