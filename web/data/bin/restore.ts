/**
 * Brings back what was deleted, as changes of this device: offline too, and under the ids that the rows had.
 *
 * 1. It is an import of the rows that the bin holds: what is missing is made, and of what is there again by now nothing
 *    is replaced. Two devices that restore the same rows make them once (decision 011).
 * 2. In portions, each in a transaction of its own, in which the rows leave the bin (`bin-rows.ts`). What was broken off
 *    goes on when it is restored again.
 * 3. A place that is gone as well is made as it was.
 */
import { isInPrompt, isTypeInPrompt, type TypeInPrompt } from '#shared/kinds/in-prompt.ts';
import type { Stored } from '#shared/kinds/row.ts';
import { message } from '#shared/language/message.ts';
import { t } from '#shared/language/translate.ts';
import { type Candidate, promptFromRows } from '#shared/library-files/candidate.ts';
import { importPortions } from '#shared/library-files/plan/import-portions.ts';
import { planImport } from '#shared/library-files/plan/plan-import.ts';
import type { ExistingLibrary, PlannedMutation, PlannedRow } from '#shared/library-files/plan/planned.ts';
import { argsOfCase, type TestCase } from '#shared/model/checks/test-case.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import { argsOfKeptRun, type KeptRun } from '#shared/model/run/kept-run.ts';
import type { Version } from '#shared/model/version.ts';
import { shownAtEnd } from '../commit/commit.ts';
import { commitPlanned } from '../commit/commit-planned.ts';
import { saveVersionArgs } from '../commit/save-version-args.ts';
import type { Library } from '../database/library.ts';
import type { BinItem } from '../database/library-db.ts';
import { digestOf } from '../resources/sha256.ts';
import { areBytesAtHand } from '../transfer/library-files/stored-library.ts';
import { itemsUnder } from './bin-groups.ts';

export type RestoreOptions = {
  /** Called after each portion with the number of prompts and files that are back. */
  onProgress?(done: number): void;
  /** Ends it after the portion that is under way. */
  signal?: AbortSignal;
};

/** `left`: reasons, in words, why something of it stayed in the bin. */
export type Restored = { ok: boolean; left: string[] };

/** So many prompts at a time, with their versions. */
const promptsInPortion = 50;

type Rows = {
  projects: Project[];
  prompts: Prompt[];
  versions: Version[];
  keptRuns: KeptRun[];
  testCases: TestCase[];
  resources: Resource[];
};

export async function restoreFromBin(
  library: Library,
  key: string,
  options: RestoreOptions = {},
): Promise<Restored> {
  const item = await library.db.binItems.get(key);
  // Another tab was quicker, or it came back by itself.
  if (item === undefined) return { ok: true, left: [] };
  const left: string[] = [];
  const restoring = { library, left, options };
  await shownAtEnd(library, () => {
    if (item.type === 'project') return restoreProject(restoring, item);
    return isTypeInPrompt(item.type) ? restoreInPrompt(restoring, item) : restoreLeaves(restoring, [item]);
  });
  return { ok: left.length === 0, left };
}

/** Brings back what was deleted together, in portions: projects and prompts with all that went with them, files, what is inside of prompts. */
export async function restoreManyFromBin(
  library: Library,
  keys: readonly string[],
  options: RestoreOptions = {},
): Promise<Restored> {
  const left: string[] = [];
  const restoring = { library, left, options };
  for (let from = 0; from < keys.length && !options.signal?.aborted; from += promptsInPortion) {
    const found = await library.db.binItems.bulkGet(keys.slice(from, from + promptsInPortion));
    const items = found.filter((item) => item !== undefined);
    const leaves = items.filter(({ type }) => type === 'prompt' || type === 'resource');
    for (const item of items) if (item.type === 'project') await restoreProject(restoring, item);
    if (leaves.length > 0) await restoreLeaves(restoring, leaves);
    for (const item of items) if (isTypeInPrompt(item.type)) await restoreInPrompt(restoring, item);
    options.onProgress?.(Math.min(from + promptsInPortion, keys.length));
  }
  return { ok: left.length === 0, left };
}

