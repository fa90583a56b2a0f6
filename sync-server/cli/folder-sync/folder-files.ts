/**
 * The prompts in a folder: every `.md` file, in folders of it too.
 *
 * 1. Links are not followed; folders of tools (`.git`, `node_modules`) are not entered.
 * 2. A file is replaced as a whole, and only if it is still as it was read: what a person saved meanwhile stays.
 * 3. The conflict files of other programs are no prompts: each is another version of one, for a person to look at.
 * 4. What was found is remembered by the file's size, times and inode, and a file is read again where they differ.
 */

import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { bounds } from '#shared/library-files/bounds.ts';
import { folderOf } from '#shared/library-files/paths.ts';
import { FileNames } from '#shared/library-files/tree/file-names.ts';
import { WrongArguments } from '../world.ts';
import { hashOf, isMissing, stateFolder } from './folder-state.ts';
import { type PromptFile, readPromptFile } from './prompt-file.ts';

/** A file without its text. `raw`: the hash of all of it. */
export type FoundPrompt = {
  path: string;
  id: number | null;
  title: string | null;
  hash: string;
  raw: string;
};

export type FoundFolder = {
  prompts: FoundPrompt[];
  /** Files that cannot be read as prompts, with the reason. */
  refused: { path: string; sentence: string }[];
};

type LookedAt =
  | { kind: 'prompt'; prompt: FoundPrompt }
  | { kind: 'other' }
  | { kind: 'refused'; sentence: string };

/** `stamp`: the file's before it was read; null: it is read each time. */
type Seen = { stamp: string | null; file: LookedAt };

type Finding = FoundFolder & { seen: Map<string, Seen> };

/** Names that Syncthing, Dropbox and Nextcloud give to the one of two versions that they could not place. */
const conflictFile = /\.sync-conflict-\d{8}-\d{6}(?:-\w+)?\.md$|\([^)]*conflicted copy[^)]*\)\.md$/i;

const conflictSentence =
  'A program that syncs files left it beside another version, and it is left alone. Take over what you need, then remove it.';

/** Returns whether a file or folder of this name is a tool's, and not a person's. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** A clock of a file system may stand still so long. A file is trusted only if it was older when it was read. */
const coarsestClockMs = 2_000n;

/** Returns what changes with each write; null where a write that follows might leave it as it is. */
function stampOf({ size, ino, mtimeMs, mtimeNs, ctimeMs, ctimeNs }: BigIntStats): string | null {
  const newest = mtimeMs > ctimeMs ? mtimeMs : ctimeMs;
  if (newest > BigInt(Date.now()) - coarsestClockMs) return null;
  return [size, ino, mtimeNs, ctimeNs].join(' ');
}

