/**
 * Commits drafts as soon as this device takes what is written: when its storage is well again, after any commit
 * that went well, and from time to time.
 *
 * A draft that changed since the last look belongs to a tab that is alive and commits it itself: committed here
 * as well, it could come after that tab's newer text and quarrel with it.
 */
import type { Library } from '../database/library.ts';
import { type DraftStorage, recoverDrafts, textKeys } from './unsaved-drafts.ts';

const retryDelayMs = 30_000;

/** `after`: runs once after so many milliseconds; returns how to call it off. Returns how to stop. */
export function retryDrafts(
  library: Library,
  storage: DraftStorage,
  after: (milliseconds: number, run: () => void) => () => void,
): () => void {
  let seen = look();
  let isTrying = false;
  let callOff = () => {};

  function look(): Map<string, string | null> {
    return new Map(textKeys(storage, library.user.id).map((key) => [key, storage.getItem(key)]));
  }

  function retry(): void {
    const known = seen;
    const mayTake = (key: string) => known.get(key) === storage.getItem(key);
    if (isTrying || !textKeys(storage, library.user.id).some(mayTake)) return;
    isTrying = true;
    recoverDrafts(library, storage, { mayTake })
      // What cannot be taken up now stays where it is.
      .catch(() => undefined)
      .finally(() => {
        isTrying = false;
      });
  }

  function lookLater(): void {
    callOff = after(retryDelayMs, () => {
      retry();
      seen = look();
      lookLater();
    });
  }

  const stopWatching = library.storage.subscribe(() => library.storage.isWell() && retry());
  library.onCommit.add(retry);
  lookLater();
  return () => {
    callOff();
    stopWatching();
    library.onCommit.delete(retry);
  };
}
