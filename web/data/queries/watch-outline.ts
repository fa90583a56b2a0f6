/**
 * Watches the outline for a screen.
 *
 * 1. After each reading it rests: reading and drawing ten thousand rows takes as long as storing a page, and rows may
 *    arrive many times a second while somebody types. A first change after a rest is shown at once.
 * 2. While a pull of several pages is received the rest is longer, since the next page waits for it.
 * 3. Nothing is read meanwhile: a read that waits behind the transaction of a page would be repeated at its end.
 * 4. A commit of this tab and the end of the pull are shown at once, and so is the first page. An act in
 *    portions is so at its end.
 */
import { Dexie, type ObservabilitySet } from 'dexie';
import type { Library } from '../database/library.ts';
import type { StartedCommit } from '../database/started-commit.ts';
import type { Outline } from '../rows/outline.ts';
import { isReceiving } from './is-receiving.ts';
import { outlineOf } from './queries.ts';

const restMs = 250;
const restWhileReceivingMs = 1_000;
const longestRestMs = 4_000;
/** A rest is so many times as long as the read before it. */
const restsARead = 10;

type After = (milliseconds: number, run: () => void) => () => void;

/** `isOwn`: a person waits for it, whose change in this tab it has. */
export type OutlineListener = (outline: Outline, change: { readonly isOwn: boolean }) => void;

/** Calls the listener with the outline and after each change of it; returns how to stop. */
export function watchOutline(library: Library, after: After, listener: OutlineListener): () => void {
  const reading = new PacedReading(library, after, listener);
  let wasReceiving = isReceiving(library);

  function onMutation(parts: ObservabilitySet): void {
    if (touchesOutline(library, parts)) reading.change();
  }

  // Its mutation is told before or after it, and finds nobody resting either way.
  const onCommit = (commit?: StartedCommit) => {
    if (commit?.isPortion !== true) reading.hurry();
  };

  function onLoopChange(): void {
    const hasEnded = wasReceiving && !isReceiving(library);
    wasReceiving = isReceiving(library);
    if (hasEnded) reading.hurry();
  }

  Dexie.on('storagemutated', onMutation);
  library.onCommit.add(onCommit);
  const stopLoop = library.loop.subscribe(onLoopChange);
  reading.change();
  return () => {
    reading.stop();
    Dexie.on.storagemutated.unsubscribe(onMutation);
    library.onCommit.delete(onCommit);
    stopLoop();
  };
}

/** Reads the outline after changes, and rests after each reading. */
class PacedReading {
  #state: 'idle' | 'reading' | 'resting' | 'stopped' = 'idle';
  #isChanged = false;
  /** The outline being read may be older than the one to show at once. */
  #isHurried = false;
  #endRest: () => void = () => undefined;

  readonly #library: Library;
  readonly #after: After;
  readonly #listener: OutlineListener;

  constructor(library: Library, after: After, listener: OutlineListener) {
    this.#library = library;
    this.#after = after;
    this.#listener = listener;
  }

  change(): void {
    this.#isChanged = true;
    this.#readChanged();
  }

  /** Ends the rest, and leaves out the one that would follow the reading under way. */
  hurry(): void {
    this.#isHurried = true;
    if (this.#state === 'resting') this.#wake();
  }

  stop(): void {
    this.#endRest();
    this.#state = 'stopped';
  }

  #readChanged(): void {
    if (this.#state === 'idle' && this.#isChanged) void this.#read();
  }

  async #read(): Promise<void> {
    this.#state = 'reading';
    this.#isChanged = false;
    const wasHurried = this.#isHurried;
    this.#isHurried = false;
    const began = this.#library.deps.now();
    // One that the browser broke off is repeated after the rest.
    const outline = await outlineOf(this.#library).catch(() => undefined);
    if (this.#isStopped()) return;
    if (outline === undefined) this.#isChanged = true;
    else this.#listener(outline, { isOwn: wasHurried || this.#isHurried });
    // The first rows are shown as soon as they are here.
    const isEmpty = outline !== undefined && outline.prompts.length === 0;
    this.#rest(isEmpty || this.#isHurried ? 0 : this.#restAfter(this.#library.deps.now() - began));
  }

  #isStopped(): boolean {
    return this.#state === 'stopped';
  }

  #restAfter(tookMs: number): number {
    const least = isReceiving(this.#library) ? restWhileReceivingMs : restMs;
    return Math.min(Math.max(least, tookMs * restsARead), longestRestMs);
  }

  #rest(milliseconds: number): void {
    this.#state = 'resting';
    if (milliseconds === 0) this.#wake();
    else this.#endRest = this.#after(milliseconds, () => this.#wake());
  }

  #wake(): void {
    this.#endRest();
    this.#state = 'idle';
    this.#readChanged();
  }
}

function touchesOutline({ db }: Library, parts: ObservabilitySet): boolean {
  return Object.keys(parts).some((part) => part === 'all' || part.startsWith(`idb://${db.name}/outline/`));
}
