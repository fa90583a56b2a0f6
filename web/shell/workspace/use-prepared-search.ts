import { useEffect, useMemo } from 'react';
import type { Library } from '../../data/database/library.ts';
import { type SearchBeside, searchBeside } from '../../features/search/search-beside.ts';
import type { Clock } from '../../ui/clock.ts';

const afterStart = 3_000;

/** Returns the search of this library, which reads its texts once the start is over, and never beside a round of sync. */
export function usePreparedSearch(library: Library, clock: Clock): SearchBeside {
  const beside = useMemo(() => searchBeside(library, clock), [library, clock]);
  useEffect(() => {
    let callOff = clock.after(afterStart, prepare);
    function prepare(): void {
      if (library.loop.get().working) callOff = clock.after(afterStart, prepare);
      else if (document.visibilityState === 'visible') beside.prepare();
    }
    return () => {
      callOff();
      beside.stop();
    };
  }, [beside, library, clock]);
  return beside;
}
