/**
 * Finds what may come into a library in files of any origin: each file is read by the first reader that knows its
 * format.
 *
 * 1. Nothing is changed here; `planImport` decides about the candidates, and a caller commits.
 * 2. A file that cannot be read is listed with the reason, and the others are read. A zip in a zip is opened, as some
 *    programs write them, and none in that.
 * 3. One file at a time is held, and of the rows of one file one at a time where its format has rows.
 * 4. The same files give the same candidates in the same order.
 */
import { message } from '#shared/language/message.ts';
import { isAgentPath } from './agent-paths.ts';
import { bounds } from './bounds.ts';
import { bytesOf, unreadable } from './bytes.ts';
import { type Candidate, type RefusedCandidate, refusedCandidate } from './candidate.ts';
import type { InputFile } from './files.ts';
import { chatCandidates } from './formats/chats/chat-candidates.ts';
import { takeChatFiles } from './formats/chats/chat-files.ts';
import { readByFormat } from './formats/read-by-format.ts';
import { commonFolder, extensionOf, pathProblem } from './paths.ts';
import type { LibraryFilesOptions } from './read-options.ts';
import { refusedBy } from './refused-by.ts';
import { Folders } from './tree/folders.ts';
import { readTree } from './tree/read-tree.ts';
import { gunzipped, isGzip } from './zip/decompressed.ts';
import { openZip } from './zip/read-zip.ts';

export async function* readLibraryFiles(
  files: readonly InputFile[],
  options: LibraryFilesOptions,
): AsyncGenerator<Candidate> {
  const found: InputFile[] = [];
  for await (const file of unzipped(files, { level: 0, room: { bytes: bounds.nestedZipBytes } })) {
    if ('kind' in file) yield file;
    else found.push(file);
  }
  if (found.length > bounds.files) {
    yield tooManyFiles();
    return;
  }
  const folders = new Folders(withoutCommonFolder(found));
  yield* readTree(folders);
  yield* chatCandidates(await takeChatFiles(folders), options);
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

/** Returns the files with conversations among files of any origin, as `readLibraryFiles` takes them; none where there are none. */
export async function chatFilesIn(files: readonly InputFile[]): Promise<readonly InputFile[]> {
  const found: InputFile[] = [];
  for await (const file of unzipped(files, { level: 0, room: { bytes: bounds.nestedZipBytes } })) {
    if (!('kind' in file)) found.push(file);
  }
  if (found.length > bounds.files) return [];
  return (await takeChatFiles(new Folders(withoutCommonFolder(found)))).files;
}

/** A skill has what lies in its folder, an export what lies beside it, and a configuration may name other files. */
function namersFirst(files: readonly InputFile[]): InputFile[] {
  const ranks = [/(^|\/)import-with-prompthub\.json$/, /(^|\/)skill\.md$/i, /\.ya?ml$/i];
  const rank = ({ path }: InputFile) => {
    const found = ranks.findIndex((each) => each.test(path));
    return found < 0 ? ranks.length : found;
  };
  const ranked = Map.groupBy(files, rank);
  return [...ranks.keys(), ranks.length].flatMap((each) => ranked.get(each) ?? []);
}

/** Holds how deep the zip lies whose files are read, and for how many more bytes of zips in zips there is room. */
type Nesting = { readonly level: number; readonly room: { bytes: number } };

/** Yields the files, those of a zip in its place, and what cannot be read at all. */
async function* unzipped(
  files: readonly InputFile[],
  { level, room }: Nesting,
): AsyncGenerator<InputFile | RefusedCandidate> {
  const isAlone = files.length === 1;
  const paths = new Set(files.map(({ path }) => path));
  for (const file of files) {
    const sentence = pathProblem(file.path);
    if (isOfSystem(file.path)) continue;
    if (file.isMissing === true) yield refusedCandidate(file.path, unreadable().reason);
    else if (sentence !== null) yield refusedCandidate(file.path, { sentence });
    else if (level === 0 && isGzip(file.path)) yield await gunzipped(file, paths);
    else if (extensionOf(file.path) !== '.zip') yield file;
    else {
      const opened = await filesOfZip(file, { level, room });
      if ('kind' in opened) yield { ...opened, everything: isAlone && level === 0 };
      else {
        const inside = isAlone ? opened : opened.map((each) => within(file.path, each));
        yield* unzipped(inside, { level: level + 1, room });
      }
    }
  }
}

async function filesOfZip(
  file: InputFile,
  { level, room }: Nesting,
): Promise<InputFile[] | RefusedCandidate> {
  const { path, size, slice } = file;
  if (level > 1) {
    return refusedCandidate(path, { sentence: message('A zip inside of two others is not opened.') });
  }
  try {
    const bytes = slice === undefined ? await heldBytes(file, room) : null;
    const opened = await openZip({
      size,
      slice: async (start, end) => bytes?.subarray(start, end) ?? (await sliceOf(file, start, end)),
    });
    return opened.ok ? opened.files : refusedCandidate(path, opened.reason);
  } catch (failure) {
    return refusedBy(failure, path);
  }
}

async function sliceOf(file: InputFile, start: number, end: number): Promise<Uint8Array> {
  try {
    return (await file.slice?.(start, end)) ?? new Uint8Array();
  } catch {
    throw unreadable();
  }
}

/** A zip that is packed itself has to be read as a whole. */
async function heldBytes(file: InputFile, room: Nesting['room']): Promise<Uint8Array> {
  const bytes = await bytesOf(file, room.bytes);
  room.bytes -= bytes.length;
  return bytes;
}

function within(zip: string, file: InputFile): InputFile {
  return { ...file, path: `${zip.replace(/\.zip$/i, '')}/${file.path}` };
}

function tooManyFiles(): RefusedCandidate {
  const reason = {
    sentence: message('There are more than {count, number} files.'),
    values: { count: bounds.files },
  };
  return refusedCandidate('', reason, true);
}

/** A folder of folders that was zipped or chosen as a whole has its own name before every path. */
function withoutCommonFolder(files: readonly InputFile[]): readonly InputFile[] {
  const folder = commonFolder(files.map(({ path }) => path));
  const isOfFolders = files.every(({ path }) => path.indexOf('/', folder.length) > 0);
  // A folder that a tool hides says whose the files are.
  if (folder === '' || folder.startsWith('.') || !isOfFolders) return files;
  return files.map((file) => ({ ...file, path: file.path.slice(folder.length) }));
}

/** Files that systems and tools put into every folder. */
function isOfSystem(path: string): boolean {
  const parts = path.split('/');
  return (
    (parts.some((part) => part.startsWith('.')) && !isAgentPath(path)) ||
    parts.some((part) => part === '__MACOSX' || part === 'node_modules') ||
    /(^|\/)(Thumbs\.db|desktop\.ini)$/i.test(path)
  );
}