type Restoring = { library: Library; left: string[]; options: RestoreOptions };

async function restoreProject(restoring: Restoring, item: BinItem): Promise<void> {
  const { library, options } = restoring;
  await bringIn(restoring, { projects: await projectsOf(library, item) });
  let done = 0;
  for (const type of ['prompt', 'resource'] as const) {
    for (let isLeft = true; isLeft; ) {
      if (options.signal?.aborted) return;
      const items = await itemsUnder(library.db, item.key, { type, most: promptsInPortion });
      if (items.length === 0) break;
      await restoreLeaves(restoring, items);
      done += items.length;
      options.onProgress?.(done);
      const [first] = await itemsUnder(library.db, item.key, { type, most: 1 });
      // What could not be restored stays, and is not tried once more.
      isLeft = first !== undefined && items.every(({ key }) => key !== first.key);
    }
  }
}

/** Prompts with all that went with them, or files. */
async function restoreLeaves(restoring: Restoring, items: readonly BinItem[]): Promise<void> {
  const { db } = restoring.library;
  const projects = new Map<number, Project>();
  for (const item of items) {
    const [project] = await projectsOf(restoring.library, item);
    if (project !== undefined) projects.set(project.id, project);
  }
  const inner = await Promise.all(
    items.filter(({ type }) => type === 'prompt').map(({ key }) => itemsUnder(db, key, { most: Infinity })),
  );
  const keys = [...items, ...inner.flat()].map(({ key }) => key);
  const rows = (await db.binRows.bulkGet(keys)).flatMap((found) => found?.stored ?? []);
  await bringIn(restoring, {
    projects: [...projects.values()],
    prompts: rows.flatMap((stored) => (stored.type === 'prompt' ? [stored.row] : [])),
    versions: rows.flatMap((stored) => (stored.type === 'version' ? [stored.row] : [])),
    keptRuns: rows.flatMap((stored) => (stored.type === 'keptRun' ? [stored.row] : [])),
    testCases: rows.flatMap((stored) => (stored.type === 'testCase' ? [stored.row] : [])),
    resources: rows.flatMap((stored) => (stored.type === 'resource' ? [stored.row] : [])),
  });
}

/**
 * A row inside of a prompt needs it: one that is gone comes back with it, or is made of the version's text. With another
 * row alone its text is empty.
 */
async function restoreInPrompt(restoring: Restoring, item: BinItem): Promise<void> {
  const { db } = restoring.library;
  const stored = (await db.binRows.get(item.key))?.stored;
  if (stored === undefined || !isInPrompt(stored)) return;
  const { promptId, createdAt } = stored.row;
  const prompts: Prompt[] = [];
  if ((await db.prompts.get(promptId)) === undefined) {
    const deleted = await db.binItems.get(`prompt:${promptId}`);
    if (deleted !== undefined) await restoreLeaves(restoring, [deleted]);
    else {
      const { prompt, project } = item.place;
      const content = stored.type === 'version' ? stored.row.content : '';
      const made = { id: promptId, title: prompt?.title ?? item.name, content, createdAt };
      prompts.push({ ...made, projectId: project?.id ?? promptId, notes: '', lastVersion: 0 });
    }
  }
  const projects = prompts.length === 0 ? [] : await projectsOf(restoring.library, item);
  await bringIn(restoring, { projects, prompts, ...asRows(stored) });
}

function asRows(stored: Stored<TypeInPrompt>): Partial<Rows> {
  switch (stored.type) {
    case 'version':
      return { versions: [stored.row] };
    case 'keptRun':
      return { keptRuns: [stored.row] };
    case 'testCase':
      return { testCases: [stored.row] };
  }
}

/** Returns the project of an item as it is to be made; none where it is there. */
async function projectsOf({ db, deps }: Library, { place, id, type }: BinItem): Promise<Project[]> {
  const project = type === 'project' ? { id, name: '', color: '', ...place.project } : place.project;
  if (project === undefined || (await db.projects.get(project.id)) !== undefined) return [];
  const stored = (await db.binRows.get(`project:${project.id}`))?.stored;
  // With its place among the others, where that is known.
  return stored?.type === 'project'
    ? [stored.row]
    : [{ ...project, createdAt: new Date(deps.now()).toISOString() }];
}

