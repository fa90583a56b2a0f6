/**
 * Watches the outline for a screen.
 *
 * 1. While a pull of several pages is received it is read at most once a second, and less often where reading it takes
 *    long: reading and drawing ten thousand rows takes as long as storing a page, and the next page waits for it.
 * 2. Nothing is watched meanwhile: a read that waits behind the transaction of a page would be repeated at its end.
 * 3. A commit of this tab and the end of the pull are shown at once, and so is the first page.
 */
import type { Library } from '../database/library.ts';
import type { Outline } from '../rows/outline.ts';
import { isReceiving } from './is-receiving.ts';
import { outlineOf } from './queries.ts';
import { watchQuery } from './watch-query.ts';

const pauseMs = 1_000;
const longestPauseMs = 4_000;
/** A pause is so many times as long as the read before it. */
const pausesARead = 10;

/** Calls the listener with the outline and after each change of it; returns how to stop. */
export function watchOutline(
  library: Library,
  after: (milliseconds: number, run: () => void) => () => void,
  listener: (outline: Outline) => void,
): () => void {
  let stop: () => void = () => undefined;
  let wasReceiving = isReceiving(library);
  let hasPrompts = false;

  /** Begins with a read; one that was under way is dropped. */
  function start(): void {
    stop();
    if (hasPrompts && isReceiving(library)) stop = readOnce(library, { listener, rest });
    else stop = watchQuery(() => outlineOf(library), take);
  }

  function take(outline: Outline): void {
    hasPrompts = outline.prompts.length > 0;
    listener(outline);
    if (!hasPrompts || !isReceiving(library)) return;
    stop();
    rest(pauseMs);
  }

  function rest(milliseconds: number): void {
    stop = after(milliseconds, start);
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

/** Reads the outline, then asks for a pause that follows from how long that took. Returns how to drop the read. */
function readOnce(
  library: Library,
  { listener, rest }: { listener(outline: Outline): void; rest(milliseconds: number): void },
): () => void {
  let isWanted = true;
  const began = library.deps.now();

  function end(): void {
    const tookMs = library.deps.now() - began;
    rest(Math.min(Math.max(pauseMs, tookMs * pausesARead), longestPauseMs));
  }

  void outlineOf(library).then(
    (outline) => {
      if (!isWanted) return;
      listener(outline);
      end();
    },
    // A read that the browser broke off is repeated after the pause.
    () => isWanted && end(),
  );
  return () => {
    isWanted = false;
  };
}
