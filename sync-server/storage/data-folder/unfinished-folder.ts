import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../failures/cannot-start.ts';

/** The file that is in a data folder while a backup is put in place. */
export const restoreMarker = 'restore-unfinished';

/** The database that is in a data folder while a library is moved into it. */
export const movingName = 'moving.sqlite';

/** Throws `CannotStart` where a restore or a move was broken off: an empty database must not be made in its place. */
export function refuseUnfinished(dataFolder: string): void {
  if (existsSync(join(dataFolder, restoreMarker))) {
    throw new CannotStart(
      `A backup was being put in place in ${dataFolder} and that was broken off: restore it once more.`,
    );
  }
  if (existsSync(join(dataFolder, movingName))) {
    throw new CannotStart(
      `A library was being moved into ${dataFolder} and that was broken off: run migrate with --from once more, or remove ${movingName} there.`,
    );
  }
}
