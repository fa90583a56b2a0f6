import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';

/** The file that is in a data folder while a backup is put in place. */
export const restoreMarker = 'restore-unfinished';

/** Throws `CannotStart` where a restore was broken off: an empty database must not be made in its place. */
export function refuseUnfinishedRestore(dataFolder: string): void {
  if (!existsSync(join(dataFolder, restoreMarker))) return;
  throw new CannotStart(
    `A backup was being put in place in ${dataFolder} and that was broken off: restore it once more.`,
  );
}
