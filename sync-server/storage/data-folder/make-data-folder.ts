import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CannotStart } from '../failures/cannot-start.ts';

/** Creates the data folder where it is missing. Throws `CannotStart` where it cannot. */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(resolve(folder));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`The data folder ${folder} cannot be created: ${why}.`);
  }
}

/** Creates the folder and those above it, one by one: `mkdirSync` with `recursive` never ends under /proc. */
function makeFolder(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another server that starts at the same moment has made it.
    if (!isThere()) throw error;
  }
}