/** Thrown where a file is not as it was read any more. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

export class FolderFiles {
  readonly #root: string;
  #names = new FileNames();
  #seen = new Map<string, Seen>();

  constructor(root: string) {
    this.#root = root;
  }

  async find(): Promise<FoundFolder> {
    const found: Finding = { prompts: [], refused: [], seen: new Map() };
    const top = await readdir(this.#root);
    this.#names = new FileNames(top.flatMap((name) => [name, `${name}.md`]));
    await this.#walk('', found);
    this.#seen = found.seen;
    return found;
  }

  async #walk(folder: string, found: Finding): Promise<void> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isPassedOver(entry.name)) continue;
      if (entry.isDirectory()) await this.#walk(path, found);
      if (!entry.isFile() || !/\.md$/i.test(entry.name) || /\.original\.md$/i.test(entry.name)) continue;
      await this.#add(path, found);
      if (found.prompts.length > bounds.files) {
        throw new WrongArguments(`${this.#root} has more than ${bounds.files} files.`);
      }
    }
  }

  async #add(path: string, found: Finding): Promise<void> {
    if (conflictFile.test(path)) {
      found.refused.push({ path, sentence: conflictSentence });
      return;
    }
    const about = await this.#about(path);
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
    const content = await this.#content(path);
    if (content === null) return { kind: 'other' };
    if (content === 'unreadable') return { kind: 'refused', sentence: 'It is not UTF-8 text, or too large.' };
    const read = readPromptFile(path, content.text);
    if (read.kind !== 'prompt') return read;
    const { id, title, text } = read;
    return {
      kind: 'prompt',
      prompt: { path, id, title, hash: hashOf(text), raw: hashOf(content.text) },
    };
  }

  /** Returns null where the file has gone. */
  async #about(path: string): Promise<BigIntStats | 'unreadable' | null> {
    return lstat(join(this.#root, path), { bigint: true }).catch((error: unknown) =>
      isMissing(error) ? null : 'unreadable',
    );
  }

  /** Returns null where the file has gone. */
  async #content(path: string): Promise<{ text: string } | 'unreadable' | null> {
    const file = join(this.#root, path);
    const about = await this.#about(path);
    // Not read is not deleted: a file that the disk does not give is left alone.
    if (about === 'unreadable') return about;
    if (about === null || !about.isFile()) return null;
    if (about.size > bounds.promptBytes) return 'unreadable';
    try {
      return {
        text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file)),
      };
    } catch {
      return 'unreadable';
    }
  }

  /** Throws `FileChanged` where it is not the one that was found. */
  async read({ path, raw }: FoundPrompt): Promise<PromptFile> {
    const content = await this.#content(path);
    if (content === null || content === 'unreadable' || hashOf(content.text) !== raw)
      throw new FileChanged(path);
    const read = readPromptFile(path, content.text);
    if (read.kind !== 'prompt') throw new FileChanged(path);
    return read;
  }

  /** `raw`: of the file that is replaced; null: there must be none. */
  async write(path: string, content: string, raw: string | null): Promise<void> {
    await this.#makeFolder(path);
    const draft = join(this.#root, stateFolder, 'file.unfinished');
    {
      await using handle = await open(draft, 'w', 0o644);
      await handle.writeFile(content);
      await handle.sync();
    }
    try {
      await this.#expect(path, raw);
      await rename(draft, join(this.#root, path));
    } finally {
      await rm(draft, { force: true });
    }
  }

  async remove({ path, raw }: FoundPrompt): Promise<void> {
    await this.#expect(path, raw);
    await unlink(join(this.#root, path));
  }

  /** Gives a file the name of a title, in its folder; returns its path by then. */
  async rename(path: string, title: string, id: number): Promise<string> {
    const folder = folderOf(path);
    const plain = plainName(title, id);
    const isCaseOnly = plain.toLowerCase() === path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    const name = isCaseOnly ? plain : `${await this.#freeName(folder, title, id)}.md`;
    const next = folder === '' ? name : `${folder}/${name}`;
    if (next !== path) await rename(join(this.#root, path), join(this.#root, next));
    return next;
  }

  /** Returns the path for a new prompt. */
  newPath(title: string, id: number): string {
    return `${this.#names.take(title, id)}.md`;
  }

  async #freeName(folder: string, title: string, id: number): Promise<string> {
    if (folder === '') return this.#names.take(title, id);
    const there = await readdir(join(this.#root, folder));
    return new FileNames(there.flatMap((name) => [name, `${name}.md`])).take(title, id);
  }

  async #expect(path: string, raw: string | null): Promise<void> {
    const content = await this.#content(path);
    const isSame =
      raw === null
        ? content === null
        : content !== null && content !== 'unreadable' && hashOf(content.text) === raw;
    if (!isSame) throw new FileChanged(path);
  }

  /** A folder that a link has replaced leads elsewhere: nothing is written there. */
  async #makeFolder(path: string): Promise<void> {
    const folder = dirname(join(this.#root, path));
    await mkdir(folder, { recursive: true });
    const [root, real] = [await realpath(this.#root), await realpath(folder)];
    if (real !== root && !real.startsWith(root + sep)) throw new FileChanged(path);
  }
}

/** Returns the name of a prompt's file where it is alone. */
export function plainName(title: string, id: number): string {
  return `${new FileNames().take(title, id)}.md`;
}
