/**
 * A whole library, or what waits in it, as a file that a person can carry: to another device, or into a
 * drawer. Made and read without a network.
 *
 * 1. Bringing a file in never removes or replaces anything: rows that are missing are made, what waited is
 *    said here as it was said there, merged with what is here by now. A deletion is told and not done: its
 *    author had not seen what has been written here since.
 * 2. The same file again adds nothing.
 * 3. A dry run is the real thing in a transaction that is given up at the end.
 */
import { z } from 'zod';
import { Project } from '#shared/model/project.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { Resource } from '#shared/model/resource.ts';
import { rowKey } from '#shared/model/row.ts';
import { isBlank } from '#shared/model/text.ts';
import { Version } from '#shared/model/version.ts';
import { bind, deletions, MutationName } from '#shared/mutations/registry.ts';
import { describeEntry } from '#shared/sync/describe-entry.ts';
import { inOrder, type OutboxEntry } from '#shared/sync/outbox.ts';
import { type CommitOutcome, commitInside } from './commit.ts';
import type { Library } from './library.ts';
import {
  bringInFile,
  CarriedFile,
  filesHere,
  keepUnpacked,
  unpackedFiles,
  waitingFiles,
} from './library-file-bytes.ts';
import { entryNames } from './outbox-acts.ts';
import { readOutline } from './outline.ts';
import { readShown } from './shown-rows.ts';

const WaitingChange = z.looseObject({ name: z.string(), args: z.unknown(), createdAt: z.string() });

export const LibraryFile = z.looseObject({
  format: z.literal('promptory-library'),
  version: z.literal(1),
  exportedAt: z.iso.datetime(),
  username: z.string(),
  projects: z.array(Project).default([]),
  prompts: z.array(Prompt).default([]),
  versions: z.array(Version).default([]),
  resources: z.array(Resource).default([]),
  /** The bytes that only this device had. */
  files: z.array(CarriedFile).default([]),
  /** Changes that no server had confirmed, in their order. */
  waiting: z.array(WaitingChange).default([]),
});
export type LibraryFile = z.infer<typeof LibraryFile>;

export type ReadFile = { ok: true; file: LibraryFile } | { ok: false; reason: string };

/** What can be wrong with a file that a person chose, in words. */
export function readLibraryFile(text: string): ReadFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'This is not a file that Promptory made: it is not JSON.' };
  }
  const parsed = LibraryFile.safeParse(json);
  if (parsed.success) return { ok: true, file: parsed.data };
  const format = z
    .looseObject({ format: z.literal('promptory-library'), version: z.number() })
    .safeParse(json);
  if (!format.success) return { ok: false, reason: 'This is not a file that Promptory made.' };
  if (format.data.version !== 1) {
    return { ok: false, reason: 'This file was made by a newer Promptory. Update this one first.' };
  }
  const issue = parsed.error.issues[0];
  return { ok: false, reason: `The file is damaged at ${issue?.path.join('.') ?? 'its beginning'}.` };
}

/**
 * `onlyWaiting`: leaves out everything that the server has. `bytes`: with those of files that it does not have,
 * with all that are here, or with none.
 */
export async function exportLibrary(
  library: Library,
  { onlyWaiting = false, bytes = 'waiting' }: { onlyWaiting?: boolean; bytes?: keyof typeof carry } = {},
): Promise<LibraryFile> {
  const { db } = library;
  const files = await carry[bytes](library);
  return db.transaction('r', db.everything, async () => {
    const entries = inOrder(await db.outbox.toArray());
    const rows = onlyWaiting
      ? { projects: [], prompts: [], versions: [], resources: await resourcesWith(library, files) }
      : {
          projects: (await db.projects.toArray()).map(({ row }) => row),
          prompts: (await db.prompts.toArray()).map(({ row }) => row),
          versions: (await db.versions.toArray()).map(({ row }) => row),
          resources: (await db.resources.toArray()).map(({ row }) => row),
        };
    return {
      format: 'promptory-library' as const,
      version: 1 as const,
      exportedAt: new Date(library.deps.now()).toISOString(),
      username: library.user.username,
      ...rows,
      files,
      waiting: entries.map(({ name, args, createdAt }) => ({ name, args, createdAt })),
    };
  });
}

