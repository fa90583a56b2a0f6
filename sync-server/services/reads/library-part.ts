/** Names the part of a library that is exported, and shows that part as a library. */
import type { Prompt } from '#shared/model/prompt.ts';
import type { LibraryStorage, PromptHead } from '../../storage/ports/library-port.ts';
import type { ReadLibrary, RowParts } from './read-library.ts';

/** `projectId` of a prompt: the project that it lies in. */
export type LibraryPart =
  | { readonly kind: 'library' }
  | { readonly kind: 'project'; readonly projectId: number }
  | { readonly kind: 'prompt'; readonly projectId: number; readonly promptId: number };

/** Ids in decimal digits, or names. */
export type PartName = { readonly project?: string | undefined; readonly prompt?: string | undefined };

/** `ids`: of all rows that have the name; none where there is no such row. */
export type FoundPart =
  | { readonly kind: 'found'; readonly part: LibraryPart }
  | { readonly kind: 'unclear'; readonly what: 'project' | 'prompt'; readonly ids: readonly number[] };

type Storage = Pick<LibraryStorage, 'projects' | 'promptHeads'>;

/** Digits that are the id of a row mean that row, whatever is named by them. */
export async function findPart(
  storage: Storage,
  userId: number,
  { project, prompt }: PartName,
): Promise<FoundPart> {
  const projectId = project === undefined ? undefined : await projectNamed(storage, userId, project);
  if (projectId !== undefined && typeof projectId !== 'number') {
    return { kind: 'unclear', what: 'project', ids: projectId };
  }
  if (prompt !== undefined) {
    const found = await promptsNamed(storage, userId, { prompt, projectId });
    const [one] = found;
    if (one === undefined || found.length > 1) {
      return { kind: 'unclear', what: 'prompt', ids: found.map(({ id }) => id) };
    }
    return { kind: 'found', part: { kind: 'prompt', projectId: one.projectId, promptId: one.id } };
  }
  const part: LibraryPart = projectId === undefined ? { kind: 'library' } : { kind: 'project', projectId };
  return { kind: 'found', part };
}

/** Returns the id, or those of all projects of the name where they are none or several. */
async function projectNamed(
  storage: Storage,
  userId: number,
  name: string,
): Promise<number | readonly number[]> {
  const named: number[] = [];
  for (let part = await storage.projects(userId, null); ; ) {
    for (const row of part.rows) {
      if (String(row.id) === name) return row.id;
      if (row.name === name) named.push(row.id);
    }
    if (part.next === null) break;
    part = await storage.projects(userId, part.next);
  }
  const [one] = named;
  return one !== undefined && named.length === 1 ? one : named;
}

async function promptsNamed(
  storage: Storage,
  userId: number,
  { prompt, projectId }: { prompt: string; projectId: number | undefined },
): Promise<readonly PromptHead[]> {
  const named: PromptHead[] = [];
  for (let part = await storage.promptHeads(userId, null); ; ) {
    for (const head of part.rows) {
      if (projectId !== undefined && head.projectId !== projectId) continue;
      if (String(head.id) === prompt) return [head];
      if (head.title === prompt) named.push(head);
    }
    if (part.next === null) return named;
    part = await storage.promptHeads(userId, part.next);
  }
}

type ReadRows = Pick<
  ReadLibrary,
  'projects' | 'promptsOf' | 'prompt' | 'versionsOf' | 'keptRunsOf' | 'casesOf' | 'resourcesOf'
>;

/** Returns the library without what is not in the part; uploaded files do not come with a single prompt. */
export function partOfLibrary(library: ReadRows, part: LibraryPart): ReadRows {
  if (part.kind === 'library') return library;
  return {
    ...library,
    projects: (userId) => library.projects(userId, part.projectId),
    promptsOf: async (userId, projectId) =>
      part.kind === 'project'
        ? library.promptsOf(userId, projectId)
        : onePrompt((await library.prompt(userId, part.promptId))?.row),
    resourcesOf: async (userId, projectId) =>
      part.kind === 'project' ? library.resourcesOf(userId, projectId) : nothing(),
  };
}

async function* onePrompt(prompt: Prompt | undefined): RowParts<Prompt> {
  if (prompt !== undefined) yield [prompt];
}

async function* nothing(): RowParts<never> {}
