/**
 * Keeps a folder and a project equal, once or for as long as it is watched.
 *
 * Before: the command has parsed its arguments. A round is `sync-round.ts`; one process at a time works in a folder.
 */
import { readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { newId } from '#shared/model/ids.ts';
import { WrongArguments } from '../world.ts';
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
};

/** Rounds that follow each other where something changed meanwhile. */
const mostRounds = 4;

/** Makes both equal once; returns the sum of its rounds. */
export async function syncFolder(given: SyncFolder): Promise<RoundReport> {
  await mkdir(join(given.folder, stateFolder), { recursive: true });
  const lock = lockFolder(given.folder);
  try {
    return await rounds(given, createLibraryClient(given));
  } finally {
    lock.release();
  }
}

async function rounds(given: SyncFolder, client: LibraryClient): Promise<RoundReport> {
  const { folder, url, allowDeletes, now } = given;
  const project = await projectOf(client, given.project);
  const state = await FolderState.open(folder, { url, project });
  if (state === null) {
    throw new WrongArguments(`${folder} is kept equal with another project: take another folder.`);
  }
  const files = new FolderFiles(folder);
  const drawId = () => newId((words) => crypto.getRandomValues(words));
  const deps = { client, files, state, project, newId: drawId, now, allowDeletes };
  let sum: RoundReport | undefined;
  for (let round = 1; round <= mostRounds; round += 1) {
    const report = await syncRound(deps);
    sum = sum === undefined ? report : summed(sum, report);
    if (!report.again) break;
  }
  return sum ?? (await syncRound(deps));
}

async function projectOf(client: LibraryClient, name: string): Promise<number> {
  const projects = await client.projects();
  const byId = projects.find(({ id }) => String(id) === name);
  const named = byId === undefined ? projects.filter((each) => each.name === name) : [byId];
  const [one] = named;
  if (one === undefined) throw new WrongArguments('There is no such project.');
  if (named.length === 1) return one.id;
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

const settledMs = 400;
const pollMs = 5_000;

/** Runs rounds until `signal`: when the folder has changed and is quiet, and every 5 seconds for the server. */
export async function watchFolder(
  given: SyncFolder,
  {
    signal,
    onRound,
    onAway,
  }: { signal: AbortSignal; onRound(report: RoundReport): void; onAway(why: string): void },
): Promise<void> {
  let changedAt = 0;
  let wake = () => {};
  const watcher = watch(given.folder, { recursive: true }, (_event, name) => {
    if (name?.startsWith(stateFolder) === true) return;
    changedAt = performance.now();
    wake();
  });
  signal.addEventListener('abort', () => wake());
  while (!signal.aborted) {
    try {
      onRound(await syncFolder(given));
    } catch (error) {
      if (!(error instanceof ServerAway)) throw error;
      onAway(error.message);
    }
    if (signal.aborted) break;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const waiting = new AbortController();
    await Promise.race([woken, setTimeout(pollMs, undefined, { signal: waiting.signal }).catch(() => {})]);
    waiting.abort();
    while (!signal.aborted && performance.now() - changedAt < settledMs) await setTimeout(settledMs / 4);
  }
  watcher.close();
}
