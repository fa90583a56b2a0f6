/**
 * Reads the files that `write-tree.ts` writes, also after a person or git has changed, moved or removed some of them.
 *
 * 1. A folder with `project.yaml` is a project, wherever it lies; the files of which it is none of the business stay
 *    for the other readers (`rest`).
 * 2. A file that cannot be read is refused by itself, with the reason; the others are read.
 * 3. Nothing is held but one prompt with its versions, and the list of the files.
 */
import type { Candidate, CandidateProject } from '../candidate.ts';
import { refusedCandidate } from '../candidate.ts';
import type { InputFile } from '../files.ts';
import { baseOf, folderOf } from '../paths.ts';
import { refusedBy } from '../refused-by.ts';
import type { Folders } from './folders.ts';
import { inFolder, PromptFolders } from './prompt-folders.ts';
import { readTreePrompt } from './read-tree-prompt.ts';
import { libraryFile, projectFile, resourceFolder, resourceList } from './tree-files.ts';
import { FileList, LibraryHead, ListedFile, ProjectHead } from './tree-rows.ts';
import { readHead, wrongFields } from './tree-yaml.ts';

/** Yields the rows of every project among the files, and takes the files that it has read out of the folders. */
export async function* readTree(folders: Folders): AsyncGenerator<Candidate> {
  for (const path of folders.paths(libraryFile)) {
    const problem = await refusedFile(folders.take(path), (file) => readHead(file, LibraryHead));
    if (problem !== null) yield problem;
  }
  for (const path of folders.paths(projectFile)) {
    const file = folders.take(path);
    try {
      const row = await readHead(file, ProjectHead);
      const { id = null, name, color = null, createdAt = null, position = null, later } = row;
      yield { kind: 'project', source: path, id, name, color, createdAt, position, later };
      yield* projectContents(folders, folderOf(path), { id, name });
    } catch (failure) {
      yield refusedBy(failure, path);
    }
  }
}

async function* projectContents(folders: Folders, folder: string, project: CandidateProject) {
  const prompts = await PromptFolders.among(folders, folder);
  for (const file of folders.filesIn(folder)) {
    if (!/\.md$/i.test(file.path)) continue;
    try {
      yield* readTreePrompt(file, { folders, prompts, project });
    } catch (failure) {
      yield refusedBy(failure, file.path);
      if (folders.has(file.path)) folders.take(file.path);
    }
  }
  yield* prompts.refuseOthers();
  yield* filesOf(folders, folder, project);
}

async function* filesOf(
  folders: Folders,
  folder: string,
  project: CandidateProject,
): AsyncGenerator<Candidate> {
  const listPath = inFolder(folder, resourceList);
  const inside = inFolder(folder, resourceFolder);
  if (folders.has(listPath)) {
    const list = folders.take(listPath);
    try {
      for (const listed of await readHead(list, FileList))
        yield listedFile(folders, listed, { listPath, inside, project });
    } catch (failure) {
      yield refusedBy(failure, listPath);
    }
  }
  for (const file of folders.filesIn(inside)) {
    folders.take(file.path);
    yield { kind: 'file', source: file.path, project, row: null, name: baseOf(file.path), file };
  }
}

function listedFile(
  folders: Folders,
  listed: unknown,
  { listPath, inside, project }: { listPath: string; inside: string; project: CandidateProject },
): Candidate {
  const parsed = ListedFile.safeParse(listed);
  if (!parsed.success) return refusedCandidate(listPath, wrongFields(parsed.error));
  const { file: name, ...row } = parsed.data;
  const path = name === undefined ? undefined : inFolder(inside, name);
  const file = path !== undefined && folders.has(path) ? folders.take(path) : null;
  const source = path ?? `${listPath}: ${row.name}`;
  return { kind: 'file', source, project, row: { ...row, projectId: project.id ?? 1 }, name: row.name, file };
}

async function refusedFile(file: InputFile, read: (file: InputFile) => Promise<unknown>) {
  try {
    await read(file);
    return null;
  } catch (failure) {
    return refusedBy(failure, file.path);
  }
}
