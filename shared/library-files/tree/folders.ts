import type { InputFile } from '../files.ts';
import { baseOf, folderOf } from '../paths.ts';

/** Files by their folders; a reader takes those that it has read, and what is left is the next one's. */
export class Folders {
  readonly #files = new Map<string, InputFile>();
  readonly #inFolder = new Map<string, InputFile[]>();
  readonly #children = new Map<string, Set<string>>();

  /** In the order of their paths: the same files are read in the same order wherever they lie. */
  constructor(files: readonly InputFile[]) {
    for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
      this.#files.set(file.path, file);
      const folder = folderOf(file.path);
      const beside = this.#inFolder.get(folder);
      if (beside === undefined) this.#inFolder.set(folder, [file]);
      else beside.push(file);
    }
    for (const folder of this.#inFolder.keys()) this.#addFolder(folder);
  }

  #addFolder(folder: string): void {
    for (let path = folder; path !== ''; path = folderOf(path)) {
      const parent = this.#children.get(folderOf(path)) ?? new Set();
      if (parent.has(baseOf(path))) return;
      this.#children.set(folderOf(path), parent.add(baseOf(path)));
    }
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  get(path: string): InputFile | undefined {
    return this.#files.get(path);
  }

  /** Throws where it is not there: `has` comes first. */
  take(path: string): InputFile {
    const file = this.#files.get(path);
    if (file === undefined) throw new Error('no such file');
    this.#files.delete(path);
    return file;
  }

  /** Returns the paths of all files with this name that nobody has taken. */
  paths(name: string): string[] {
    return [...this.#files.keys()].filter((path) => baseOf(path) === name);
  }

  /** Returns the files that lie directly in a folder and that nobody has taken. */
  filesIn(folder: string): InputFile[] {
    return (this.#inFolder.get(folder) ?? []).filter(({ path }) => this.#files.has(path));
  }

  /** Returns the names of the folders directly in a folder. */
  foldersIn(folder: string): string[] {
    return [...(this.#children.get(folder) ?? [])];
  }

  /** Returns the files that nobody has taken. */
  rest(): InputFile[] {
    return [...this.#files.values()];
  }
}
