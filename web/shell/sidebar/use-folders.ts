import { useMemo } from 'react';
import type { Library } from '../../data/database/library.ts';
import { resourceCountOf, resourcesOf } from '../../data/resources/resources.ts';
import type { Folder, Folders } from '../../features/sidebar/tree-rows.ts';
import { useLive } from '../../ui/hooks/use-live.ts';

/** Of the projects that are expanded; files are read only of folders that are expanded themselves. */
export function useFolders(
  library: Library,
  projectIds: readonly number[],
  expandedFolders: ReadonlySet<number>,
): Folders {
  const read = useLive(
    () => readFolders(library, projectIds, expandedFolders),
    [library, projectIds, expandedFolders],
  );
  return useMemo(
    () => new Map(projectIds.map((id) => [id, shownFolder(read?.get(id), expandedFolders.has(id))])),
    [read, projectIds, expandedFolders],
  );
}

/** The rows read last may be older than the expansion of the folder. */
function shownFolder(read: Folder | undefined, expanded: boolean): Folder {
  const { count, files } = read ?? { count: null, files: 'loading' };
  return { count, expanded, files };
}

async function readFolders(
  library: Library,
  projectIds: readonly number[],
  expandedFolders: ReadonlySet<number>,
): Promise<Folders> {
  const folders = projectIds.map(async (id): Promise<[number, Folder]> => {
    const expanded = expandedFolders.has(id);
    try {
      const count = await resourceCountOf(library, id);
      return [id, { count, expanded, files: expanded ? await resourcesOf(library, id) : 'loading' }];
    } catch (error) {
      // The screen of a closed library goes away.
      if (!library.db.hasBeenClosed()) console.error('The files of a project could not be read.', error);
      return [id, { count: null, expanded, files: 'unreadable' }];
    }
  });
  return new Map(await Promise.all(folders));
}
