import type { Clock } from '../clock.ts';

export interface ManualClock extends Clock {
  /** Lets so many milliseconds pass; what falls due on the way runs in its order, at its time. */
  readonly pass: (milliseconds: number) => void;
  /** Lets so many milliseconds pass in which the page cannot run: what falls due meanwhile runs at their end. */
  readonly standStill: (milliseconds: number) => void;
}

export function manualClock(): ManualClock {
  let time = 0;
  let due: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => time,
    after(milliseconds, run) {
      const entry = { at: time + milliseconds, run };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    pass(milliseconds) {
      const until = time + milliseconds;
      for (;;) {
        const next = due.filter((entry) => entry.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        due = due.filter((entry) => entry !== next);
        time = next.at;
        next.run();
      }
      time = until;
    },
    standStill(milliseconds) {
      time += milliseconds;
      const late = due.filter((entry) => entry.at <= time);
      due = due.filter((entry) => entry.at > time);
      for (const { run } of late) run();
    },
  };
}
