/** A prompt's versions as lists show them: reads the texts of no more versions than are shown at once. */
import type { Stored } from '#shared/kinds/row.ts';
import type { Version } from '#shared/model/version.ts';
import type { Library } from '../database/library.ts';
import { keptRunCounts } from './kept-run-items.ts';

export type VersionItem = Pick<Version, 'id' | 'version' | 'description' | 'createdAt' | 'conflict'> & {
  edited: boolean;
  /** Of the settings that it was saved with; absent where they have none. */
  model?: string;
};

/** Returns the ids of all versions of a prompt, newest first. */
export async function versionIdsOf(library: Library, promptId: number): Promise<number[]> {
  return (await library.db.versionsOf(promptId).primaryKeys()).reverse();
}

/** `runs`: how many kept runs of it there are. */
export type ListedVersion = VersionItem & { runs: number };

/** Returns those of these versions that still exist, as the history lists them. */
export async function listedVersions(library: Library, ids: readonly number[]): Promise<ListedVersion[]> {
  const [items, counts] = await Promise.all([versionItemsOf(library, ids), keptRunCounts(library, ids)]);
  return items.map((item) => ({ ...item, runs: counts.get(item.id) ?? 0 }));
}

/** Returns those of these versions that still exist. */
export async function versionItemsOf(library: Library, ids: readonly number[]): Promise<VersionItem[]> {
  const found = await library.db.versions.bulkGet([...ids]);
  return found.flatMap((stored) => (stored === undefined ? [] : itemOf(stored)));
}

/** The number of a version that is here. Of any other only the bin knows that it was deleted: it may be on its way here. */
export type VersionPlace = number | 'deleted' | 'notHere';

/** Returns where each of these versions is. */
export async function versionPlaces(
  { db }: Library,
  ids: readonly number[],
): Promise<ReadonlyMap<number, VersionPlace>> {
  const [shown, deleted] = await Promise.all([
    db.versions.bulkGet([...ids]),
    db.binItems.bulkGet(ids.map((id) => `version:${id}`)),
  ]);
  return new Map(
    ids.map((id, index): [number, VersionPlace] => [
      id,
      shown[index]?.row.version ?? (deleted[index] === undefined ? 'notHere' : 'deleted'),
    ]),
  );
}

/** Returns the versions whose conflict nobody has reviewed, newest first. */
export async function unreviewedVersionsOf(library: Library, promptId: number): Promise<VersionItem[]> {
  const unreviewed = library.db.versions
    .where('[row.promptId+row.conflict]')
    .equals([promptId, 'unreviewed']);
  return (await unreviewed.toArray()).map(itemOf).sort((a, b) => b.version - a.version);
}

/** Returns the number of the newest version; undefined while there is none. */
export async function newestVersionOf(library: Library, promptId: number): Promise<number | undefined> {
  const [key] = await library.db.versionsOf(promptId).reverse().limit(1).keys();
  const version = Array.isArray(key) ? key[1] : undefined;
  return typeof version === 'number' ? version : undefined;
}

export type VersionText = Pick<Version, 'id' | 'version' | 'content'>;

/** Returns the newest version that somebody saved: a text that a conflict left out is not what one goes on from. */
export async function newestSavedVersion(
  library: Library,
  promptId: number,
): Promise<VersionText | undefined> {
  const saved = library.db.versionsOf(promptId).filter(({ row }) => row.conflict === null);
  return (await saved.last())?.row;
}

/** Returns the number of the newest version that somebody saved where the current text is another one; else null. */
export async function editedSince(library: Library, promptId: number): Promise<number | null> {
  const [newest, prompt] = await Promise.all([
    newestSavedVersion(library, promptId),
    library.db.prompts.get(promptId),
  ]);
  return newest === undefined || prompt === undefined || newest.content === prompt.row.content
    ? null
    : newest.version;
}

/** Returns a version with its text; undefined where it does not exist. */
export async function versionOf(library: Library, versionId: number): Promise<Version | undefined> {
  return (await library.db.versions.get(versionId))?.row;
}

/** Returns the newest version with its text; undefined while there is none. */
export async function newestVersionTextOf(
  library: Library,
  promptId: number,
): Promise<Pick<Version, 'version' | 'content'> | undefined> {
  return (await library.db.versionsOf(promptId).last())?.row;
}

export async function versionNumberOf(library: Library, versionId: number): Promise<number | undefined> {
  return (await library.db.versions.get(versionId))?.row.version;
}

export function versionCountOf(library: Library, promptId: number): Promise<number> {
  return library.db.versionsOf(promptId).count();
}

export async function versionTextOf(library: Library, versionId: number): Promise<string | undefined> {
  return (await library.db.versions.get(versionId))?.row.content;
}

function itemOf({ row }: Stored<'version'>): VersionItem {
  const { id, version, description, createdAt, conflict, original, settings } = row;
  const model = settings?.model;
  const item = { id, version, description, createdAt, conflict, edited: original !== null };
  return model === undefined ? item : { ...item, model };
}
