import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { Id } from '#shared/model/ids.ts';
import { bounds } from '../bounds.ts';
import { textOf } from '../bytes.ts';
import { type RefusedCandidate, refusedCandidate } from '../candidate.ts';
import { FileRefused, type InputFile } from '../files.ts';
import { readFrontMatter } from '../front-matter.ts';
import type { Folders } from './folders.ts';
import { caseFolder, resourceFolder, runFolder, versionFolder } from './tree-files.ts';
import { promptOfJsonRow } from './tree-json-rows.ts';

const OfPrompt = z.object({ prompt: Id });

/**
 * Finds the folder with what is inside of a prompt: the one of its file's name, or, where only the file was
 * renamed, the one whose files name the prompt's id.
 */
export class PromptFolders {
  readonly #folders: Folders;
  readonly #folder: string;
  /** Folders beside which there is no file of their name. */
  readonly #alone = new Set<string>();
  readonly #ofPrompt = new Map<number, string>();

  private constructor(folders: Folders, folder: string) {
    this.#folders = folders;
    this.#folder = folder;
  }

  static async among(folders: Folders, folder: string): Promise<PromptFolders> {
    const found = new PromptFolders(folders, folder);
    for (const name of folders.foldersIn(folder)) {
      const path = inFolder(folder, name);
      const [file] = found.#filesIn(path);
      if (file === undefined || name === resourceFolder || folders.has(`${path}.md`)) continue;
      found.#alone.add(path);
      try {
        const prompt = await promptOf(file);
        if (prompt !== undefined) found.#ofPrompt.set(prompt, path);
      } catch (failure) {
        // It is refused with its folder.
        if (!(failure instanceof FileRefused)) throw failure;
      }
    }
    return found;
  }

  #filesIn(folder: string): InputFile[] {
    return [versionFolder, runFolder, caseFolder].flatMap((inner) =>
      this.#folders.filesIn(`${folder}/${inner}`),
    );
  }

  /** Returns the folder for a prompt whose file has this name without `.md`. */
  of(stem: string, id: number | null): string {
    const own = inFolder(this.#folder, stem);
    const other = id === null ? undefined : this.#ofPrompt.get(id);
    if (other === undefined || this.#filesIn(own).length > 0) return own;
    this.#alone.delete(other);
    return other;
  }

  /** Yields the folders with versions of which no prompt is there, and takes these files. */
  *refuseOthers(): Generator<RefusedCandidate> {
    for (const path of this.#alone) {
      for (const file of this.#filesIn(path)) this.#folders.take(file.path);
      yield refusedCandidate(`${path}/${versionFolder}`, {
        sentence: message('The prompt that these versions belong to is not among the files.'),
      });
    }
  }
}

/** Returns the prompt that a version, a kept run or a test case says to be of. */
async function promptOf(file: InputFile): Promise<number | undefined> {
  if (/\.json$/i.test(file.path)) return promptOfJsonRow(file);
  const head = readFrontMatter(await textOf(file, bounds.promptBytes));
  return OfPrompt.safeParse(head.kind === 'found' ? head.fields : null).data?.prompt;
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
