/**
 * The prompts that are sections of one file, as of AGENTS.md.
 *
 * 1. What stands outside of the sections is never touched; a file that has none is a prompt as a whole.
 * 2. A section is found by all that is in it, where it is replaced: what a person changed meanwhile stays.
 * 3. A section that cannot be read is named and left alone, and its prompt is not deleted.
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  readSections,
  type Section,
  withoutSection,
  withSection,
} from '#shared/library-files/layouts/sectioned-file.ts';
import { folderOf, stemOf } from '#shared/library-files/paths.ts';
import { hashOf, isMissing } from '../folder-state.ts';
import { FileChanged, FolderDisk, unreadableSentence } from './folder-disk.ts';
import {
  conflictSentence,
  type FoundFolder,
  type FoundPrompt,
  originalOf,
  type PromptFiles,
  type WantedPrompt,
} from './prompt-files.ts';

const brokenBy = {
  marker: 'its first line is not what it should be.',
  end: 'The line "<!-- /promptory -->" that ends this section is missing.',
} as const;

export class SectionedFiles implements PromptFiles {
  readonly #disk: FolderDisk;
  readonly #path: string;

  /** `path`: of the file in the folder. */
  constructor(root: string, path: string) {
    this.#disk = new FolderDisk(root);
    this.#path = path;
  }

  async find(): Promise<FoundFolder> {
    const path = this.#path;
    await this.#disk.expectNoLink(path);
    const refused = (await this.#conflictFiles()).map((each) => ({ path: each, sentence: conflictSentence }));
    const content = await this.#disk.content(path);
    if (content === 'unreadable')
      return { prompts: [], refused: [...refused, { path, sentence: unreadableSentence }] };
    const { sections, broken } = readSections(content?.text ?? '');
    for (const { line, id, reason } of broken) {
      // The section may be of any prompt: none of the file's counts as deleted meanwhile.
      if (id === null)
        refused.push({ path, sentence: `The section that begins with ${line}: ${brokenBy[reason]}` });
      else refused.push({ path: this.#placeOf(id), sentence: brokenBy[reason] });
    }
    const seen = new Map<string, number>();
    const prompts = sections.map((section): FoundPrompt => {
      const { id, title, text, raw } = section;
      const isWhole = raw === content?.text;
      const plain = id === null ? `${path}#${title ?? ''}` : this.#placeOf(id);
      const count = (seen.get(plain) ?? 0) + 1;
      seen.set(plain, count);
      const place = isWhole && id === null ? path : count === 1 ? plain : `${plain}.${count}`;
      return {
        path: place,
        id,
        title: title ?? (id === null ? this.#ownTitle() : null),
        hash: hashOf(text),
        raw: hashOf(raw),
      };
    });
    return { prompts, refused };
  }

  #placeOf(id: number): string {
    return `${this.#path}#${id.toString(36)}`;
  }

  #ownTitle(): string {
    return stemOf(this.#path);
  }

  async #conflictFiles(): Promise<string[]> {
    const folder = folderOf(this.#path);
    const names = await readdir(join(this.#disk.root, folder)).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const paths = names.map((name) => (folder === '' ? name : `${folder}/${name}`));
    return paths.filter((path) => originalOf(path) === this.#path).sort();
  }

  async read(found: FoundPrompt): Promise<Section> {
    return (await this.#section(found)).section;
  }

  async #section(found: FoundPrompt): Promise<{ content: string; section: Section }> {
    const content = await this.#content();
    const section = readSections(content).sections.find(({ raw }) => hashOf(raw) === found.raw);
    if (section === undefined) throw new FileChanged(found.path);
    return { content, section };
  }

  async #content(): Promise<string> {
    const content = await this.#disk.content(this.#path);
    if (content === 'unreadable') throw new FileChanged(this.#path);
    return content?.text ?? '';
  }

  async write(path: string, wanted: WantedPrompt, found: FoundPrompt | null): Promise<string> {
    const before =
      found === null ? { content: await this.#content(), section: null } : await this.#section(found);
    const isThere =
      found === null && readSections(before.content).sections.some(({ id }) => id === wanted.id);
    const next = isThere ? null : withSection(before.content, before.section?.raw ?? null, wanted);
    if (next === null) throw new FileChanged(path);
    await this.#replace(before.content, next.content);
    return hashOf(next.raw);
  }

  async remove(found: FoundPrompt): Promise<void> {
    const { content, section } = await this.#section(found);
    const next = withoutSection(content, section.raw);
    if (next === null) throw new FileChanged(found.path);
    if (next.trim() === '') await this.#disk.remove(this.#path, hashOf(content));
    else await this.#replace(content, next);
  }

  async #replace(before: string, next: string): Promise<void> {
    const raw = before === '' && (await this.#disk.content(this.#path)) === null ? null : hashOf(before);
    await this.#disk.write(this.#path, next, raw);
  }

  /** A section has its title in its first line: its place does not change with it. */
  async rename(found: FoundPrompt): Promise<FoundPrompt> {
    return found;
  }

  /** A section has no place that another one could take. */
  async isOthers(): Promise<boolean> {
    return false;
  }

  newPath(_title: string, id: number): string {
    return this.#placeOf(id);
  }

  titleOfPath(): string {
    return this.#ownTitle();
  }

  titleOfCopy({ title }: FoundPrompt): string {
    return title ?? this.#ownTitle();
  }

  isNamed(): boolean {
    return true;
  }
}
