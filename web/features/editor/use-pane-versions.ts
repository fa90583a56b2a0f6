import type { Library } from '../../data/database/library.ts';
import { newestVersionOf, unreviewedVersionsOf, type VersionItem } from '../../data/queries/version-items.ts';
import { useLive } from '../../ui/use-live.ts';

export type PaneVersions = {
  /** The number of the newest version; undefined while there is none, and until it is read. */
  readonly newest: number | undefined;
  /** The versions whose conflict nobody has reviewed, newest first. */
  readonly unreviewed: readonly VersionItem[];
};

const noVersions: PaneVersions = { newest: undefined, unreviewed: [] };

/** Returns what a pane shows of the versions of its prompt; never those of the prompt before. */
export function usePaneVersions(library: Library, promptId: number): PaneVersions {
  const found = useLive(async () => {
    const [newest, unreviewed] = await Promise.all([
      newestVersionOf(library, promptId),
      unreviewedVersionsOf(library, promptId),
    ]);
    return { of: promptId, newest, unreviewed };
  }, [library, promptId]);
  return found?.of === promptId ? found : noVersions;
}
