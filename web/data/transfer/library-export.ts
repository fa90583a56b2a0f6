/**
 * A whole library, or what waits in it, as a file that a person can carry: to another device, or into a
 * drawer. Made and read without a network. After: `library-import.ts`, which brings one in.
 * `promptory export` of the server writes the same format: `sync-server/services/transfer/export-library.ts`.
 */

import type { Table } from 'dexie';
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { Project } from '#shared/model/project.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { Resource } from '#shared/model/resource.ts';
import { Version } from '#shared/model/version.ts';
import { scan } from '../database/in-chunks.ts';
import type { Library } from '../database/library.ts';
import { readUnknown } from '../feed/unknown-changes.ts';
import { readEntries } from '../outbox/outbox-table.ts';
import { ExportedBlob, localBlobs, pendingBlobs } from './exported-blobs.ts';

const WaitingChange = z.looseObject({ name: z.string(), args: z.unknown(), createdAt: z.string() });

export const LibraryExport = z.looseObject({
  format: z.literal('promptory-library'),
  version: z.literal(1),
  exportedAt: z.iso.datetime(),
  username: z.string(),
  /** The library that this is a copy of as a whole: all that waited in it is in its rows. */
  client: z.string().optional(),
  projects: z.array(Project).default([]),
  prompts: z.array(Prompt).default([]),
  versions: z.array(Version).default([]),
  resources: z.array(Resource).default([]),
  /** The bytes that only this device had. */
  files: z.array(ExportedBlob).default([]),
  /** Rows that only a newer app can read, as the change feed has them. */
  unknown: z.array(z.looseObject({ change: z.unknown() })).optional(),
  /** Changes that no server had confirmed, in their order. */
  waiting: z.array(WaitingChange).default([]),
});
export type LibraryExport = z.infer<typeof LibraryExport>;

export type ReadFile = { ok: true; file: LibraryExport } | { ok: false; reason: string };

/** Reads an export; of a file that cannot be imported it returns the reason, as a sentence for a person. */
export function readLibraryExport(text: string): ReadFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, reason: message('This is not a file that Promptory made: it is not JSON.') };
  }
  const parsed = LibraryExport.safeParse(json);
  if (parsed.success) return { ok: true, file: parsed.data };
  const format = z
    .looseObject({ format: z.literal('promptory-library'), version: z.number() })
    .safeParse(json);
  if (!format.success) return { ok: false, reason: message('This is not a file that Promptory made.') };
  if (format.data.version !== 1) {
    return { ok: false, reason: message('This file was made by a newer Promptory. Update this one first.') };
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
): Promise<LibraryExport> {
  const { db } = library;
  const files = await carry[bytes](library);
  return db.transaction('r', db.everything, async () => {
    const entries = await readEntries(db);
    const unknown = onlyWaiting ? [] : await readUnknown(db);
    const rows = onlyWaiting
      ? { projects: [], prompts: [], versions: [], resources: await resourcesWith(library, files) }
      : {
          projects: await rowsOf(db.projects),
          prompts: await rowsOf(db.prompts),
          versions: await rowsOf(db.versions),
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
export function libraryExportName({ exportedAt, username }: LibraryExport, what = 'library'): string {
  const who = username.replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return `promptory-${what}-${who}-${exportedAt.slice(0, 10)}.json`;
}
