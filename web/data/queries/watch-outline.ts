/**
 * Watches the outline for a screen.
 *
 * 1. While a pull of several pages is received it is read at most once a second: reading and drawing ten thousand rows
 *    takes as long as storing a page.
 * 2. A commit of this tab and the end of the pull are shown at once, and so is the first page.
 */
import type { Library } from '../database/library.ts';
import type { Outline } from '../rows/outline.ts';
import { outlineOf } from './queries.ts';
import { watchQuery } from './watch-query.ts';

const pauseMs = 1_000;

/** Calls the listener with the outline and after each change of it; returns how to stop. */
export function watchOutline(
  library: Library,
  after: (milliseconds: number, run: () => void) => () => void,
  listener: (outline: Outline) => void,
): () => void {
  let stop: () => void = () => undefined;
  let wasReceiving = isReceiving(library);

  /** The query begins with a read of its own; one that was under way is dropped. */
  function start(): void {
    stop();
    stop = watchQuery(
      () => outlineOf(library),
      (outline) => {
        listener(outline);
        if (!isReceiving(library) || outline.prompts.length === 0) return;
        stop();
        stop = after(pauseMs, start);
      },
    );
  }

  function onLoopChange(): void {
    const hasEnded = wasReceiving && !isReceiving(library);
    wasReceiving = isReceiving(library);
    if (hasEnded) start();
  }

  /** A live query notices a commit later than whoever made it, which may be after the pause has begun. */
  function onCommit(): void {
    if (isReceiving(library)) start();
  }

  library.onCommit.add(onCommit);
  const stopLoop = library.loop.subscribe(onLoopChange);
  start();
  return () => {
    library.onCommit.delete(onCommit);
    stopLoop();
    stop();
  };
}

function isReceiving({ loop }: Library): boolean {
  return loop.get().receiving !== null;
}
