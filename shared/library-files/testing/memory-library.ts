/** A library in memory, which the mutations of an import change as they change a real one. */
import { createHash } from 'node:crypto';
import { type RowRef, rowKey } from '#shared/kinds/row.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { Version } from '#shared/model/version.ts';
import { bind } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { collected } from '../bytes.ts';
import type { InputFile, OutputFile } from '../files.ts';
import type { ExistingLibrary, PlannedMutation, PlanOptions } from '../plan/planned.ts';
import type { LibrarySource } from '../tree/library-source.ts';

export type LibraryRows = {
  projects: Project[];
  prompts: Prompt[];
  versions: Version[];
  keptRuns: KeptRun[];
  testCases: TestCase[];
  resources: Resource[];
  blobs: ReadonlyMap<string, Uint8Array>;
};

export function sourceOf({
  projects,
  prompts,
  versions,
  keptRuns,
  testCases,
  resources,
  blobs,
}: LibraryRows): LibrarySource {
  return {
    projects: () => projects,
    prompts: ({ id }) => prompts.filter(({ projectId }) => projectId === id),
    versions: ({ id }) => versions.filter(({ promptId }) => promptId === id),
    keptRuns: ({ id }) => keptRuns.filter(({ promptId }) => promptId === id),
    testCases: ({ id }) => testCases.filter(({ promptId }) => promptId === id),
    resources: ({ id }) => resources.filter(({ projectId }) => projectId === id),
    bytes: async ({ sha256 }) => blobs.get(sha256),
  };
}

export async function inputFiles(files: AsyncIterable<OutputFile>): Promise<InputFile[]> {
  const all: InputFile[] = [];
  for await (const { path, modified, content } of files)
    all.push(inputFile(path, await collected(content), modified));
  return all;
}

export function inputFile(
  path: string,
  content: Uint8Array | string,
  modified: string | null = null,
): InputFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    ...{ path, size: bytes.length, modified },
    async *stream() {
      yield bytes;
    },
    slice: async (start, end) => bytes.slice(start, end),
  };
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Takes mutations as a device does; one that is refused ends the test. */
export class MemoryLibrary {
  readonly #rows = new RowSet();
  #ticks = 0;

  commit(mutations: readonly PlannedMutation[]): void {
    for (const { name, args } of mutations) {
      this.#ticks += 1;
      const bound = bind(name, args);
      if (!bound.ok) throw new Error(`${name}: ${JSON.stringify(bound.errors)}`);
      const now = new Date(this.#ticks * 1000).toISOString();
      const decision = bound.mutation.apply(this.#rows, { now, texts: 'merge', by: null });
      if (!decision.ok) throw new Error(`${name}: ${decision.code}`);
      this.#rows.write(decision.writes, null);
    }
  }

  rows(): Omit<LibraryRows, 'blobs'> {
    const live = this.#rows.all().filter(({ deleted }) => !deleted);
    return {
      projects: live.flatMap((each) => (each.type === 'project' ? [each.row] : [])),
      prompts: live.flatMap((each) => (each.type === 'prompt' ? [each.row] : [])),
      versions: live.flatMap((each) => (each.type === 'version' ? [each.row] : [])),
      keptRuns: live.flatMap((each) => (each.type === 'keptRun' ? [each.row] : [])),
      testCases: live.flatMap((each) => (each.type === 'testCase' ? [each.row] : [])),
      resources: live.flatMap((each) => (each.type === 'resource' ? [each.row] : [])),
    };
  }

  existing(): ExistingLibrary {
    const { projects, prompts, resources, versions, keptRuns, testCases } = this.rows();
    return {
      ...{ projects, prompts, resources },
      client: null,
      gone: async (refs) => {
        const isGone = (ref: RowRef) => this.#rows.at(ref)?.deleted === true;
        return new Set(refs.filter(isGone).map((ref) => rowKey(ref)));
      },
      hasBytes: async () => false,
      read: async (ids) =>
        prompts
          .filter(({ id }) => ids.includes(id))
          .map((prompt) => ({
            prompt,
            versions: versions.filter(({ promptId }) => promptId === prompt.id),
            keptRuns: keptRuns.filter(({ promptId }) => promptId === prompt.id),
            testCases: testCases.filter(({ promptId }) => promptId === prompt.id),
          })),
    };
  }
}

/** Draws ids that count up. */
export function planOptions(more: Partial<PlanOptions> = {}): PlanOptions {
  let id = 1_000_000;
  return {
    drawId: () => {
      id += 1;
      return id;
    },
    sha256: async (bytes) => sha256(bytes),
    ...{ device: 'Laptop', now: '2026-03-01T10:00:00.000Z' },
    ...more,
  };
}
