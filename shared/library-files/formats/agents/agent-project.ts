import type { CandidateProject } from '../../candidate.ts';
import type { ReadOptions } from '../../read-options.ts';

/** Returns the project of a file in these folders: the first of them, unless a tool hides it. */
export function projectOfFolders(folder: string, { project }: ReadOptions): CandidateProject {
  const [first = ''] = folder.split('/');
  return first === '' || first.startsWith('.') ? project : { id: null, name: first };
}
