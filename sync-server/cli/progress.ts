import type { World } from './world.ts';

const terminalEveryMs = 200;
const logEveryMs = 5_000;

export type Progress = {
  /** `of`: how many there are, or of what they are where nobody knows that yet. */
  (done: number, of: number | 'rows' | 'changes'): void;
  /** Ends the line on a terminal. */
  end(): void;
};

/** Reports progress on standard error: one line that changes on a terminal, else a line every 5 seconds. */
export function createProgress(
  { isTerminal, now, writeError }: World,
  verb: string,
  counted = 'files',
): Progress {
  const every = isTerminal ? terminalEveryMs : logEveryMs;
  let reportedAt = isTerminal ? 0 : now();
  let isLineOpen = false;
  function report(done: number, of: number | 'rows' | 'changes'): void {
    if (now() - reportedAt < every) return;
    reportedAt = now();
    isLineOpen = isTerminal;
    const count = typeof of === 'string' ? `${done} ${of}` : `${done} of ${of} ${counted}`;
    writeError(`${isTerminal ? '\r' : ''}${verb}: ${count}${isTerminal ? '' : '\n'}`);
  }
  return Object.assign(report, {
    end() {
      if (isLineOpen) writeError('\n');
    },
  });
}
