/**
 * Decides whether requests should be sent to this server: `GET /readyz`.
 * 1. Each check has a name and an outcome of its own, so that an alert names what to do.
 * 2. Asking is cheap: something is written at most every `probeEveryMs`.
 */
import { leastFreeBytes } from '../storage/free-bytes.ts';
import type { Storages } from '../storage/storages.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { FilesWatch } from './files-watch.ts';

export type CheckName = 'running' | 'writes' | 'migrations' | 'room' | 'integrity' | 'files';
export type ReadyState = { ready: boolean; checks: Record<CheckName, 'ok' | 'failing'> };

export type Readiness = { check(): Promise<ReadyState> };

const probeEveryMs = 5_000;

export function createReadiness(deps: {
  disk: DiskWatch;
  filesWatch: FilesWatch;
  migrations: Storages['migrations'];
  freeBytes: () => Promise<number>;
  draining: AbortSignal;
  /** False if the last inspection of the data folder found a problem. */
  isIntact: () => boolean;
  now: () => number;
}): Readiness {
  const { disk, now } = deps;
  let probedAt = Number.NEGATIVE_INFINITY;

  async function canWrite(): Promise<boolean> {
    // A clock that was set back must not put the next probe off.
    if (Math.abs(now() - probedAt) < probeEveryMs) return (await disk.state()) === undefined;
    probedAt = now();
    return (await disk.probe()) === undefined;
  }

  async function isMigrated(): Promise<boolean> {
    const { applied, newest } = await deps.migrations();
    // A newer node may have brought them up to date: tables of a release serve the one before (docs/scale.md).
    return applied >= newest;
  }

  async function hasRoom(): Promise<boolean> {
    return (await deps.freeBytes()) >= leastFreeBytes;
  }

  const outcome = async (passes: () => Promise<boolean>) =>
    (await passes().catch(() => false)) ? 'ok' : 'failing';

  return {
    async check() {
      const checks = {
        running: deps.draining.aborted ? 'failing' : 'ok',
        writes: await outcome(canWrite),
        migrations: await outcome(isMigrated),
        room: await outcome(hasRoom),
      } as const;
      // These two are named without making the server unready: texts go on, and no other node would be better.
      const integrity = deps.isIntact() ? 'ok' : 'failing';
      const files = await outcome(deps.filesWatch.isWell);
      return { ready: !Object.values(checks).includes('failing'), checks: { ...checks, integrity, files } };
    },
  };
}
