import type { Library } from '../database/library.ts';

/** Returns whether a pull of several pages is under way, in whichever tab. */
export function isReceiving({ loop }: Library): boolean {
  return loop.get().receiving !== null;
}
