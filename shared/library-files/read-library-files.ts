/**
 * Finds what may come into a library in files of any origin: each file is read by the first reader that knows its
 * format.
 *
 * 1. Nothing is changed here; `planImport` decides about the candidates, and a caller commits.
 * 2. A file that cannot be read is listed with the reason, and the others are read.
 * 3. One file at a time is held, and of the rows of one file one at a time where its format has rows.
 * 4. The same files give the same candidates in the same order.
 */
import { message } from '#shared/language/message.ts';
import { bounds } from './bounds.ts';
import { type Candidate, refusedCandidate } from './candidate.ts';
import type { InputFile } from './files.ts';
import { readByFormat } from './formats/read-by-format.ts';
import { commonFolder, extensionOf, pathProblem } from './paths.ts';
import type { LibraryFilesOptions } from './read-options.ts';
import { refusedBy } from './refused-by.ts';
import { Folders } from './tree/folders.ts';
import { readTree } from './tree/read-tree.ts';
import { openZip } from './zip/read-zip.ts';

export async function* readLibraryFiles(
  files: readonly InputFile[],
  options: LibraryFilesOptions,
): AsyncGenerator<Candidate> {
  const found: InputFile[] = [];
  for (const file of files) {
    if (extensionOf(file.path) !== '.zip') {
      found.push(file);
      continue;
    }
    const opened = await filesOfZip(file);
    if ('kind' in opened) yield opened;
    else found.push(...(files.length === 1 ? opened : opened.map((inside) => within(file.path, inside))));
  }
  const problem = problemOf(found);
  if (problem !== null) {
    yield problem;
    return;
  }
  const folders = new Folders(withoutCommonFolder(found.filter(({ path }) => !isOfSystem(path))));
  yield* readTree(folders);
  for (const file of namersFirst(folders.rest())) {
    if (!folders.has(file.path)) continue;
    folders.take(file.path);
    try {
      yield* readByFormat(file, { ...options, folders });
    } catch (failure) {
      yield refusedBy(failure, file.path);
    }
  }
}

/** A configuration may name other files, which are then read as parts of it. */
function namersFirst(files: readonly InputFile[]): InputFile[] {
  const names = ({ path }: InputFile) => /^\.ya?ml$/.test(extensionOf(path));
  return [...files.filter(names), ...files.filter((file) => !names(file))];
}

async function filesOfZip(file: InputFile) {
  const { path, size, slice } = file;
  if (slice === undefined) {
    return refusedCandidate(path, { sentence: message('A zip inside of a zip is not opened.') });
  }
  const opened = await openZip({ size, slice: (start, end) => slice.call(file, start, end) });
  return opened.ok ? opened.files : refusedCandidate(path, opened.reason, true);
}

function within(zip: string, file: InputFile): InputFile {
  return { ...file, path: `${zip.replace(/\.zip$/i, '')}/${file.path}` };
}

function problemOf(files: readonly InputFile[]): Candidate | null {
  if (files.length > bounds.files) {
    const reason = {
      sentence: message('There are more than {count, number} files.'),
      values: { count: bounds.files },
    };
    return refusedCandidate('', reason, true);
  }
  for (const { path } of files) {
    const sentence = pathProblem(path);
    if (sentence !== null) return refusedCandidate(path, { sentence }, true);
  }
  return null;
}

/** A folder of folders that was zipped or chosen as a whole has its own name before every path. */
function withoutCommonFolder(files: readonly InputFile[]): readonly InputFile[] {
  const folder = commonFolder(files.map(({ path }) => path));
  const isOfFolders = files.every(({ path }) => path.indexOf('/', folder.length) > 0);
  if (folder === '' || !isOfFolders) return files;
  return files.map((file) => ({ ...file, path: file.path.slice(folder.length) }));
}

/** Files that systems and tools put into every folder. */
function isOfSystem(path: string): boolean {
  return (
    path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'node_modules') ||
    /(^|\/)(Thumbs\.db|desktop\.ini)$/i.test(path)
  );
}
