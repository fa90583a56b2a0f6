/**
 * The files that lie beside prompts which have folders of their own, as beside each SKILL.md.
 *
 * 1. Names are paths in the folder of all these prompts, composed as Unicode wants (NFC): `pdf/references/forms.md`.
 * 2. Links, hidden files and the folders of tools are passed over; what a project does not keep is listed as left.
 */
import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bounds } from '#shared/library-files/bounds.ts';
import { baseOf, folderOf } from '#shared/library-files/paths.ts';
import { decideFileType } from '#shared/model/file-type.ts';
import { limits } from '#shared/model/limits.ts';
import { WrongArguments } from '../../world.ts';
import type { FileForm } from '../files/file-forms.ts';
import { FileChanged, FolderDisk, stampOf } from '../files/folder-disk.ts';
import { conflictSentence, isPassedOver, originalOf } from '../files/prompt-files.ts';
import { hashOf, isMissing } from '../folder-state.ts';
import { isBesideName, isSkillFile } from './beside-name.ts';

/** `path`: in the whole folder, as the disk has it. */
export type FoundFile = { path: string; sha256: string };

export type FoundBeside = {
  /** By their names. */
  files: Map<string, FoundFile>;
  /** Paths of files that a project does not keep: of another type, or too large. */
  left: string[];
  refused: { path: string; sentence: string }[];
  /** Skills that the disk did not give as a whole. */
  unreadable: Set<string>;
};

/** `sha256`: null where a project does not keep the file. */
type Seen = { stamp: string | null; sha256: string | null };

export class FilesBeside {
  readonly #disk: FolderDisk;
  readonly #form: FileForm;
  #seen = new Map<string, Seen>();

  constructor(root: string, form: FileForm) {
    this.#disk = new FolderDisk(root);
    this.#form = form;
  }

  /** Returns the name of the folder that is the prompt's at a path. */
  skillAt(path: string): string {
    return baseOf(this.#form.unitOf(path));
  }

  async isThere(path: string): Promise<boolean> {
    return (await this.#disk.about(path)) !== null;
  }

  pathOf(name: string): string {
    return `${this.#form.root}/${name}`;
  }

  async find(skills: Iterable<string>): Promise<FoundBeside> {
    const found: FoundBeside = { files: new Map(), left: [], refused: [], unreadable: new Set() };
    const seen = new Map<string, Seen>();
    for (const skill of skills) {
      try {
        await this.#walk(this.pathOf(skill), found, seen);
      } catch (error) {
        if (error instanceof WrongArguments) throw error;
        found.unreadable.add(skill);
        if (isMissing(error)) continue;
        const why = error instanceof Error ? error.message : String(error);
        found.refused.push({ path: this.pathOf(skill), sentence: why });
      }
    }
    this.#seen = seen;
    return found;
  }

  async #walk(folder: string, found: FoundBeside, seen: Map<string, Seen>): Promise<void> {
    const entries = await readdir(join(this.#disk.root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (isPassedOver(entry.name)) continue;
      if (entry.isDirectory()) await this.#walk(path, found, seen);
      if (entry.isFile() && !isSkillFile(path)) await this.#add(path, found, seen);
      if (found.files.size + found.left.length > bounds.files)
        throw new WrongArguments(`${this.#disk.root} has more than ${bounds.files} files.`);
    }
  }

  async #add(path: string, found: FoundBeside, seen: Map<string, Seen>): Promise<void> {
    if (originalOf(path) !== null) {
      found.refused.push({ path, sentence: conflictSentence });
      return;
    }
    const name = path.slice(this.#form.root.length + 1).normalize('NFC');
    const looked = await this.#look(path, name);
    if (looked.stamp !== null) seen.set(path, looked);
    if (looked.sha256 === null) found.left.push(path);
    else found.files.set(name, { path, sha256: looked.sha256 });
  }

  async #look(path: string, name: string): Promise<Seen> {
    const about = await this.#disk.about(path);
    const isKept = about !== null && about !== 'unreadable' && about.size <= limits.maxUploadBytes;
    if (about === 'unreadable') throw new Error('It cannot be read.');
    if (!isKept || !isBesideName(name)) return { stamp: null, sha256: null };
    const stamp = stampOf(about);
    const before = this.#seen.get(path);
    if (stamp !== null && before?.stamp === stamp) return before;
    const bytes = await this.#disk.bytes(path, limits.maxUploadBytes);
    if (bytes === 'unreadable') throw new Error(`${path} cannot be read.`);
    const head = bytes?.subarray(0, limits.fileHeadBytes);
    const isOfType = head !== undefined && decideFileType({ claim: '', fileName: baseOf(path), head }).ok;
    return { stamp, sha256: isOfType && bytes !== null && bytes !== undefined ? hashOf(bytes) : null };
  }

  /** Throws `FileChanged` where it is not the one that was found. */
  async read({ path, sha256 }: FoundFile): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#disk.bytes(path, limits.maxUploadBytes);
    if (bytes === null || bytes === 'unreadable' || hashOf(bytes) !== sha256) throw new FileChanged(path);
    return new Uint8Array(bytes);
  }

  /** `found`: what is replaced; null: there must be none. */
  async write(name: string, bytes: Uint8Array, found: FoundFile | null): Promise<void> {
    await this.#disk.write(found?.path ?? this.pathOf(name), bytes, found?.sha256 ?? null);
  }

  /** Removes the folders that it leaves empty too, but for that of the prompt. */
  async remove({ path, sha256 }: FoundFile): Promise<void> {
    await this.#disk.remove(path, sha256);
    const depth = this.#form.root.split('/').length + 1;
    for (let at = folderOf(path); at.split('/').length > depth; at = folderOf(at)) {
      if (!(await this.#removeEmpty(at))) return;
    }
  }

  /** Removes what is left of the folder of a prompt that has gone, where that is nothing. */
  async removeSkill(skill: string): Promise<void> {
    await this.#removeEmpty(this.pathOf(skill));
  }

  /** Returns what lies at the name of a file that was there; null where nothing does. */
  async at(name: string): Promise<FoundFile | null> {
    const path = this.pathOf(name);
    const bytes = await this.#disk.bytes(path, limits.maxUploadBytes);
    return bytes === null || bytes === 'unreadable' ? null : { path, sha256: hashOf(bytes) };
  }

  async #removeEmpty(path: string): Promise<boolean> {
    return rmdir(join(this.#disk.root, path)).then(
      () => true,
      (error: unknown) => {
        const isKept = isMissing(error) || (error instanceof Error && 'code' in error);
        if (!isKept) throw error;
        return false;
      },
    );
  }
}
