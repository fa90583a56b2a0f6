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
import { admitAny, admitWithoutSecrets } from './admit-text.ts';
import type { FilesBeside } from './beside/files-beside.ts';
import type { PromptFiles } from './files/prompt-files.ts';
import { FolderChanges } from './folder-changes.ts';
import { type FolderShape, FolderState, stateFolder } from './folder-state.ts';
import { concerns, type Layout } from './layouts.ts';
import { createLibraryClient, type LibraryClient, type Send, ServerAway } from './library-client.ts';
import { libraryPart } from './library-part.ts';
import type { RoundDeps, RoundReport } from './round.ts';
import { syncRound } from './sync-round.ts';

export type SyncFolder = {
  folder: string;
  /** Without a slash at its end. */
  url: string;
  /** Its name or id. */
  project: string;
  /** The lines of `shape.layout`. */
  layouts: readonly Layout[];
  /** `tag`: beside those of the layouts. */
  shape: FolderShape;
  token: string;
  allowDeletes: boolean;
  /** Also texts with what looks like a secret come into the folder. */
  allowSecrets: boolean;
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
  return (await syncOnce(given, partsOf(given))).report;
}

type Part = { layout: Layout; files: PromptFiles; beside: FilesBeside | null };
type Parts = { client: LibraryClient; parts: readonly Part[] };

function partsOf(given: SyncFolder): Parts {
  const { folder } = given;
  const parts = given.layouts.map((layout) => ({
    ...{ layout, files: layout.files(folder), beside: layout.beside(folder) },
  }));
  return { client: createLibraryClient(given), parts };
}

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
  { project, ...parts }: Parts & { project: Project },
): Promise<Synced> {
  const opened = await openParts(given, { ...parts, project });
  let report = await roundOf(opened);
  for (let round = 2; round <= mostRounds && report.again; round += 1) {
    report = summed(report, await roundOf(opened));
  }
  report.notices.push(
    ...opened.flatMap(({ state, layout }) => waitingNotices(given.shape, { state, layout })),
  );
  report.notices.push(...emptyNotices(given, opened));
  report.notices = [...new Set(report.notices)];
  return { report, cursor: opened[0]?.state.cursor ?? null };
}

type OpenPart = RoundDeps & { layout: Layout; tags: readonly string[] };

async function openParts(
  given: SyncFolder,
  { client, parts, project: { id: project, name: projectName } }: Parts & { project: Project },
): Promise<OpenPart[]> {
  const { folder, url, shape, allowDeletes, now, onProgress } = given;
  const admit = given.allowSecrets ? admitAny : admitWithoutSecrets;
  const drawId = () => newId((words) => crypto.getRandomValues(words));
  const opened: OpenPart[] = [];
  for (const [index, { layout, files, beside }] of parts.entries()) {
    const owner = { url, project, projectName, ...shape };
    const state = await FolderState.open(folder, owner, index === 0 ? '' : layout.name);
    const tags = [layout.tag, shape.tag].filter((tag) => tag !== null);
    const part = libraryPart(client, { project, tags, label: shape.label }, { state, newId: drawId, now });
    const deps = { client: part, files, beside, state, project, newId: drawId, now };
    opened.push({ ...deps, allowDeletes, admit, onProgress, layout, tags });
  }
  return opened;
}

/** Parts that lie in one folder hear of each other's changes by the server. */
async function roundOf(parts: readonly OpenPart[]): Promise<RoundReport> {
  let report: RoundReport | null = null;
  for (const part of parts) {
    const next = await syncRound(part);
    next.conflicts += part.client.takeConflicts();
    const isShared = parts.length > 1 && changesIn(next.there) > 0;
    const before: RoundReport | null = report;
    report = before === null ? next : { ...summed(before, next), ...bothFailures(before, next) };
    if (isShared) report.again = true;
  }
  if (report === null) throw new Error('A layout has no part.');
  return report;
}

function bothFailures(a: RoundReport, b: RoundReport) {
  const complaints = [...a.complaints, ...b.complaints.filter((each) => !a.complaints.includes(each))];
  return { complaints, failed: a.failed || b.failed, again: a.again || b.again };
}

const changesIn = ({ added, changed, deleted }: RoundReport['there']) => added + changed + deleted;

/** Names the edits that the library has, and that no label has come to yet. */
function waitingNotices(
  { label }: FolderShape,
  { state, layout }: Pick<OpenPart, 'state' | 'layout'>,
): string[] {
  return [...state.waiting].flatMap(([id, { over }]) => {
    const path = state.prompts.get(id)?.path;
    if (path === undefined) return [];
    if (over === null) return [`${path}: the prompt has no version with the label ${label} yet.`];
    return [
      `${path}: the edit is in the prompt. The label ${label} stays at its version, and the file in the layout ` +
        `${layout.name} keeps the edit until the label moves.`,
    ];
  });
}

function emptyNotices({ shape }: SyncFolder, parts: readonly OpenPart[]): string[] {
  const isEmpty = parts.every(({ state }) => state.prompts.size === 0);
  const tags = parts.map((part) => part.tags.join(' and ')).filter((names) => names !== '');
  if (!isEmpty || (tags.length === 0 && shape.label === null)) return [];
  const wanted = [
    ...(tags.length === 0 ? [] : [`the tag ${tags.join(' or ')}`]),
    ...(shape.label === null ? [] : [`the label ${shape.label}`]),
  ];
  return [
    `No prompt of the project has ${wanted.join(' and ')}: give it to those that the folder is to hold.`,
  ];
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
  const parts = partsOf(given);
  using changes = new FolderChanges(given.folder, (path) => concerns(given.layouts, path));
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
