/**
 * Reads files and folders of the disk for an import, and writes an export there.
 *
 * 1. A link in a folder is listed and not followed: it may lead anywhere. One that a person names is followed.
 * 2. Folders that belong to tools (`.git`, `node_modules`) are not entered, but for those with rules and skills of agents.
 * 3. What is written has its name only when all of it is on the disk.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAgentFolder } from '#shared/library-files/agent-paths.ts';
import { bounds } from '#shared/library-files/bounds.ts';
import { collected } from '#shared/library-files/bytes.ts';
import { type InputFile, missingFile, type OutputFile } from '#shared/library-files/files.ts';
import { WrongArguments } from '../world.ts';

export type FoundFiles = {
  files: InputFile[];
  /** Paths of links. */
  links: string[];
};

/** Throws `WrongArguments` where a path is neither a file nor a folder. */
export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], links: [] };
  for (const path of paths) {
    const about = await stat(path).catch(() => undefined);
    const name = basename(path);
    if (about?.isFile()) found.files.push(inputFile(path, name, about));
    else if (about?.isDirectory()) await walk(path, paths.length === 1 ? '' : `${name}/`, found);
    else throw new WrongArguments(`${path} is neither a file nor a folder.`);
  }
  return found;
}

async function walk(folder: string, prefix: string, found: FoundFiles): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  // A folder that may not be read is named; what lies beside it comes in.
  if (entries === null) found.files.push(missingFile(prefix.replace(/\/$/, '') || folder));
  for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const shown = `${prefix}${entry.name}`;
    const isOfAgents = entry.isDirectory() && isAgentFolder(entry.name);
    if (entry.name.startsWith('.') && !isOfAgents) continue;
    if (entry.isSymbolicLink()) found.links.push(shown);
    else if (entry.isDirectory() && entry.name !== 'node_modules') await walk(path, `${shown}/`, found);
    else if (entry.isFile()) {
      const about = await stat(path).catch(() => null);
      found.files.push(about === null ? missingFile(shown) : inputFile(path, shown, about));
    }
    if (found.files.length > bounds.files)
      throw new WrongArguments(`${folder} has more than ${bounds.files} files.`);
  }
}

function inputFile(file: string, path: string, { size, mtime }: { size: number; mtime: Date }): InputFile {
  return {
    ...{ path, size, modified: mtime.toISOString() },
    stream: () => createReadStream(file),
    async slice(start, end) {
      await using handle = await open(file);
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    },
  };
}

/** Writes one file; its bytes are durable before it has its name. */
export async function writeWhole(out: string, pieces: AsyncIterable<Uint8Array | string>): Promise<void> {
  const draft = `${out}.unfinished`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, out);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Writes files into a new folder. */
export async function writeFolder(out: string, files: AsyncIterable<OutputFile>): Promise<void> {
  const draft = `${out}.unfinished`;
  try {
    await mkdir(draft);
    for await (const { path, content } of files) {
      const file = join(draft, path);
      await mkdir(dirname(file), { recursive: true });
      await using handle = await open(file, 'wx', 0o600);
      await handle.writeFile(await collected(content));
    }
    await rename(draft, out);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
