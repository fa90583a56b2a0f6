/**
 * The nightly care of a running server. What reads everything is done by the command line tool in a process of its
 * own and at lower priority, so that requests do not wait for it. Not at the lowest: beside other programs that are busy
 * all night it would get a hundredth of a core, and no backup would ever end.
 */
import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { setPriority, constants as systemConstants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Environment } from './environment.ts';
import type { ServerLog } from './log/server-log.ts';
import type { Metrics } from './services/operation/metrics-port.ts';
import { createNightlyCare, type NightlyCare } from './services/operation/nightly-care.ts';
import { backupName, rotateBackups } from './storage/backup/rotate-backups.ts';
import { CannotStart } from './storage/failures/cannot-start.ts';
import type { Storages } from './storage/ports/storages.ts';

type RunTool = (args: readonly string[], codes: readonly number[]) => Promise<string>;

const Findings = z.array(z.object({ level: z.string(), sentence: z.string() }));

/** Throws `CannotStart` where backups cannot be written. */
export function createOwnCare(deps: {
  environment: Pick<Environment, 'backups'>;
  /** Of the server, which the tool reads as well. */
  variables: NodeJS.ProcessEnv;
  storages: Pick<Storages, 'shrink' | 'nodes'>;
  log: ServerLog;
  metrics: Pick<Metrics, 'careDone'>;
  now: () => number;
}): NightlyCare {
  const { log, metrics, now } = deps;
  const runTool = (args: readonly string[], codes: readonly number[]) =>
    toolWith(deps.variables, args, codes);
  const { backups } = deps.environment;
  if (backups !== undefined) refuseUnwritable(backups.folder);
  return createNightlyCare({
    inspect: async () => Findings.parse(JSON.parse(await runTool(['doctor', '--json'], [0, 1]))),
    shrink: deps.storages.shrink,
    backUp: backups && (() => backUp(backups, { runTool, now })),
    once: deps.storages.nodes.once,
    onDone: (task) => metrics.careDone(task, now() / 1000),
    warn: log.warn,
    reportError: log.error,
    now,
  });
}

async function backUp(
  { folder, keep }: { folder: string; keep: number },
  { runTool, now }: { runTool: RunTool; now: () => number },
): Promise<void> {
  const made = backupName(now());
  await runTool(['backup', '--out', join(folder, made), '--json'], [0]);
  await rotateBackups(folder, { keep, made });
}

/** Returns the standard output of the command line tool, with the settings of this process. Throws on another code. */
function toolWith(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  codes: readonly number[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [toolFile(), ...args],
      { env, maxBuffer: 16 * 1024 * 1024 },
      (_error, out, err) => {
        if (codes.includes(child.exitCode ?? -1)) resolve(out);
        else reject(new Error(`${args[0]} failed: ${err.trim().slice(0, 1000)}`));
      },
    );
    if (child.pid !== undefined) setPriority(child.pid, systemConstants.priority.PRIORITY_BELOW_NORMAL);
  });
}

/** Returns the file of the command line tool: beside this code in the bundle, in its folder among the sources. */
function toolFile(): string {
  const file = import.meta.url.endsWith('.ts') ? './cli/promptory.ts' : './promptory.js';
  return fileURLToPath(new URL(file, import.meta.url));
}

function refuseUnwritable(folder: string): void {
  try {
    if (!statSync(folder).isDirectory()) throw new Error('it is no folder');
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`BACKUP_DIR ${folder} cannot be written: ${why}.`);
  }
}