const carry = { waiting: waitingFiles, here: filesHere, none: async () => [] } satisfies Record<
  string,
  (library: Library) => Promise<CarriedFile[]>
>;

/** Rows that are on the server already while their bytes wait: without them the bytes would be nobody's. */
async function resourcesWith({ db }: Library, files: readonly CarriedFile[]): Promise<Resource[]> {
  const sha256s = files.map(({ sha256 }) => sha256);
  return (await db.resources.where('row.sha256').anyOf(sha256s).toArray()).map(({ row }) => row);
}

export type ImportReport = {
  projects: number;
  prompts: number;
  versions: number;
  resources: number;
  /** Changes that waited elsewhere and were said here. */
  changes: number;
  /** In words, with the reason. */
  notApplied: { what: string; why: string }[];
};

class DryRun extends Error {
  readonly report: ImportReport;
  constructor(report: ImportReport) {
    super('A dry run is given up at its end.');
    this.report = report;
  }
}

export async function importLibrary(
  library: Library,
  file: LibraryFile,
  { dryRun }: { dryRun: boolean },
): Promise<ImportReport> {
  const { db } = library;
  const unpacked = await unpackedFiles(file.files);
  try {
    const report = await db.transaction('rw', db.everything, async () => {
      const brought = await bringIn(library, file, unpacked);
      if (dryRun) throw new DryRun(brought);
      return brought;
    });
    for (const wake of library.onCommit) wake();
    return report;
  } catch (error) {
    const inner = error instanceof DryRun ? error : innerOf(error);
    if (inner instanceof DryRun) return inner.report;
    throw error;
  }
}

/** Dexie may wrap what a transaction threw. */
function innerOf(error: unknown): unknown {
  return error instanceof Error && 'inner' in error ? error.inner : undefined;
}

async function bringIn(
  library: Library,
  file: LibraryFile,
  unpacked: ReadonlyMap<string, Blob>,
): Promise<ImportReport> {
  const counts = { projects: 0, prompts: 0, versions: 0, resources: 0, changes: 0 };
  const report: ImportReport = { ...counts, notApplied: [] };
  const outline = await readOutline(library.db);
  const projects = new Set(outline.projects.map(({ id }) => id));
  const prompts = new Set(outline.prompts.map(({ id }) => id));
  const say = async (what: string, name: MutationName, args: unknown): Promise<boolean> => {
    const outcome = await commitInside(library, name, args);
    if (!outcome.ok) report.notApplied.push({ what, why: whyNot(outcome) });
    return outcome.ok;
  };

  for (const { id, name, color } of file.projects) {
    if (projects.has(id)) continue;
    if (await say(`Project '${name}'`, 'createProject', { id, name, color })) report.projects += 1;
  }
  for (const { id, title, content, projectId, notes } of file.prompts) {
    if (prompts.has(id)) continue;
    const args = { id, title, content, projectId, ...(notes === '' ? {} : { notes }) };
    if (await say(`Prompt '${title}'`, 'createPrompt', args)) report.prompts += 1;
  }
  for (const version of file.versions.toSorted((a, b) => a.version - b.version)) {
    if (await addVersion(library, version, say)) report.versions += 1;
  }
  const bringFiles = async (resources: readonly Resource[]): Promise<Resource[]> => {
    const refused: Resource[] = [];
    for (const resource of resources) {
      const own = file.username === library.user.username;
      const brought = await bringInFile(library, resource, { unpacked, own });
      if (brought === 'made') report.resources += 1;
      if (brought === 'noBytes')
        report.notApplied.push(notBrought(resource, 'Its content is not in this file.'));
      if (brought === 'refused') refused.push(resource);
    }
    return refused;
  };
  // A project may be among what waited, and what waited may be about a file.
  const refused = await bringFiles(file.resources);
  await sayWaiting(library, file, report);
  for (const resource of await bringFiles(refused)) {
    report.notApplied.push(notBrought(resource, 'What it is about is not in this library.'));
  }
  await keepUnpacked(library, unpacked);
  return report;
}

function notBrought({ name }: Resource, why: string): ImportReport['notApplied'][number] {
  return { what: `File '${name}'`, why };
}

