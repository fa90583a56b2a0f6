/**
 * The library of an account as the formats of files read it: what is exported, and what an import finds.
 *
 * 1. At most one part of a list is held, or one prompt with its versions.
 * 2. A row that changes meanwhile is written as it is when its turn comes; an export reads a copy of the database.
 */
import { casesOf, type ExportedPrompt } from '#shared/library-files/formats/exported-prompt.ts';
import type { ExistingLibrary, ExistingPrompt } from '#shared/library-files/plan/planned.ts';
import type { LibrarySource } from '#shared/library-files/tree/library-source.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { Version } from '#shared/model/version.ts';
import type { BlobStorage } from '../../storage/ports/blob-storage.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import { createReadLibrary, type ReadLibrary, type RowParts } from '../reads/read-library.ts';
import { resolveReferences } from '../reads/resolve-references.ts';

type ReadRows = Pick<
  ReadLibrary,
  'projects' | 'promptsOf' | 'versionsOf' | 'keptRunsOf' | 'casesOf' | 'resourcesOf'
>;

export type FileCounts = {
  projects: number;
  prompts: number;
  versions: number;
  files: number;
  leftOut: number;
};

/** Counts what is read in `counts`; `leftOut`: files without bytes. */
export function librarySource(
  { library, blobs, userId }: { library: ReadRows; blobs: BlobStorage; userId: number },
  counts: FileCounts,
): LibrarySource {
  return {
    async *projects() {
      for await (const row of rowsOf(await library.projects(userId, null))) {
        counts.projects += 1;
        yield row;
      }
    },
    async *prompts({ id }) {
      for await (const row of rowsOf(await library.promptsOf(userId, id))) {
        counts.prompts += 1;
        yield row;
      }
    },
    async *versions({ id }) {
      const rows = await versionsOf(library, userId, id);
      counts.versions += rows.length;
      yield* rows;
    },
    async *keptRuns({ id }) {
      yield* rowsOf(await library.keptRunsOf(userId, id));
    },
    async *testCases({ id }) {
      yield* rowsOf(await library.casesOf(userId, id));
    },
    async *resources({ id }) {
      yield* rowsOf(await library.resourcesOf(userId, id));
    },
    async bytes({ sha256 }) {
      const blob = await blobs.find({ userId, sha256 });
      if (blob === undefined) counts.leftOut += 1;
      else counts.files += 1;
      return blob?.read(0, blob.size);
    },
  };
}

/** Yields the current text of each prompt with its snippets inserted, for programs that know no references. */
export async function* exportedPrompts(
  storage: Pick<LibraryStorage, 'referencedTexts'>,
  source: LibrarySource,
  userId: number,
): AsyncGenerator<ExportedPrompt> {
  for await (const project of source.projects()) {
    for await (const prompt of source.prompts(project)) {
      const { id, title, content, attributes, createdAt } = prompt;
      const root = { key: `prompt ${id}`, text: content };
      const { text } = await resolveReferences(storage, { userId, onlyProject: null }, root);
      const { valueSets = [], settings } = attributes ?? {};
      const testCases = await casesOf(source, prompt);
      const inside = { valueSets, testCases, settings };
      yield { id, project: project.name, title, text, ...inside, modified: createdAt };
    }
  }
}

export async function existingLibrary(storage: LibraryStorage, userId: number): Promise<ExistingLibrary> {
  const library = createReadLibrary(storage);
  const projects = await collected(rowsOf(await library.projects(userId, null)));
  const resources: Resource[] = [];
  for (const { id } of projects) {
    for await (const row of rowsOf(await library.resourcesOf(userId, id))) resources.push(row);
  }
  return {
    ...{ projects, resources, prompts: await promptNames(storage, userId), client: null },
    gone: (refs) => storage.known(userId, refs),
    hasBytes: async () => false,
    async read(ids) {
      const found: ExistingPrompt[] = [];
      for (const id of ids) {
        const prompt = (await library.prompt(userId, id))?.row;
        if (prompt === undefined) continue;
        const keptRuns = await collected(rowsOf(await library.keptRunsOf(userId, id)));
        const testCases = await collected(rowsOf(await library.casesOf(userId, id)));
        found.push({ prompt, versions: await versionsOf(library, userId, id), keptRuns, testCases });
      }
      return found;
    },
  };
}

async function promptNames(storage: LibraryStorage, userId: number): Promise<ExistingLibrary['prompts']> {
  const names: { id: number; projectId: number; title: string }[] = [];
  for (let part = await storage.promptHeads(userId, null); ; ) {
    for (const { id, projectId, title } of part.rows) names.push({ id, projectId, title });
    if (part.next === null) return names;
    part = await storage.promptHeads(userId, part.next);
  }
}

/** Oldest first. */
async function versionsOf(library: ReadRows, userId: number, promptId: number): Promise<Version[]> {
  return (await collected(rowsOf(await library.versionsOf(userId, promptId)))).reverse();
}

async function* rowsOf<Row>(parts: RowParts<Row> | undefined): AsyncGenerator<Row> {
  for await (const part of parts ?? []) yield* part;
}

async function collected<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
