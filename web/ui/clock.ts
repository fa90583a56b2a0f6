/** Time, as a thing that comes in: a test holds the hands itself. */
export interface Clock {
  /** Milliseconds, only ever compared with each other. */
  readonly now: () => number;
  /** Runs once after so many milliseconds; returns how to call it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export function pageClock(page: Window): Clock {
  return {
    now: () => page.performance.now(),
    after(milliseconds, run) {
      const timer = page.setTimeout(run, milliseconds);
      return () => page.clearTimeout(timer);
    },
  };
}
