/**
 * Reads and replaces files of a folder.
 *
 * 1. A file is replaced as a whole, and only if it is still as it was read: what a person saved meanwhile stays.
 * 2. A link is no file, and nothing is written where one leads.
 */
import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bounds } from '#shared/library-files/bounds.ts';
import { limits } from '#shared/model/limits.ts';
import { WrongArguments } from '../../world.ts';
import { hashOf, isMissing, stateFolder } from '../folder-state.ts';

/** Thrown where a file is not as it was read any more. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** Thrown where a file would be larger than what is read of one. The message is for a person. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  override readonly message = 'Its file would be too large to be read again.';
}

/** Thrown where a link would lead a change elsewhere. The message is for a person. */
export class LinkInTheWay extends Error {
  override readonly name = 'LinkInTheWay';

  /** `link`: its path in the folder. */
  constructor(link: string) {
    super(`${link} is a link, and links are not followed.`);
  }
}

export const unreadableSentence = 'It is not UTF-8 text, or too large.';

/** Bytes. */
const largestFile = Math.max(bounds.promptBytes, limits.maxUploadBytes);

/** A clock of a file system may stand still so long. A file is trusted only if it was older when it was read. */
const coarsestClockMs = 2_000n;

/** Returns what changes with each write; null where a write that follows might leave it as it is. */
export function stampOf({ size, ino, mtimeMs, mtimeNs, ctimeMs, ctimeNs }: BigIntStats): string | null {
  const newest = mtimeMs > ctimeMs ? mtimeMs : ctimeMs;
  if (newest > BigInt(Date.now()) - coarsestClockMs) return null;
  return [size, ino, mtimeNs, ctimeNs].join(' ');
}

export class FolderDisk {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Throws `WrongArguments` where a link in place of a folder or file of a layout would hide all that is in it. */
  async expectNoLink(path: string): Promise<void> {
    const link = await this.linkIn(path);
    if (link !== null)
      throw new WrongArguments(`${link} in ${this.root} is a link, and links are not followed.`);
  }

  /** Returns the first part of a path that is a link; null where none is. */
  async linkIn(path: string): Promise<string | null> {
    let at = '';
    for (const part of path.split('/')) {
      at = at === '' ? part : `${at}/${part}`;
      const about = await this.about(at);
      if (about === null) return null;
      if (about !== 'unreadable' && about.isSymbolicLink()) return at;
    }
    return null;
  }

  /** Returns null where the file has gone. */
  async about(path: string): Promise<BigIntStats | 'unreadable' | null> {
    return lstat(join(this.root, path), { bigint: true }).catch((error: unknown) =>
      isMissing(error) ? null : 'unreadable',
    );
  }

  /** `most`: the size of what is read at all, in bytes. Returns null where the file has gone. */
  async bytes(path: string, most: number): Promise<Uint8Array | 'unreadable' | null> {
    const about = await this.about(path);
    // Not read is not deleted: a file that the disk does not give is left alone.
    if (about === 'unreadable') return about;
    if (about === null || !about.isFile()) return null;
    if (about.size > most) return 'unreadable';
    return readFile(join(this.root, path)).catch(() => 'unreadable' as const);
  }

  /** Returns null where the file has gone. */
  async content(path: string): Promise<{ text: string } | 'unreadable' | null> {
    const bytes = await this.bytes(path, bounds.promptBytes);
    if (bytes === null || bytes === 'unreadable') return bytes;
    try {
      return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
    } catch {
      return 'unreadable';
    }
  }

  /** Writes a text of a prompt, or a file of a project. `raw`: the hash of the file that is replaced; null: there must be none. */
  async write(path: string, content: string | Uint8Array, raw: string | null): Promise<void> {
    if (typeof content === 'string' && Buffer.byteLength(content) > bounds.promptBytes)
      throw new FileTooLarge();
    await this.#makeFolder(path);
    const draft = join(this.root, stateFolder, 'file.unfinished');
    {
      await using handle = await open(draft, 'w', 0o644);
      await handle.writeFile(content);
      await handle.sync();
    }
    try {
      await this.#expect(path, raw);
      await rename(draft, join(this.root, path));
    } finally {
      await rm(draft, { force: true });
    }
  }

  async remove(path: string, raw: string): Promise<void> {
    await this.#expectFolder(path);
    await this.#expect(path, raw);
    await unlink(join(this.root, path));
  }

  async #expect(path: string, raw: string | null): Promise<void> {
    const bytes = await this.bytes(path, largestFile);
    const isSame =
      raw === null ? bytes === null : bytes !== null && bytes !== 'unreadable' && hashOf(bytes) === raw;
    if (!isSame) throw new FileChanged(path);
  }

  /** Throws `LinkInTheWay` where a link has replaced a folder: nothing is written or removed where it leads. */
  async #expectFolder(path: string): Promise<void> {
    const slash = path.lastIndexOf('/');
    const link = slash < 0 ? null : await this.linkIn(path.slice(0, slash));
    if (link !== null) throw new LinkInTheWay(link);
  }

  async #makeFolder(path: string): Promise<void> {
    await this.#expectFolder(path);
    await mkdir(dirname(join(this.root, path)), { recursive: true });
  }
}
