/**
 * The prompts in a folder that are a file each, in folders of it too.
 *
 * 1. Links are not followed; folders of tools (`.git`, `node_modules`) are not entered, but for the one of the layout.
 * 2. A file is replaced as a whole, and only if it is still as it was read (`folder-disk.ts`).
 * 3. The conflict files of other programs are no prompts: each is another version of one, for a person to look at.
 * 4. What was found is remembered by the file's size, times and inode, and a file is read again where they differ.
 */
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { bounds } from '#shared/library-files/bounds.ts';
import { baseOf, folderOf } from '#shared/library-files/paths.ts';
import { WrongArguments } from '../../world.ts';
import { hashOf, isMissing } from '../folder-state.ts';
import { type FileForm, type Names, treeForm } from './file-forms.ts';
import { FileChanged, FolderDisk, stampOf, unreadableSentence } from './folder-disk.ts';
import type { PromptFile } from './prompt-file.ts';
import {
  conflictSentence,
  type FoundFolder,
  type FoundPrompt,
  isPassedOver,
  originalOf,
  type PromptFiles,
  type WantedPrompt,
} from './prompt-files.ts';

type LookedAt =
  | { kind: 'prompt'; prompt: FoundPrompt }
  | { kind: 'other' }
  | { kind: 'refused'; sentence: string };

/** `stamp`: the file's before it was read; null: it is read each time. */
type Seen = { stamp: string | null; file: LookedAt };

type Finding = FoundFolder & { seen: Map<string, Seen> };

const under = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

export class FolderFiles implements PromptFiles {
  readonly #disk: FolderDisk;
  readonly #form: FileForm;
  /** Chooses the names of new prompts. */
  #names: Names;
  #seen = new Map<string, Seen>();

  constructor(root: string, form: FileForm = treeForm) {
    this.#disk = new FolderDisk(root);
    this.#form = form;
    this.#names = form.names([]);
  }

  async find(): Promise<FoundFolder> {
    const { root } = this.#form;
    const found: Finding = { prompts: [], refused: [], seen: new Map() };
    if (root !== '') await this.#disk.expectNoLink(root);
    this.#names = await this.#namesIn(root);
    await this.#walk(root, found);
    this.#seen = found.seen;
    return found;
  }

