/**
 * The library of this device as the formats of files read it: what is exported, and what an import finds.
 *
 * 1. At most 50 prompts or versions are held at once, and the bytes of one file.
 * 2. Without one transaction around all of it, which would keep writers waiting for minutes: a row that changes
 *    meanwhile is written as it is when its turn comes, and one that goes is left out.
 */

import type { Collection, Table } from 'dexie';
import { rowKey } from '#shared/kinds/row.ts';
import type { ExistingLibrary, ExistingPrompt } from '#shared/library-files/plan/planned.ts';
import type { LibrarySource } from '#shared/library-files/tree/library-source.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { Version } from '#shared/model/version.ts';
import type { LibraryDb } from '../../database/library-db.ts';
import { readBytes } from '../../resources/blobs.ts';
import { readOutline } from '../../rows/outline.ts';

/** The part of a library that is exported. */
export type ExportScope =
  | { readonly kind: 'library' }
  | { readonly kind: 'project'; readonly id: number }
  | { readonly kind: 'prompt'; readonly id: number }
  | { readonly kind: 'prompts'; readonly ids: readonly number[] };

export type CountedSource = {
  readonly source: LibrarySource;
  /** Prompts that will be read. */
  readonly prompts: number;
};

const atOnce = 50;

/** `onPrompt` is called with each prompt that is read. */
export async function storedLibrary(
  db: LibraryDb,
  scope: ExportScope,
  onPrompt: () => void,
): Promise<CountedSource> {
  const outline = await readOutline(db);
  const picked = promptsIn(scope);
  const prompts = outline.prompts.filter(({ id, projectId }) => {
    if (picked !== null) return picked.has(id);
    return scope.kind !== 'project' || projectId === scope.id;
  });
  const homes = new Set(prompts.map(({ projectId }) => projectId));
  const isWanted = (projectId: number) => scope.kind === 'library' || homes.has(projectId);
  const projectIds = outline.projects
    .map(({ id }) => id)
    .filter((id) => isWanted(id) || (scope.kind === 'project' && id === scope.id));
  const source: LibrarySource = {
    async *projects() {
      for (const stored of await db.projects.bulkGet(projectIds)) if (stored !== undefined) yield stored.row;
    },
    async *prompts(project) {
      const ids = prompts.filter(({ projectId }) => projectId === project.id).map(({ id }) => id);
      for await (const prompt of promptsOf(db, ids)) {
        onPrompt();
        yield prompt;
      }
    },
    versions: ({ id }) => versionsOf(db, id),
    keptRuns: ({ id }) => keptRunsOf(db, id),
    testCases: ({ id }) => testCasesOf(db, id),
    async *resources(project) {
      if (picked !== null) return;
      const stored = await db.resources.where('row.projectId').equals(project.id).toArray();
      yield* stored
        .map(({ row }) => row)
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
    },
    async bytes({ sha256 }) {
      const bytes = await readBytes(db, sha256);
      return bytes === undefined ? undefined : new Uint8Array(bytes);
    },
  };
  return { source, prompts: prompts.length };
}

/** Returns the prompts that are exported by themselves, without their project's files; null where it is all of a place. */
function promptsIn(scope: ExportScope): ReadonlySet<number> | null {
  if (scope.kind === 'prompts') return new Set(scope.ids);
  return scope.kind === 'prompt' ? new Set([scope.id]) : null;
}

async function* promptsOf(db: LibraryDb, ids: readonly number[]): AsyncGenerator<Prompt> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const stored = await db.prompts.bulkGet(ids.slice(from, from + atOnce));
    for (const found of stored) if (found !== undefined) yield found.row;
  }
}

function versionsOf(db: LibraryDb, promptId: number): AsyncGenerator<Version> {
  return rowsAt(db.versions, db.versionsOf(promptId));
}

function keptRunsOf(db: LibraryDb, promptId: number): AsyncGenerator<KeptRun> {
  return rowsAt(db.keptRuns, db.keptRunsOf(promptId));
}

function testCasesOf(db: LibraryDb, promptId: number): AsyncGenerator<TestCase> {
  return rowsAt(db.testCases, db.testCasesOf(promptId));
}

async function* rowsAt<Row>(
  table: Table<{ row: Row }, number>,
  of: Collection<{ row: Row }, number>,
): AsyncGenerator<Row> {
  const ids = await of.primaryKeys();
  for (let from = 0; from < ids.length; from += atOnce) {
    const stored = await table.bulkGet(ids.slice(from, from + atOnce));
    for (const found of stored) if (found !== undefined) yield found.row;
  }
}

async function listed<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** `client`: names this browser profile to the server, and in its copies of the library. */
export type LibraryOwner = { readonly username: string; readonly client: string };

export async function existingLibrary(
  db: LibraryDb,
  { username, client }: LibraryOwner,
): Promise<ExistingLibrary> {
  const [outline, projects, resources] = await Promise.all([
    readOutline(db),
    db.projects.toArray(),
    db.resources.toArray(),
  ]);
  return {
    projects: projects.map(({ row }) => row),
    prompts: outline.prompts,
    resources: resources.map(({ row }) => row),
    client,
    async gone(refs) {
      const found = await db.binRows.bulkGet(refs.map((ref) => rowKey(ref)));
      return new Set(found.flatMap((row) => row?.key ?? []));
    },
    hasBytes: ({ sha256, available }, account) =>
      areBytesAtHand(db, { sha256, available: available && account === username }),
    async read(ids) {
      const found: ExistingPrompt[] = [];
      for await (const prompt of promptsOf(db, ids)) {
        found.push({
          prompt,
          versions: await listed(versionsOf(db, prompt.id)),
          keptRuns: await listed(keptRunsOf(db, prompt.id)),
          testCases: await listed(testCasesOf(db, prompt.id)),
        });
      }
      return found;
    },
  };
}

/** `available`: the server of this account has them; it keeps those of deleted files for a while. */
export async function areBytesAtHand(
  { files }: LibraryDb,
  { sha256, available }: Pick<Resource, 'sha256' | 'available'>,
): Promise<boolean> {
  return available || (await files.where('sha256').equals(sha256).count()) > 0;
}
