import type { Library } from '../data/database/library.ts';
import { watchQuery } from '../data/queries/watch-query.ts';
import { breakOffRuns, tabsWithRuns } from '../data/run/run-ring.ts';
import type { Exclusive } from '../platform/exclusive.ts';

type Deps = { readonly library: Library; readonly exclusive: Exclusive };

const lockOf = ({ db }: Library, tab: string) => `promptory-runs-${db.name}-${tab}`;

/**
 * Ends the runs of tabs that are gone. Each tab holds a lock of its own as long as it lives; whoever gets that of another
 * tab knows that it does not. Returns how to stop.
 */
export function breakOffLostRuns({ library, exclusive }: Deps): () => void {
  let release = () => {};
  const closed = new Promise<void>((resolve) => (release = resolve));
  let isClosed = false;
  const watched = new Set([library.tab]);
  void exclusive(lockOf(library, library.tab), () => closed);
  const stop = watchQuery(
    () => tabsWithRuns(library),
    (tabs) => {
      for (const tab of tabs.filter((each) => !watched.has(each))) {
        watched.add(tab);
        void exclusive(lockOf(library, tab), async () => {
          if (!isClosed) await breakOffRuns(library, tab);
        }).catch(() => undefined);
      }
    },
    // Asked again when the library opens next.
    () => undefined,
  );
  return () => {
    isClosed = true;
    stop();
    release();
  };
}
