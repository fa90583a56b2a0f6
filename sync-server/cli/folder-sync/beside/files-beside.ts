/**
 * The files that lie beside prompts which have folders of their own, as beside each SKILL.md.
 *
 * 1. Names are those of the project, composed as Unicode wants (NFC): `pdf/references/forms.md`.
 * 2. Links, hidden files and the folders of tools are passed over; what a project does not keep is listed as left. Neither
 *    is missing.
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
import { isBesideName, isSkillFile, type Skill } from './beside-name.ts';

/** `path`: in the whole folder, as the disk has it. */
export type FoundFile = { path: string; sha256: string };

export type FoundBeside = {
  /** By their names. */
  files: Map<string, FoundFile>;
  /** Paths of files that a project does not keep: of another type, or too large. */
  left: string[];
  refused: { path: string; sentence: string }[];
  /** Names of what is there and not looked at: links, what is left, and skills that the disk did not give as a whole. */
  passed: Set<string>;
};

/** `sha256`: null where a project does not keep the file. */
type Seen = { stamp: string | null; sha256: string | null };

type Finding = { found: FoundBeside; seen: Map<string, Seen> };

function nameOf(path: string, { folder, name }: Skill): string {
  return `${name}${path.slice(folder.length)}`.normalize('NFC');
}

export class FilesBeside {
  readonly #disk: FolderDisk;
  readonly #form: FileForm;
  #seen = new Map<string, Seen>();

  constructor(root: string, form: FileForm) {
    this.#disk = new FolderDisk(root);
    this.#form = form;
  }

  /** Returns the folder that is the prompt's at a path. */
  folderOf(path: string): string {
    return this.#form.unitOf(path);
  }

  async isThere(path: string): Promise<boolean> {
    return (await this.#disk.about(path)) !== null;
  }

  async find(skills: Iterable<Skill>): Promise<FoundBeside> {
    const found: FoundBeside = { files: new Map(), left: [], refused: [], passed: new Set() };
    const seen = new Map<string, Seen>();
    for (const skill of skills) {
      try {
        await this.#walk(skill.folder, skill, { found, seen });
      } catch (error) {
        if (error instanceof WrongArguments) throw error;
        found.passed.add(skill.name);
        if (isMissing(error)) continue;
        const why = error instanceof Error ? error.message : String(error);
        found.refused.push({ path: skill.folder, sentence: why });
      }
    }
    this.#seen = seen;
    return found;
  }

  async #walk(folder: string, skill: Skill, to: Finding): Promise<void> {
    const entries = await readdir(join(this.#disk.root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (isPassedOver(entry.name)) continue;
      if (entry.isDirectory()) await this.#walk(path, skill, to);
      else if (!entry.isFile()) to.found.passed.add(nameOf(path, skill));
      else if (!isSkillFile(path)) await this.#add(path, skill, to);
      if (to.found.files.size + to.found.left.length > bounds.files)
        throw new WrongArguments(`${this.#disk.root} has more than ${bounds.files} files.`);
    }
  }

  async #add(path: string, skill: Skill, { found, seen }: Finding): Promise<void> {
    if (originalOf(path) !== null) {
      found.refused.push({ path, sentence: conflictSentence });
      return;
    }
    const name = nameOf(path, skill);
    const looked = await this.#look(path, name);
    if (looked === null || looked.sha256 === null) found.passed.add(name);
    if (looked === null) return;
    if (looked.stamp !== null) seen.set(path, looked);
    if (looked.sha256 === null) found.left.push(path);
    else found.files.set(name, { path, sha256: looked.sha256 });
  }

  /** Returns null where it has gone meanwhile. */
  async #look(path: string, name: string): Promise<Seen | null> {
    const about = await this.#disk.about(path);
    if (about === null) return null;
    if (about === 'unreadable') throw new Error(`${path} cannot be read.`);
    if (about.size > limits.maxUploadBytes || !isBesideName(name)) return { stamp: null, sha256: null };
    const stamp = stampOf(about);
    const before = this.#seen.get(path);
    if (stamp !== null && before?.stamp === stamp) return before;
    const bytes = await this.#disk.bytes(path, limits.maxUploadBytes);
    if (bytes === 'unreadable') throw new Error(`${path} cannot be read.`);
    if (bytes === null) return null;
    const head = bytes.subarray(0, limits.fileHeadBytes);
    const type = decideFileType({ claim: '', fileName: baseOf(path), head });
    return { stamp, sha256: type.ok ? hashOf(bytes) : null };
  }

  /** Throws `FileChanged` where it is not the one that was found. */
  async read({ path, sha256 }: FoundFile): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#disk.bytes(path, limits.maxUploadBytes);
    if (bytes === null || bytes === 'unreadable' || hashOf(bytes) !== sha256) throw new FileChanged(path);
    return new Uint8Array(bytes);
  }

  /** `found`: what is replaced; null: there must be none. */
  async write(path: string, bytes: Uint8Array, found: FoundFile | null): Promise<void> {
    await this.#disk.write(path, bytes, found?.sha256 ?? null);
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
  async removeSkill(folder: string): Promise<void> {
    if ((await this.#disk.linkIn(folder)) === null) await this.#removeEmpty(folder);
  }

  /** Returns what lies at a path; null where nothing does, or a link leads there. */
  async at(path: string): Promise<FoundFile | null> {
    if ((await this.#disk.linkIn(path)) !== null) return null;
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