  async #namesIn(folder: string): Promise<Names> {
    const taken: string[] = [];
    for (const entry of await this.#entriesOf(folder)) {
      const { name } = entry;
      const file = this.#form.pathOf(under(folder, name));
      // A folder without a prompt, as one that left files beside it, is the place of the next prompt of this name.
      const isLeft = this.#form.ownsFolder && entry.isDirectory() && (await this.#disk.about(file)) === null;
      if (!isLeft) taken.push(name);
    }
    return this.#form.names(taken);
  }

  async #entriesOf(folder: string) {
    try {
      return await readdir(join(this.#disk.root, folder), { withFileTypes: true });
    } catch (error) {
      if (isMissing(error) && folder === this.#form.root && folder !== '') return [];
      throw error;
    }
  }

  async #walk(folder: string, found: Finding): Promise<void> {
    const entries = await this.#entriesOf(folder);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = under(folder, entry.name);
      if (isPassedOver(entry.name)) continue;
      if (entry.isDirectory() && this.#form.enters(path)) await this.#walk(path, found);
      if (!entry.isFile()) continue;
      const original = originalOf(path);
      if (this.#form.isPrompt(original ?? path)) {
        if (original === null) await this.#add(path, found);
        else found.refused.push({ path, sentence: conflictSentence });
      }
      if (found.prompts.length > bounds.files) {
        throw new WrongArguments(`${this.#disk.root} has more than ${bounds.files} files.`);
      }
    }
  }

  async #add(path: string, found: Finding): Promise<void> {
    const about = await this.#disk.about(path);
    const stamp = about === null || about === 'unreadable' ? null : stampOf(about);
    const before = this.#seen.get(path);
    const seen = stamp !== null && before?.stamp === stamp ? before : { stamp, file: await this.look(path) };
    const { file } = seen;
    // A disk that did not give the file may do so the next time.
    if (file.kind !== 'refused' && seen.stamp !== null) found.seen.set(path, seen);
    if (file.kind === 'prompt') found.prompts.push(file.prompt);
    if (file.kind === 'refused') found.refused.push({ path, sentence: file.sentence });
  }

  /** `other`: it is gone, or no prompt. */
  async look(path: string): Promise<LookedAt> {
    const content = await this.#disk.content(path);
    if (content === null) return { kind: 'other' };
    if (content === 'unreadable') return { kind: 'refused', sentence: unreadableSentence };
    const read = this.#form.read(path, content.text);
    if (read.kind !== 'prompt') return read;
    const { id, title, text } = read;
    return { kind: 'prompt', prompt: { path, id, title, hash: hashOf(text), raw: hashOf(content.text) } };
  }

  async read(found: FoundPrompt): Promise<PromptFile> {
    const read = this.#form.read(found.path, await this.#whole(found));
    if (read.kind !== 'prompt') throw new FileChanged(found.path);
    return read;
  }

  async #whole({ path, raw }: FoundPrompt): Promise<string> {
    const content = await this.#disk.content(path);
    if (content === null || content === 'unreadable' || hashOf(content.text) !== raw)
      throw new FileChanged(path);
    return content.text;
  }

  async write(path: string, wanted: WantedPrompt, found: FoundPrompt | null): Promise<string> {
    const before = found === null ? null : await this.#whole(found);
    const content = this.#form.write(path, wanted, before);
    await this.#disk.write(path, content, found?.raw ?? null);
    return hashOf(content);
  }

  async remove({ path, raw }: FoundPrompt): Promise<void> {
    await this.#disk.remove(path, raw);
  }

  /** Takes along all that lies beside a file in a folder of its own; the name that the file has in itself follows. */
  async rename(found: FoundPrompt, wanted: WantedPrompt): Promise<FoundPrompt> {
    const { unitOf, pathOf, plainName, root } = this.#form;
    const { title, id } = wanted;
    const unit = unitOf(found.path);
    const folder = folderOf(unit);
    const plain = plainName(title, id);
    const isCaseOnly = unitOf(pathOf(plain)).toLowerCase() === baseOf(unit).toLowerCase();
    const names = folder === root ? this.#names : await this.#namesIn(folder);
    let path = pathOf(under(folder, isCaseOnly ? plain : names.take(title, id)));
    if (path === found.path) return found;
    while (!isCaseOnly && (await this.#disk.about(unitOf(path))) !== null)
      path = pathOf(under(folder, names.take(title, id)));
    await rename(join(this.#disk.root, unit), join(this.#disk.root, unitOf(path)));
    const renamed = { ...found, path };
    const content = this.#form.write(path, wanted, await this.#whole(renamed));
    if (hashOf(content) === found.raw) return renamed;
    return { ...renamed, raw: await this.write(path, wanted, renamed) };
  }

  async isOthers(path: string, id: number): Promise<boolean> {
    const there = await this.look(path);
    return there.kind === 'prompt' && there.prompt.id !== id;
  }

  newPath(title: string, id: number): string {
    const { pathOf, root } = this.#form;
    return pathOf(under(root, this.#names.take(title, id)));
  }

  titleOfPath(path: string, id: number | null): string {
    return this.#form.titleOfPath(path, id);
  }

  titleOfCopy({ path }: FoundPrompt): string {
    return this.titleOfPath(path, null);
  }

  isNamed(path: string, title: string, id: number): boolean {
    const { plainName, pathOf, titleOfPath } = this.#form;
    return titleOfPath(pathOf(plainName(title, id)), id) === titleOfPath(path, id);
  }
}
