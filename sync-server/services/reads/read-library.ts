import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { UiStateKey } from '#shared/model/ui-state.ts';
import type { Version } from '#shared/model/version.ts';
import type { LibraryStorage, ListPart, ListPlace, WithRev } from '../../storage/ports/library-port.ts';

/** A list as it is read: some rows at a time, however many there are. */
export type RowParts<Row> = AsyncIterable<Row[]>;

/** Reads a library for plain REST clients. Undefined: there is no such row, or it is another user's. */
export type ReadLibrary = {
  /** `onlyProject`: that one alone; null: all of them. */
  projects(userId: number, onlyProject: number | null): Promise<RowParts<Project> | undefined>;
  promptsOf(userId: number, projectId: number): Promise<RowParts<Prompt> | undefined>;
  prompt(userId: number, id: number): Promise<WithRev<Prompt> | undefined>;
  versionsOf(userId: number, promptId: number): Promise<RowParts<Version> | undefined>;
  keptRunsOf(userId: number, promptId: number): Promise<RowParts<KeptRun> | undefined>;
  casesOf(userId: number, promptId: number): Promise<RowParts<TestCase> | undefined>;
  resourcesOf(userId: number, projectId: number): Promise<RowParts<Resource> | undefined>;
  /** Reads a part of `resourcesOf`, and where the next one begins. */
  resourcesFrom(
    userId: number,
    projectId: number,
    from: ListPlace | null,
  ): Promise<ListPart<Resource> | undefined>;
  /** The values that were ever set, by their keys. */
  uiState(userId: number): Promise<Partial<Record<UiStateKey, number[]>>>;
};

export function createReadLibrary(storage: LibraryStorage): ReadLibrary {
  return {
    projects: (userId, onlyProject) =>
      inParts(async (from) => {
        const part = await storage.projects(userId, from);
        if (part === undefined || onlyProject === null) return part;
        return { ...part, rows: part.rows.filter(({ id }) => id === onlyProject) };
      }),
    promptsOf: (userId, projectId) => inParts((from) => storage.promptsOf(userId, projectId, from)),
    prompt: (userId, id) => storage.prompt(userId, id),
    versionsOf: (userId, promptId) => inParts((from) => storage.versionsOf(userId, promptId, from)),
    keptRunsOf: (userId, promptId) => inParts((from) => storage.keptRunsOf(userId, promptId, from)),
    casesOf: (userId, promptId) => inParts((from) => storage.casesOf(userId, promptId, from)),
    resourcesOf: (userId, projectId) => inParts((from) => storage.resourcesOf(userId, projectId, from)),
    resourcesFrom: (userId, projectId, from) => storage.resourcesOf(userId, projectId, from),
    async uiState(userId) {
      const states = await storage.uiStates(userId);
      return Object.fromEntries(states.map(({ stateKey, stateValue }) => [stateKey, stateValue]));
    },
  };
}

type ReadPart<Row> = (from: ListPlace | null) => Promise<ListPart<Row> | undefined>;

async function inParts<Row>(read: ReadPart<Row>): Promise<RowParts<Row> | undefined> {
  const first = await read(null);
  return first && followed(first, read);
}

/** Reads a list to its end; it ends early if the parent is deleted meanwhile. */
async function* followed<Row>(first: ListPart<Row>, read: ReadPart<Row>): RowParts<Row> {
  let part: ListPart<Row> | undefined = first;
  while (part !== undefined) {
    yield part.rows;
    part = part.next === null ? undefined : await read(part.next);
  }
}