type Say = (what: string, name: MutationName, args: unknown) => Promise<boolean>;

/** Leaves the current text as it is. */
async function addVersion(
  { db }: Library,
  { id, promptId, content, description, version }: Version,
  say: Say,
): Promise<boolean> {
  if (isBlank(content) || (await db.versions.get(id)) !== undefined) return false;
  const head = (await db.prompts.get(promptId))?.row.content;
  // The current text is not what this is about: one that comes in between stays.
  const current = head === undefined || isBlank(head) ? {} : { head, base: head };
  return say(`Version ${version}`, 'saveVersion', { promptId, id, content, description, ...current });
}

/** What is here already in the very same words counts as said. */
async function sayWaiting(library: Library, file: LibraryFile, report: ImportReport): Promise<void> {
  const names = await entryNames(library, []);
  const undone = madeAndDeleted(file);
  for (const { name, args } of file.waiting) {
    const known = MutationName.safeParse(name);
    if (!known.success) {
      report.notApplied.push({ what: name, why: 'This Promptory does not know such a change.' });
      continue;
    }
    if (undone.has(targetKey(known.data, args) ?? '')) continue;
    if (deletions.has(known.data)) {
      const what = describeEntry({ name: known.data, args, target: targetOf(args) }, names);
      const why = 'A file takes nothing away. Delete it here if you still want that.';
      if (await isShown(library, known.data, args)) report.notApplied.push({ what, why });
      continue;
    }
    const before = await waitingText(library, known.data, args);
    const outcome = await commitInside(library, known.data, withoutSeen(args));
    if (outcome.ok) {
      if ((await waitingText(library, known.data, args)) !== before) report.changes += 1;
    } else if (outcome.code !== 'id_taken') {
      const entry: Pick<OutboxEntry, 'name' | 'args' | 'target'> = {
        name: known.data,
        args,
        target: targetOf(args),
      };
      report.notApplied.push({ what: describeEntry(entry, names), why: whyNot(outcome) });
    }
  }
}

/** Rows that were made and deleted again before any server heard of them: nobody misses those. */
function madeAndDeleted({ waiting }: LibraryFile): Set<string> {
  const made = new Set<string>();
  const gone = new Set<string>();
  for (const { name, args } of waiting) {
    const known = MutationName.safeParse(name);
    const key = known.success ? targetKey(known.data, args) : undefined;
    if (!known.success || key === undefined) continue;
    if (known.data.startsWith('create')) made.add(key);
    else if (deletions.has(known.data) && made.has(key)) gone.add(key);
  }
  return gone;
}

function targetKey(name: MutationName, args: unknown): string | undefined {
  const bound = bind(name, withoutSeen(args));
  return bound.ok ? rowKey(bound.mutation.target.ref) : undefined;
}

async function isShown({ db }: Library, name: MutationName, args: unknown): Promise<boolean> {
  const bound = bind(name, withoutSeen(args));
  return bound.ok && (await readShown(db, bound.mutation.target.ref)) !== undefined;
}

/** What waits about the row of this change; a text may be taken up by an entry that waits already. */
async function waitingText({ db }: Library, name: MutationName, args: unknown): Promise<string> {
  const bound = bind(name, withoutSeen(args));
  if (!bound.ok) return '';
  const entries = await db.outbox.where('writes').equals(rowKey(bound.mutation.target.ref)).toArray();
  return JSON.stringify(entries);
}

/** What another device had seen is nothing that this one has seen. */
function withoutSeen(args: unknown): unknown {
  const parsed = z.looseObject({ seen: z.unknown() }).safeParse(args);
  if (!parsed.success) return args;
  const { seen: _seen, ...rest } = parsed.data;
  return rest;
}

function targetOf(args: unknown): OutboxEntry['target'] {
  const { promptId, id } =
    z.looseObject({ promptId: z.number().optional(), id: z.number().optional() }).safeParse(args).data ?? {};
  return `prompt:${promptId ?? id ?? 0}`;
}

function whyNot(outcome: Extract<CommitOutcome, { ok: false }>): string {
  const [first] = outcome.errors;
  if (first !== undefined) return first.message;
  return outcome.code === 'not_found' ? 'What it is about is not in this library.' : outcome.code;
}
