import { useEffect } from 'react';
import type { AppUpdate } from '../session/app-update.ts';
import type { Clock } from '../ui/clock.ts';
import { loadAgain } from '../ui/load-again.ts';

/** Milliseconds after the workspace, or anything else, is on the screen. */
const afterWorkspace = 1_000;
const afterOtherPages = 5_000;

/**
 * Has the app kept on this device, after what a person opens first has come: all parts of the app are several times as
 * much, and over a slow link they would hold up the editor. A visitor who signs in is on the way to the workspace.
 */
export function useKeptApp({
  update,
  clock,
  isWorkspace,
}: {
  readonly update: AppUpdate;
  readonly clock: Clock;
  readonly isWorkspace: boolean;
}): void {
  useEffect(
    () =>
      isWorkspace
        ? clock.after(afterWorkspace, () => {
            loadAgain(() => import('../features/editor/editor-pane.tsx')).then(update.keep, update.keep);
          })
        : clock.after(afterOtherPages, update.keep),
    [update, clock, isWorkspace],
  );
}
