/**
 * Watches the outline for a screen.
 *
 * 1. After each reading it rests: reading and drawing ten thousand rows takes as long as storing a page, and rows may
 *    arrive many times a second while somebody types. A first change after a rest is shown at once.
 * 2. While a pull of several pages is received the rest is longer, since the next page waits for it.
 * 3. Nothing is read meanwhile: a read that waits behind the transaction of a page would be repeated at its end.
 * 4. A commit of this tab and the end of the pull are shown at once, and so is the first page.
 */
import { Dexie, type ObservabilitySet } from 'dexie';
import type { Library } from '../database/library.ts';
import type { Outline } from '../rows/outline.ts';
import { isReceiving } from './is-receiving.ts';
import { outlineOf } from './queries.ts';

const restMs = 250;
const restWhileReceivingMs = 1_000;
const longestRestMs = 4_000;
/** A rest is so many times as long as the read before it. */
const restsARead = 10;

type After = (milliseconds: number, run: () => void) => () => void;

/** Calls the listener with the outline and after each change of it; returns how to stop. */
export function watchOutline(
  library: Library,
  after: After,
  listener: (outline: Outline) => void,
): () => void {
  let state: 'idle' | 'reading' | 'resting' | 'stopped' = 'idle';
  let isChanged = true;
  let isHurried = false;
  let endRest: () => void = () => undefined;
  let hasPrompts = false;
  let wasReceiving = isReceiving(library);

  function readChanged(): void {
    if (state === 'idle' && isChanged) void read();
  }

  async function read(): Promise<void> {
    state = 'reading';
    isChanged = false;
    isHurried = false;
    const began = library.deps.now();
    try {
      const outline = await outlineOf(library);
      if (isStopped()) return;
      hasPrompts = outline.prompts.length > 0;
      listener(outline);
    } catch {
      // One that the browser broke off is repeated after the rest.
      isChanged = true;
      if (isStopped()) return;
      rest(restWhileReceivingMs);
      return;
    }
    rest(hasPrompts && !isHurried ? restAfter(library.deps.now() - began) : 0);
  }

  // Asked by a function: the compiler does not see what happens during a read.
  const isStopped = () => state === 'stopped';

  function restAfter(tookMs: number): number {
    const least = isReceiving(library) ? restWhileReceivingMs : restMs;
    return Math.min(Math.max(least, tookMs * restsARead), longestRestMs);
  }

  function rest(milliseconds: number): void {
    state = 'resting';
    if (milliseconds === 0) wake();
    else endRest = after(milliseconds, wake);
  }

  function wake(): void {
    // What is being read may be older.
    isHurried = true;
    if (state !== 'resting') return;
    endRest();
    state = 'idle';
    readChanged();
  }

  function onMutation(parts: ObservabilitySet): void {
    if (!touchesOutline(library, parts)) return;
    isChanged = true;
    readChanged();
  }

  function onLoopChange(): void {
    const hasEnded = wasReceiving && !isReceiving(library);
    wasReceiving = isReceiving(library);
    if (hasEnded) wake();
  }

  Dexie.on('storagemutated', onMutation);
  // Its mutation is told before or after it, and finds nobody resting either way.
  library.onCommit.add(wake);
  const stopLoop = library.loop.subscribe(onLoopChange);
  readChanged();
  return () => {
    endRest();
    state = 'stopped';
    Dexie.on.storagemutated.unsubscribe(onMutation);
    library.onCommit.delete(wake);
    stopLoop();
  };
}

function touchesOutline({ db }: Library, parts: ObservabilitySet): boolean {
  return Object.keys(parts).some((part) => part === 'all' || part.startsWith(`idb://${db.name}/outline/`));
}
