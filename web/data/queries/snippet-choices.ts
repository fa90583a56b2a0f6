/** Reads what a reference to a snippet can be completed with. */
import type { Pin, SnippetName } from '#shared/templates/snippet-syntax.ts';
import type { Library } from '../database/library.ts';
import { readOutline } from '../rows/outline.ts';
import { promptNames } from './prompt-names.ts';
import { newestVersionOf } from './version-items.ts';

/** Returns the names of all prompts but one, which would only lead back to itself. */
export async function snippetNames({ db }: Library, exceptPromptId: number): Promise<SnippetName[]> {
  const { projects, prompts } = await readOutline(db);
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return prompts.flatMap(({ id, title, projectId }) => {
    const project = names.get(projectId);
    return project === undefined || id === exceptPromptId ? [] : [{ project, title }];
  });
}

/** `written`: as it is behind the @. `version`: the number of the version that a person's label is on. */
export type PinChoice = {
  readonly pin: NonNullable<Pin>;
  readonly written: string;
  readonly detail: string;
  readonly version?: number | undefined;
};

const mostVersions = 100;

/** Returns the labels and the newest versions of a prompt; null where none, or several, have this name. */
export async function pinsOf(library: Library, name: SnippetName): Promise<PinChoice[] | null> {
  const [promptId, another] = promptNames(await readOutline(library.db)).idsOf(name);
  return promptId === undefined || another !== undefined ? null : promptPins(library, promptId);
}

/** Returns the labels and the newest versions of a prompt. */
export async function promptPins(library: Library, promptId: number): Promise<PinChoice[]> {
  const { db } = library;
  const labels = (await db.prompts.get(promptId))?.row.attributes?.labels ?? [];
  const newest = await newestVersionOf(library, promptId);
  const keys = await db.versionsOf(promptId).reverse().limit(mostVersions).keys();
  const versions = keys.flatMap((key) => (Array.isArray(key) && typeof key[1] === 'number' ? [key[1]] : []));
  const placed = labels.flatMap(({ label, versionId }) => (versionId === null ? [] : { label, versionId }));
  const rows = await db.versions.bulkGet(placed.map(({ versionId }) => versionId));
  return [
    ...placed.map(({ label }, at) => ({
      ...{ pin: { kind: 'label' as const, label }, written: label, detail: '' },
      version: rows[at]?.row.version,
    })),
    ...(newest === undefined
      ? []
      : [{ pin: { kind: 'label' as const, label: 'latest' }, written: 'latest', detail: '' }]),
    ...versions.map((version) => ({
      pin: { kind: 'version' as const, version },
      written: String(version),
      detail: '',
    })),
  ];
}
