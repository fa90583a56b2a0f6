/**
 * Timers that fire as soon as nothing else is under way, however long they are: hours of a slow link pass in
 * a second. Only timers are virtual; databases and the server do their real work between two of them.
 */
import { vi } from 'vitest';

export type VirtualTime = {
  now(): number;
  /** Counts `work` as under way: no timer fires before it has ended. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Registers a reason why no timer may fire yet. */
  addBusy(isBusy: () => boolean): void;
  /** Waits for a virtual moment; rejects with the signal's reason where that comes first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Does `act` at that moment; timers wait until it has ended. */
  at(moment: number, act: () => Promise<void>): void;
  /** Lets time pass until `isDone`, looked at every few virtual seconds; false where `deadline` came first. */
  runUntil(isDone: () => Promise<boolean>, deadline: number): Promise<boolean>;
  [Symbol.dispose](): void;
};

/** The event loop turns so often without any work before the next timer fires. */
const calmTurns = 6;
const looksEveryMs = 5_000;
const longestWorkMs = 60_000;

export function virtualTime(start: number): VirtualTime {
  vi.useFakeTimers({
    now: start,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), milliseconds);
    return controller.signal;
  });
  const reasons: (() => boolean)[] = [];
  const acts: { moment: number; act: () => Promise<void> }[] = [];
  let underWay = 0;
  /** Whether anything was under way since the last look. */
  let hasMoved = true;

  const settle = async () => {
    const began = performance.now();
    for (let calm = 0; calm < calmTurns; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const isBusy = underWay > 0 || reasons.some((reason) => reason());
      hasMoved ||= isBusy;
      calm = isBusy ? 0 : calm + 1;
      if (performance.now() - began > longestWorkMs) throw new Error('Work between two timers does not end.');
    }
  };
  const time: VirtualTime = {
    now: () => Date.now(),
    async during(work) {
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
      }
    },
    addBusy: (isBusy) => void reasons.push(isBusy),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => {
          clearTimeout(timer);
          reject(signal?.reason);
        };
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', abort);
          resolve();
        }, milliseconds);
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      }),
    at(moment, act) {
      acts.push({ moment, act });
      acts.sort((a, b) => a.moment - b.moment);
      setTimeout(() => undefined, moment - Date.now());
    },
    async runUntil(isDone, deadline) {
      let isTimeToLook = true;
      const looks = setInterval(() => {
        isTimeToLook = true;
      }, looksEveryMs);
      try {
        for (;;) {
          await settle();
          while (acts[0] !== undefined && acts[0].moment <= Date.now()) {
            await acts.shift()?.act();
            hasMoved = true;
          }
          if (isTimeToLook) {
            // Hours of waiting are thousands of looks, and where nothing ran since the last one there is nothing new to see.
            if (acts.length === 0 && hasMoved) {
              if (await isDone()) return true;
              // Lets what `isDone` itself started end: it does not count as movement.
              await settle();
              hasMoved = false;
            }
            if (Date.now() >= deadline) return false;
          }
          isTimeToLook = false;
          vi.advanceTimersToNextTimer();
        }
      } finally {
        clearInterval(looks);
      }
    },
    [Symbol.dispose]() {
      vi.useRealTimers();
      vi.restoreAllMocks();
    },
  };
  return time;
}
