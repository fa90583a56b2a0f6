/**
 * Lets runs of one address follow one another, as many at a time as the entry of each allows: a machine that has one
 * model in its memory answers two runs together slower than one after the other. Where an entry allows one, it is one
 * in all tabs of the browser; more are counted by each tab for itself.
 */
import type { Exclusive } from '../platform/exclusive.ts';

export type RunQueue = {
  /** Resolves to how to leave once it is this run's turn; rejects where the signal aborts before. */
  enter(address: string, atOnce: number, signal: AbortSignal): Promise<() => void>;
};

type Waiting = { readonly atOnce: number; begin(): void };
type Line = { running: number; readonly waiting: Waiting[] };

export function createRunQueue(exclusive: Exclusive): RunQueue {
  const tab = queueOfTab();
  return {
    async enter(address, atOnce, signal) {
      const leave = await tab.enter(address, atOnce, signal);
      if (atOnce > 1) return leave;
      try {
        const release = await turnAmongTabs(exclusive, `run at ${address}`, signal);
        return () => {
          release();
          leave();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** Resolves to how to give the turn back; rejects where the signal aborts before. */
function turnAmongTabs(exclusive: Exclusive, name: string, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const held = () => {
      signal.removeEventListener('abort', giveUp);
      return signal.aborted ? Promise.resolve() : new Promise<void>((release) => resolve(release));
    };
    // Without locks, a slow answer is better than none.
    exclusive(name, held).catch(() => resolve(() => {}));
  });
}

function queueOfTab(): RunQueue {
  const lines = new Map<string, Line>();

  function lineOf(address: string): Line {
    const line = lines.get(address) ?? { running: 0, waiting: [] };
    lines.set(address, line);
    return line;
  }

  /** The first one waits for its turn, and those behind it with it. */
  function advance(line: Line): void {
    for (let next = line.waiting[0]; next !== undefined; next = line.waiting[0]) {
      if (line.running >= next.atOnce) return;
      line.waiting.shift();
      line.running += 1;
      next.begin();
    }
  }

  return {
    enter: (address, atOnce, signal) =>
      new Promise((resolve, reject) => {
        const line = lineOf(address);
        const waiting = { atOnce, begin };
        const leave = () => {
          line.running -= 1;
          advance(line);
        };
        function begin(): void {
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
        }
        function giveUp(): void {
          line.waiting.splice(line.waiting.indexOf(waiting), 1);
          advance(line);
          reject(signal.reason);
        }
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener('abort', giveUp, { once: true });
        line.waiting.push(waiting);
        advance(line);
      }),
  };
}
