/**
 * A whole library, or what waits in it, as a file that a person can carry: to another device, or into a
 * drawer. Made without a network. After: `shared/library-files/formats/library-json.ts`, which reads one for an import.
 * `promptory export` of the server writes the same format: `sync-server/services/transfer/export-library.ts`.
 */

import type { Table } from 'dexie';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { Version } from '#shared/model/version.ts';
import { scan } from '../database/in-chunks.ts';
import type { Library } from '../database/library.ts';
import { readUnknown } from '../feed/unknown-changes.ts';
import { readEntries } from '../outbox/outbox-table.ts';
import { type ExportedBlob, localBlobs, pendingBlobs } from './exported-blobs.ts';

export type LibraryExport = {
  format: 'promptory-library';
  version: 1;
  exportedAt: string;
  username: string;
  /** The library that this is a copy of as a whole: all that waited in it is in its rows. */
  client?: string;
  projects: Project[];
  prompts: Prompt[];
  versions: Version[];
  keptRuns: KeptRun[];
  testCases: TestCase[];
  resources: Resource[];
  /** The bytes that only this device had. */
  files: ExportedBlob[];
  /** Rows that only a newer app can read, as the change feed has them. */
  unknown?: { change: unknown }[];
  /** Changes that no server had confirmed, in their order. */
  waiting: { name: string; args: unknown; createdAt: string }[];
};

/**
 * `onlyWaiting`: leaves out everything that the server has. `bytes`: with those of files that it does not have,
 * with all that are here, or with none.
 */
export async function exportLibrary(
  library: Library,
  { onlyWaiting = false, bytes = 'waiting' }: { onlyWaiting?: boolean; bytes?: keyof typeof carry } = {},
): Promise<LibraryExport> {
  const { db } = library;
  const files = await carry[bytes](library);
  return db.transaction('r', db.everything, async () => {
    const entries = await readEntries(db);
    const unknown = onlyWaiting ? [] : await readUnknown(db);
    const rows = onlyWaiting
      ? {
          ...{ projects: [], prompts: [], versions: [], keptRuns: [], testCases: [] },
          resources: await resourcesWith(library, files),
        }
      : {
          projects: await rowsOf(db.projects),
          prompts: await rowsOf(db.prompts),
          versions: await rowsOf(db.versions),
          keptRuns: await rowsOf(db.keptRuns),
          testCases: await rowsOf(db.testCases),
          resources: await rowsOf(db.resources),
        };
    return {
      format: 'promptory-library' as const,
      version: 1 as const,
      exportedAt: new Date(library.deps.now()).toISOString(),
      username: library.user.username,
      ...(onlyWaiting ? {} : { client: library.client }),
      ...rows,
      files,
      ...(unknown.length === 0 ? {} : { unknown }),
      waiting: entries.map(({ name, args, createdAt }) => ({ name, args, createdAt })),
    };
  });
}

async function rowsOf<Row>(table: Table<{ id: number; row: Row }, number>): Promise<Row[]> {
  return (await scan(table, () => true)).map(({ row }) => row);
}

const carry = { waiting: pendingBlobs, here: localBlobs, none: async () => [] } satisfies Record<
  string,
  (library: Library) => Promise<ExportedBlob[]>
>;

/** Returns rows that are on the server already while their blobs are pending: without them the blobs would belong to no row. */
async function resourcesWith({ db }: Library, files: readonly ExportedBlob[]): Promise<Resource[]> {
  const sha256s = files.map(({ sha256 }) => sha256);
  return (await db.resources.where('row.sha256').anyOf(sha256s).toArray()).map(({ row }) => row);
}

/** Returns the name of the file that an export is saved as. `what`: which part of the library it has. */
export function libraryExportName(
  { exportedAt, username }: Pick<LibraryExport, 'exportedAt' | 'username'>,
  what = 'library',
): string {
  const who = username.replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return `promptory-${what}-${who}-${exportedAt.slice(0, 10)}.json`;
}
