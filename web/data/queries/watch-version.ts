import type { Library } from '../database/library.ts';
import { versionTextOf } from './version-items.ts';
import { watchQuery } from './watch-query.ts';

/** Calls the listener with the text of one version, and after every change of it; undefined while there is no such version. */
export function watchVersion(
  library: Library,
  versionId: number,
  listener: (text: string | undefined) => void,
): () => void {
  return watchQuery(() => versionTextOf(library, versionId), listener);
}
