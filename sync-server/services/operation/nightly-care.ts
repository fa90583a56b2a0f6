/**
 * The work of each night: examines the data folder, gives empty pages back, and backs up.
 * 1. Once a day, after 3 o'clock local time; a server that starts later begins with the next night. A clock that is
 *    set changes the night by that much, and nothing else.
 * 2. One part that fails is reported and does not keep the others from being done.
 * 3. Of several nodes one does it; where that one ends in the middle, another one begins.
 */
import type { DoOnce } from '../../storage/ports/nodes-port.ts';

export type CareTask = 'inspection' | 'shrinking' | 'backup';

/** `problem`: something is wrong; `notice`: worth a look. */
export type CareFinding = { level: string; sentence: string };

export type NightlyCare = {
  /** Does the work if it is due. Called every few minutes. */
  tick(): Promise<void>;
  /** False if the last inspection found a problem. */
  isIntact(): boolean;
};

const hour = 3;

export function createNightlyCare(deps: {
  inspect: () => Promise<readonly CareFinding[]>;
  shrink: () => Promise<unknown>;
  /** Undefined: nobody asked for backups. */
  backUp: (() => Promise<void>) | undefined;
  once: DoOnce;
  onDone: (task: CareTask) => void;
  warn: (sentence: string) => void;
  reportError: (error: Error) => void;
  now: () => number;
}): NightlyCare {
  let intact = true;
  let isBusy = false;
  let night = nightOf(deps.now());

  async function attempt(task: CareTask, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      deps.onDone(task);
    } catch (error) {
      report(error);
    }
  }

  const report = (error: unknown) =>
    deps.reportError(error instanceof Error ? error : new Error(String(error)));

  async function careForAll(): Promise<void> {
    await attempt('inspection', inspect);
    await attempt('shrinking', deps.shrink);
    if (deps.backUp !== undefined) await attempt('backup', deps.backUp);
  }

  async function inspect(): Promise<void> {
    const findings = await deps.inspect();
    for (const { sentence } of findings) deps.warn(sentence);
    intact = findings.every(({ level }) => level !== 'problem');
  }

  return {
    async tick() {
      const at = deps.now();
      const current = nightOf(at);
      if (isBusy || current === night) return;
      isBusy = true;
      try {
        const since = beginOf(current);
        const outcome = await deps.once({ name: 'nightly care', since, at }, careForAll);
        // The node that is at it may end in the middle: then the next tick begins.
        if (outcome !== 'busy') night = current;
      } catch (error) {
        report(error);
      } finally {
        isBusy = false;
      }
    },
    isIntact: () => intact,
  };
}

/** Returns the day whose night has begun last. */
function nightOf(instant: number): string {
  return new Date(instant - hour * 60 * 60 * 1000).toDateString();
}

/** Returns the instant at which the night of a day begins. */
function beginOf(night: string): number {
  return new Date(night).setHours(hour);
}
