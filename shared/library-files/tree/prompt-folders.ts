import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { Id } from '#shared/model/ids.ts';
import { bounds } from '../bounds.ts';
import { textOf } from '../bytes.ts';
import { type RefusedCandidate, refusedCandidate } from '../candidate.ts';
import { FileRefused } from '../files.ts';
import { readFrontMatter } from '../front-matter.ts';
import type { Folders } from './folders.ts';
import { resourceFolder, versionFolder } from './tree-files.ts';

const OfPrompt = z.object({ prompt: Id });

/**
 * Finds the folder with a prompt's versions: the one of its file's name, or, where only the file was renamed, the one
 * whose versions name the prompt's id.
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
      const [version] = folders.filesIn(`${path}/${versionFolder}`);
      if (version === undefined || name === resourceFolder || folders.has(`${path}.md`)) continue;
      found.#alone.add(path);
      try {
        const head = readFrontMatter(await textOf(version, bounds.promptBytes));
        const of = OfPrompt.safeParse(head.kind === 'found' ? head.fields : null);
        if (of.success) found.#ofPrompt.set(of.data.prompt, path);
      } catch (failure) {
        // It is refused with its folder.
        if (!(failure instanceof FileRefused)) throw failure;
      }
    }
    return found;
  }

  /** Returns the folder for a prompt whose file has this name without `.md`. */
  of(stem: string, id: number | null): string {
    const own = inFolder(this.#folder, stem);
    const other = id === null ? undefined : this.#ofPrompt.get(id);
    if (other === undefined || this.#folders.filesIn(`${own}/${versionFolder}`).length > 0) return own;
    this.#alone.delete(other);
    return other;
  }

  /** Yields the folders with versions of which no prompt is there, and takes these files. */
  *refuseOthers(): Generator<RefusedCandidate> {
    for (const path of this.#alone) {
      for (const file of this.#folders.filesIn(`${path}/${versionFolder}`)) this.#folders.take(file.path);
      yield refusedCandidate(`${path}/${versionFolder}`, {
        sentence: message('The prompt that these versions belong to is not among the files.'),
      });
    }
  }
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
