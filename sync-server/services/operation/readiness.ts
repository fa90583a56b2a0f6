/**
 * Decides whether requests should be sent to this server: `GET /readyz`.
 * 1. Each check has a name and an outcome of its own, so that an alert names what to do.
 * 2. Asking is cheap: something is written at most every `probeEveryMs`, or again and again until that has been done.
 * 3. A check that has no outcome within `answerMs` fails: a database that is not reached is waited for much longer.
 */
import { leastFreeBytes } from '../../storage/ports/free-bytes.ts';
import type { Storages } from '../../storage/ports/storages.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { FilesWatch } from './files-watch.ts';

export type CheckName = 'running' | 'writes' | 'migrations' | 'room' | 'integrity' | 'files';
export type ReadyState = { ready: boolean; checks: Record<CheckName, 'ok' | 'failing'> };

export type Readiness = { check(): Promise<ReadyState> };

const probeEveryMs = 5_000;
const answerMs = 5_000;

export function createReadiness(deps: {
  disk: DiskWatch;
  filesWatch: FilesWatch;
  migrations: Storages['migrations'];
  freeBytes: () => Promise<number>;
  draining: AbortSignal;
  /** False if the last inspection of the data folder found a problem. */
  isIntact: () => boolean;
  now: () => number;
  after: (milliseconds: number, run: () => void) => () => void;
}): Readiness {
  const { disk, now } = deps;
  let probedAt = Number.NEGATIVE_INFINITY;
  /** False while a probe is under way, and after one that did not reach the database. */
  let isProbed = false;

  async function canWrite(): Promise<boolean> {
    // A clock that was set back must not put the next probe off.
    if (isProbed && Math.abs(now() - probedAt) < probeEveryMs) return (await disk.state()) === undefined;
    probedAt = now();
    isProbed = false;
    const failure = await disk.probe();
    isProbed = true;
    return failure === undefined;
  }

  async function isMigrated(): Promise<boolean> {
    const { applied, newest } = await deps.migrations();
    // A newer node may have brought them up to date: tables of a release serve the one before (docs/scale.md).
    return applied >= newest;
  }

  async function hasRoom(): Promise<boolean> {
    return (await deps.freeBytes()) >= leastFreeBytes;
  }

  async function outcome(passes: () => Promise<boolean>): Promise<'ok' | 'failing'> {
    const late = Promise.withResolvers<boolean>();
    const callOff = deps.after(answerMs, () => late.resolve(false));
    const isPassed = await Promise.race([passes().catch(() => false), late.promise]);
    callOff();
    return isPassed ? 'ok' : 'failing';
  }

  return {
    async check() {
      const [writes, migrations, room, files] = await Promise.all([
        outcome(canWrite),
        outcome(isMigrated),
        outcome(hasRoom),
        outcome(deps.filesWatch.isWell),
      ]);
      const running = deps.draining.aborted ? 'failing' : 'ok';
      const checks = { running, writes, migrations, room } as const;
      // These two are named without making the server unready: texts go on, and no other node would be better.
      const integrity = deps.isIntact() ? 'ok' : 'failing';
      return { ready: !Object.values(checks).includes('failing'), checks: { ...checks, integrity, files } };
    },
  };
}
