/**
 * Keeps a folder and a project equal, once or for as long as it is watched.
 *
 * Before: the command has parsed its arguments. A round is `sync-round.ts`; one process at a time works in a folder.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#shared/model/ids.ts';
import type { Project } from '#shared/model/project.ts';
import { WrongArguments } from '../world.ts';
import { FolderChanges } from './folder-changes.ts';
import { FolderFiles } from './folder-files.ts';
import { FolderState, stateFolder } from './folder-state.ts';
import { createLibraryClient, type LibraryClient, type Send, ServerAway } from './library-client.ts';
import type { RoundReport } from './round.ts';
import { syncRound } from './sync-round.ts';

export type SyncFolder = {
  folder: string;
  /** Without a slash at its end. */
  url: string;
  /** Its name or id. */
  project: string;
  token: string;
  allowDeletes: boolean;
  send: Send;
  now(): number;
  /** Called after each prompt, with how many files and prompts the round has changed by then. */
  onProgress?: ((changed: number) => void) | undefined;
};

/** Rounds that follow each other where something changed meanwhile. */
const mostRounds = 4;

type Synced = { report: RoundReport; cursor: string | null };

/** Makes both equal once; returns the sum of its rounds. */
export async function syncFolder(given: SyncFolder): Promise<RoundReport> {
  const parts = { client: createLibraryClient(given), files: new FolderFiles(given.folder) };
  return (await syncOnce(given, parts)).report;
}

type Parts = { client: LibraryClient; files: FolderFiles };

async function syncOnce(given: SyncFolder, parts: Parts): Promise<Synced> {
  // Before anything is made: a name that was mistyped leaves no folder.
  const project = await projectOf(parts.client, given.project);
  await mkdir(join(given.folder, stateFolder), { recursive: true });
  const lock = lockFolder(given.folder);
  try {
    return await rounds(given, { ...parts, project });
  } finally {
    lock.release();
  }
}

async function rounds(
  given: SyncFolder,
  { client, files, project: { id: project, name: projectName } }: Parts & { project: Project },
): Promise<Synced> {
  const { folder, url, allowDeletes, now, onProgress } = given;
  const state = await FolderState.open(folder, { url, project, projectName });
  if (state === null) {
    throw new WrongArguments(`${folder} is kept equal with another project: take another folder.`);
  }
  const drawId = () => newId((words) => crypto.getRandomValues(words));
  const deps = { client, files, state, project, newId: drawId, now, allowDeletes, onProgress };
  let report = await syncRound(deps);
  for (let round = 2; round <= mostRounds && report.again; round += 1) {
    report = summed(report, await syncRound(deps));
  }
  return { report, cursor: state.cursor };
}

async function projectOf(client: LibraryClient, name: string): Promise<Project> {
  const projects = await client.projects();
  const byId = projects.find(({ id }) => String(id) === name);
  const named = byId === undefined ? projects.filter((each) => each.name === name) : [byId];
  const [one] = named;
  if (one === undefined) throw new WrongArguments('There is no such project.');
  if (named.length === 1) return one;
  throw new WrongArguments(
    `Several projects have this name. Their ids: ${named.map(({ id }) => id).join(', ')}.`,
  );
}

function summed(a: RoundReport, b: RoundReport): RoundReport {
  const both = (side: 'here' | 'there') => ({
    added: a[side].added + b[side].added,
    changed: a[side].changed + b[side].changed,
    deleted: a[side].deleted + b[side].deleted,
  });
  const { complaints, failed, again } = b;
  return {
    here: both('here'),
    there: both('there'),
    conflicts: a.conflicts + b.conflicts,
    notices: [...a.notices, ...b.notices],
    complaints,
    failed,
    again,
  };
}

/** Throws `WrongArguments` where another process that runs has the folder. One that was killed leaves no lock behind. */
function lockFolder(folder: string): { release(): void } {
  const path = join(folder, stateFolder, 'lock');
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = Number(readFileSync(path, 'utf8'));
    if (isRunning(owner)) {
      throw new WrongArguments(`Another sync works in ${folder} (process ${owner}). If not, remove ${path}.`);
    }
    rmSync(path, { force: true });
  }
}

function isRunning(id: number): boolean {
  if (!(id > 0) || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const pollMs = 5_000;
/** A folder that tells of no change, as one on a network may, is looked at so often. */
const sweepMs = 60_000;

/**
 * Runs rounds until `signal`: when the folder has changed and is quiet, and when the server has changes, for which it is
 * asked every 5 seconds.
 */
export async function watchFolder(
  given: SyncFolder,
  {
    signal,
    onRound,
    onAway,
    pauseMs = pollMs,
  }: {
    signal: AbortSignal;
    onRound(report: RoundReport): void;
    onAway(why: string): void;
    pauseMs?: number;
  },
): Promise<void> {
  const parts = { client: createLibraryClient(given), files: new FolderFiles(given.folder) };
  using changes = new FolderChanges(given.folder);
  signal.addEventListener('abort', () => changes.wake());
  let sweptAt = Number.NEGATIVE_INFINITY;
  let cursor: string | null = null;
  while (!signal.aborted) {
    try {
      const isDue = changes.take() || performance.now() - sweptAt >= sweepMs;
      if (isDue || !(await isQuiet(parts.client, cursor))) {
        const synced = await syncOnce(given, parts);
        ({ cursor } = synced);
        sweptAt = synced.report.again ? Number.NEGATIVE_INFINITY : performance.now();
        onRound(synced.report);
      }
    } catch (error) {
      if (!(error instanceof ServerAway)) throw error;
      sweptAt = Number.NEGATIVE_INFINITY;
      onAway(error.message);
    }
    if (!signal.aborted) await changes.next(pauseMs, signal);
  }
}

/** Whether the server has nothing after this place of its feed. */
async function isQuiet(client: LibraryClient, cursor: string | null): Promise<boolean> {
  if (cursor === null) return false;
  const page = await client.changes(cursor);
  return page !== null && page.changes.length === 0 && !page.more;
}
