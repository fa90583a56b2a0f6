/**
 * Decides when a changed text is saved.
 *
 * 1. 500 ms after the last key: a save is a transaction, an entry of the outbox and a change that other devices see.
 * 2. At the latest 600 ms after the first key that no save has begun with: with 200 ms for the write the text is on
 *    the disk after 800 ms, and a browser that is killed loses less than a second of somebody who does not pause.
 */
import { limits } from '#shared/model/limits.ts';
import type { Clock } from '../../../ui/clock.ts';

const latestBeginMs = limits.autosaveLatestMs - limits.autosaveWriteMs;

export type AutosaveTimer = {
  /** The text changed. */
  change(): void;
  /** A save begins: a later change is unsaved from its own first key on. */
  begin(): void;
  /** Whether the text changed since the last save began. */
  isWaiting(): boolean;
  /** Saves after this time instead. */
  retryAfter(milliseconds: number): void;
  stop(): void;
};

export function createAutosaveTimer(clock: Clock, save: () => void): AutosaveTimer {
  let unsavedSince: number | null = null;
  let cancel = () => {};

  function saveAfter(milliseconds: number): void {
    cancel();
    cancel = clock.after(Math.max(0, milliseconds), save);
  }

  return {
    change() {
      const now = clock.now();
      unsavedSince ??= now;
      saveAfter(Math.min(limits.autosaveDebounceMs, unsavedSince + latestBeginMs - now));
    },
    begin() {
      cancel();
      unsavedSince = null;
    },
    isWaiting: () => unsavedSince !== null,
    retryAfter: saveAfter,
    stop: () => cancel(),
  };
}