const refused = message('This version of the app cannot restore all of it.');

async function bringIn({ library, left }: Restoring, some: Partial<Rows>): Promise<void> {
  const rows: Rows = {
    ...{ projects: [], prompts: [], versions: [], keptRuns: [], testCases: [], resources: [] },
    ...some,
  };
  const planned = planImport(candidatesOf(rows), await placesHere(library, rows), {
    ...{ drawId: library.newId, sha256: digestOf, device: '' },
    now: new Date(library.deps.now()).toISOString(),
  });
  for await (const { mutations } of importPortions(noting(planned, left))) {
    if ((await commitPlanned(library, mutations)) > 0) left.push(t(refused));
  }
  const promptIds = new Set(rows.prompts.map(({ id }) => id));
  const isOther = ({ promptId }: { promptId: number }) => !promptIds.has(promptId);
  const versions = rows.versions.filter(isOther);
  const others: PlannedMutation[] = [
    ...(await versionsToBringIn(library, versions)),
    ...rows.keptRuns.filter(isOther).map((row) => ({ name: 'keepRun' as const, args: argsOfKeptRun(row) })),
    ...rows.testCases
      .filter(isOther)
      .map((row) => ({ name: 'createTestCase' as const, args: argsOfCase(row) })),
  ];
  if (others.length > 0 && (await commitPlanned(library, others)) > 0) left.push(t(refused));
}

function* candidatesOf({
  projects,
  prompts,
  versions,
  keptRuns,
  testCases,
  resources,
}: Rows): Generator<Candidate> {
  const source = '';
  for (const { id, name, color, createdAt, position = null, ...later } of projects) {
    yield { kind: 'project', source, id, name, color, createdAt, position, later };
  }
  for (const prompt of prompts) {
    const own = versions.filter(({ promptId }) => promptId === prompt.id);
    const project = { id: prompt.projectId, name: '' };
    yield promptFromRows(source, prompt, {
      project,
      versions: own.toSorted((first, second) => first.version - second.version),
      keptRuns: keptRuns.filter(({ promptId }) => promptId === prompt.id),
      testCases: testCases.filter(({ promptId }) => promptId === prompt.id),
    });
  }
  for (const row of resources) {
    const project = { id: row.projectId, name: '' };
    yield { kind: 'file', source, project, row, name: row.name, file: null };
  }
}

/** Returns what is here of the places of these rows. None of the prompts is: a namesake is another one. */
async function placesHere(library: Library, { prompts, resources }: Rows): Promise<ExistingLibrary> {
  const { db } = library;
  const projectIds = [...prompts, ...resources].map(({ projectId }) => projectId);
  const [projects, files] = await Promise.all([
    db.projects.bulkGet([...new Set(projectIds)]),
    db.resources.bulkGet(resources.map(({ id }) => id)),
  ]);
  return {
    projects: projects.flatMap((found) => found?.row ?? []),
    prompts: [],
    resources: files.flatMap((found) => found?.row ?? []),
    client: null,
    read: async () => [],
    gone: async () => new Set(),
    hasBytes: ({ sha256, available }) => areBytesAtHand(db, { sha256, available }),
  };
}

async function* noting(rows: AsyncIterable<PlannedRow>, left: string[]): AsyncGenerator<PlannedRow> {
  for await (const row of rows) {
    for (const { sentence, values } of [row.reason ?? [], row.remarks].flat()) {
      left.push(`${row.title}: ${t(sentence, values)}`);
    }
    yield row;
  }
}

/** Versions of prompts that are here: their current texts stay. */
async function versionsToBringIn(library: Library, versions: readonly Version[]): Promise<PlannedMutation[]> {
  const prompts = await library.db.prompts.bulkGet(versions.map(({ promptId }) => promptId));
  return versions.map((version, index) => ({
    name: 'saveVersion',
    args: saveVersionArgs(version, prompts[index]?.row.content),
  }));
}
