/** A prompt's versions as lists show them: none of their texts outlives the query. */
import type { Version } from '#shared/model/version.ts';
import type { Library } from '../database/library.ts';
import { promptOf, versionsOf } from './queries.ts';

export type VersionItem = Pick<Version, 'id' | 'version' | 'description' | 'createdAt' | 'conflict'> & {
  edited: boolean;
};

/** Newest first. */
export async function versionItemsOf(library: Library, promptId: number): Promise<VersionItem[]> {
  const versions = await versionsOf(library, promptId);
  return versions.map(({ id, version, description, createdAt, conflict, original }) => ({
    id,
    version,
    description,
    createdAt,
    conflict,
    edited: original !== null,
  }));
}

export function versionCountOf(library: Library, promptId: number): Promise<number> {
  return library.db.versions.where('row.promptId').equals(promptId).count();
}

/** undefined: there is no such prompt. */
export async function promptTitleOf(library: Library, promptId: number): Promise<string | undefined> {
  return (await promptOf(library, promptId))?.title;
}

export async function versionTextOf(library: Library, versionId: number): Promise<string | undefined> {
  return (await library.db.versions.get(versionId))?.row.content;
}
