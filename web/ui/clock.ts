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

/** Milliseconds between two turns of a page that runs. */
const turnMs = 100;

/**
 * Runs once after so many milliseconds in which the page itself ran; returns how to call it off. A worker is measured by
 * it: while the page stands still, the worker's answer cannot arrive either, and the clock would blame the worker.
 */
export function afterRunning(
  { after }: Pick<Clock, 'after'>,
  milliseconds: number,
  run: () => void,
): () => void {
  const turn = (left: number): (() => void) =>
    after(Math.min(turnMs, left), () => {
      if (left > turnMs) callOff = turn(left - turnMs);
      else run();
    });
  let callOff = turn(milliseconds);
  return () => callOff();
}
