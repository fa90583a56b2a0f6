/**
 * Writes a library as the app's library export does (`web/data/transfer/library-export.ts`), so that the app imports it.
 *
 * 1. Nothing is held but a part of a list, or one file.
 * 2. The rows are of one state only if nobody writes meanwhile: the caller passes a copy of the database.
 */
import type { Resource } from '#shared/model/resource.ts';
import type { BlobStorage } from '../../storage/ports/blob-storage.ts';
import type { ReadLibrary, RowParts } from '../reads/read-library.ts';

export type ExportCounts = {
  projects: number;
  prompts: number;
  versions: number;
  resources: number;
  files: number;
  /** Files that are not in the export: there were too many bytes for a browser, or none at all. */
  leftOut: number;
};

/** A browser reads the export as a whole. The same bound as the app's own export. */
const mostFileBytes = 100 * 1024 * 1024;

export type ExportSource = {
  library: Pick<
    ReadLibrary,
    'projects' | 'promptsOf' | 'versionsOf' | 'keptRunsOf' | 'casesOf' | 'resourcesOf'
  >;
  blobs: BlobStorage;
  user: { id: number; username: string };
  exportedAt: number;
};

/** Yields the text in pieces; returns through `counts` what it has. */
export async function* exportLibrary(source: ExportSource, counts: ExportCounts): AsyncGenerator<string> {
  const { user, exportedAt } = source;
  const head = {
    format: 'promptory-library',
    version: 1,
    exportedAt: new Date(exportedAt).toISOString(),
    username: user.username,
  };
  yield JSON.stringify(head).slice(0, -1);
  const lists = { projects, prompts, versions, keptRuns, testCases, resources, files };
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n"${name}":[`;
    let separator = '\n';
    for await (const row of list(source, counts)) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

async function* rowsOf<Row>(parts: RowParts<Row> | undefined): AsyncGenerator<Row> {
  for await (const part of parts ?? []) yield* part;
}

async function* projects({ library, user }: ExportSource, counts: ExportCounts) {
  for await (const row of rowsOf(await library.projects(user.id, null))) {
    counts.projects += 1;
    yield row;
  }
}

async function* everyPrompt({ library, user }: ExportSource) {
  for await (const { id } of rowsOf(await library.projects(user.id, null))) {
    yield* rowsOf(await library.promptsOf(user.id, id));
  }
}

async function* prompts(source: ExportSource, counts: ExportCounts) {
  for await (const row of everyPrompt(source)) {
    counts.prompts += 1;
    yield row;
  }
}

async function* versions(source: ExportSource, counts: ExportCounts) {
  for await (const { id } of everyPrompt(source)) {
    for await (const row of rowsOf(await source.library.versionsOf(source.user.id, id))) {
      counts.versions += 1;
      yield row;
    }
  }
}

async function* keptRuns(source: ExportSource) {
  for await (const { id } of everyPrompt(source)) {
    yield* rowsOf(await source.library.keptRunsOf(source.user.id, id));
  }
}

async function* testCases(source: ExportSource) {
  for await (const { id } of everyPrompt(source)) {
    yield* rowsOf(await source.library.casesOf(source.user.id, id));
  }
}

async function* everyResource({ library, user }: ExportSource): AsyncGenerator<Resource> {
  for await (const { id } of rowsOf(await library.projects(user.id, null))) {
    yield* rowsOf(await library.resourcesOf(user.id, id));
  }
}

async function* resources(source: ExportSource, counts: ExportCounts) {
  for await (const row of everyResource(source)) {
    counts.resources += 1;
    yield row;
  }
}

/** The bytes of each file once, under the name of the first row that has them. */
async function* files(source: ExportSource, counts: ExportCounts) {
  const known = new Set<string>();
  let bytes = 0;
  for await (const { sha256, name, fileSize } of everyResource(source)) {
    if (known.has(sha256)) continue;
    known.add(sha256);
    const blob = await source.blobs.find({ userId: source.user.id, sha256 });
    if (blob === undefined || bytes + fileSize > mostFileBytes) {
      counts.leftOut += 1;
      continue;
    }
    bytes += fileSize;
    counts.files += 1;
    const content = await new Response(blob.read(0, blob.size)).arrayBuffer();
    yield { sha256, names: [name], base64: Buffer.from(content).toString('base64') };
  }
}
