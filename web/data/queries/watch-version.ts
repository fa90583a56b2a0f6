import { liveQuery } from 'dexie';
import type { Library } from '../database/library.ts';
import { versionTextOf } from './version-items.ts';

/** As `watchPrompt`, for the text of one version; undefined while there is no such version. */
export function watchVersion(
  library: Library,
  versionId: number,
  listener: (text: string | undefined) => void,
): () => void {
  let watching = true;
  const subscription = liveQuery(() => versionTextOf(library, versionId)).subscribe({
    next: (text) => {
      if (watching) listener(text);
    },
    error: () => undefined,
  });
  return () => {
    watching = false;
    subscription.unsubscribe();
  };
}
