import type { World } from './world.ts';

const terminalEveryMs = 200;
const logEveryMs = 5_000;

export type Progress = {
  (done: number, of: number): void;
  /** Ends the line on a terminal. */
  end(): void;
};

/** Reports progress on standard error: one line that changes on a terminal, else a line every 5 seconds. */
export function createProgress({ isTerminal, now, writeError }: World, verb: string): Progress {
  const every = isTerminal ? terminalEveryMs : logEveryMs;
  let reportedAt = isTerminal ? 0 : now();
  let isLineOpen = false;
  function report(done: number, of: number): void {
    if (now() - reportedAt < every) return;
    reportedAt = now();
    isLineOpen = isTerminal;
    writeError(`${isTerminal ? '\r' : ''}${verb}: ${done} of ${of} files${isTerminal ? '' : '\n'}`);
  }
  return Object.assign(report, {
    end() {
      if (isLineOpen) writeError('\n');
    },
  });
}
