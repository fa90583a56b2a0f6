/**
 * Brings a library file in.
 *
 * 1. Nothing is removed or replaced: rows that are missing are made, texts in other words become versions,
 *    what waited is said here.
 * 2. The same file again adds nothing.
 * 3. In portions, each in a transaction of its own, so that what is typed meanwhile gets to the disk between
 *    them. One that was broken off goes on when the file is brought in again.
 * 4. A dry run is the real thing that is never written, and takes no lock that a writer waits for.
 * Before: `library-export.ts`, which reads the file.
 */
import { sendableColor } from '#shared/model/colors.ts';
import { pastArgs } from '#shared/model/past-row.ts';
import type { Project } from '#shared/model/project.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { ManyCommits } from '../commit/commit-many.ts';
import type { Library } from '../database/library.ts';
import { entryNames } from '../review/outbox-acts.ts';
import { type BlobSources, importBlobs, keepUnpacked, unpackedBlobs } from './exported-blobs.ts';
import { importPendingChanges, planWaiting } from './import-pending.ts';
import { pendingTexts } from './import-pending-texts.ts';
import { bringInPrompts, exportedPrompts } from './import-prompts.ts';
import { addNamed, type Bringing, emptyReport, type ImportReport } from './import-report.ts';
import type { LibraryExport } from './library-export.ts';

export type ImportProgress = { done: number; of: number };

export type ImportOptions = {
  dryRun: boolean;
  /** Called after each portion with the number of rows and changes of the file that are done. */
  onProgress?(progress: ImportProgress): void;
  /** Ends it after the portion that is under way; what came in until then stays. */
  signal?: AbortSignal;
};

/** So many rows at a time take some ten milliseconds: nobody who types waits longer than that. */
const rowsInPortion = 200;

type Portion = { rows: number; act(bringing: Bringing): Promise<void> };

export async function importLibrary(
  library: Library,
  file: LibraryExport,
  { dryRun, onProgress, signal }: ImportOptions,
): Promise<ImportReport> {
  const unpacked = await unpackedBlobs(file.files);
  const report = emptyReport();
  const unknown = file.unknown?.length ?? 0;
  if (unknown > 0) report.notApplied.push(notRead(unknown));
  const portions = await portionsOf(library, file, unpacked);
  const rehearsal = dryRun ? new ManyCommits(library) : null;
  const of = portions.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { rows, act } of portions) {
    if (signal?.aborted) break;
    const inside = (many: ManyCommits) => act({ library, file, report, many });
    if (rehearsal === null) await write(library, inside);
    else await rehearse(library, rehearsal, inside);
    done += rows;
    if (rows > 0) onProgress?.({ done, of });
  }
  if (!dryRun) await keepUnpacked(library, unpacked);
  for (const wake of library.onCommit) wake();
  return report;
}

async function write(library: Library, act: (many: ManyCommits) => Promise<void>): Promise<void> {
  const { db } = library;
  await db.transaction('rw', db.everything, async () => {
    const many = new ManyCommits(library);
    await act(many);
    await many.write();
  });
}

async function rehearse(
  { db }: Library,
  many: ManyCommits,
  act: (many: ManyCommits) => Promise<void>,
): Promise<void> {
  await db.transaction('r', db.everything, async () => act(many));
  many.rehearseOn();
}

/** A project may be among what waited, and what waited may be about a file: files are tried twice. */
async function portionsOf(
  library: Library,
  file: LibraryExport,
  unpacked: ReadonlyMap<string, ArrayBuffer>,
): Promise<Portion[]> {
  const isOwn = file.client === library.client;
  const texts = pendingTexts(file.waiting, { isReplayed: !isOwn });
  const plan = planWaiting(file, { isOwn, nameHere: await entryNames(library, []) });
  const own = file.username === library.user.username;
  const refused: Resource[] = [];
  const one = () => 1;
  return [
    ...inPortions(file.projects, one, (bringing, projects) => bringInProjects(bringing, projects)),
    ...inPortions(
      exportedPrompts(file, texts),
      ({ versions }) => 1 + versions.length,
      (bringing, prompts) => bringInPrompts(bringing, prompts, texts),
    ),
    ...inPortions(file.resources, one, async (bringing, resources) => {
      refused.push(...(await countFiles(bringing, resources, { unpacked, own })));
    }),
    ...inPortions(file.waiting, one, (bringing, waiting) => importPendingChanges(bringing, waiting, plan)),
    {
      rows: 0,
      async act(bringing) {
        for (const resource of await countFiles(bringing, refused, { unpacked, own })) {
          bringing.report.notApplied.push(notBrought(resource, 'What it is about is not in this library.'));
        }
      },
    },
  ];
}

function inPortions<T>(
  items: readonly T[],
  rowsOf: (item: T) => number,
  act: (bringing: Bringing, portion: readonly T[]) => Promise<void>,
): Portion[] {
  const portions: Portion[] = [];
  let portion: T[] = [];
  let rows = 0;
  const close = () => {
    const closed = portion;
    if (closed.length > 0) portions.push({ rows, act: (bringing) => act(bringing, closed) });
    portion = [];
    rows = 0;
  };
  for (const item of items) {
    portion.push(item);
    rows += rowsOf(item);
    if (rows >= rowsInPortion) close();
  }
  close();
  return portions;
}

async function bringInProjects(bringing: Bringing, projects: readonly Project[]): Promise<void> {
  const { many, report } = bringing;
  await many.readAhead(projects.map(({ id }): Touch => ({ kind: 'row', ref: { type: 'project', id } })));
  for (const { id, name, color, createdAt, position } of projects) {
    const there = many.row({ type: 'project', id });
    if (there !== undefined && !there.deleted) continue;
    const args = { id, name, color: sendableColor(color), ...pastArgs({ createdAt }) };
    if (!addNamed(bringing, `Project '${name}'`, ['createProject', args])) continue;
    report.projects += 1;
    if (position !== undefined) addNamed(bringing, `Place of '${name}'`, ['moveProject', { id, position }]);
  }
}

/** Gives those that were refused. */
async function countFiles(
  bringing: Bringing,
  resources: readonly Resource[],
  from: BlobSources,
): Promise<Resource[]> {
  const { report } = bringing;
  const refused: Resource[] = [];
  for (const { resource, brought } of await importBlobs(bringing, resources, from)) {
    if (brought === 'made') report.resources += 1;
    if (brought === 'noBytes')
      report.notApplied.push(notBrought(resource, 'Its content is not in this file.'));
    if (brought === 'refused') refused.push(resource);
  }
  return refused;
}

function notRead(rows: number): ImportReport['notApplied'][number] {
  const what = rows === 1 ? '1 entry of a newer version' : `${rows} entries of a newer version`;
  return { what, why: 'This version of Promptory cannot read it; it stays in the file.' };
}

function notBrought({ name }: Resource, why: string): ImportReport['notApplied'][number] {
  return { what: `File '${name}'`, why };
}
