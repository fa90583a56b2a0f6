/**
 * The built web app, as files by path.
 * 1. Only what a walk of the folder found is ever opened: no path of a request reaches the file system.
 * 2. A new build is seen when its index.html changes, without a restart.
 * 3. `x.br` and `x.gz` beside `x` are its compressed forms, not files of their own.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { type InlineSources, inlineSourcesOf } from './inline-sources.ts';

export type Encoding = 'br' | 'gzip' | 'identity';
export type StaticFile = {
  contentType: string;
  /** Changes with the bytes; each encoding's own tag is made from it. */
  tag: string;
  encodings: ReadonlyMap<Encoding, string>;
  /** Of a page. */
  inline?: InlineSources;
};

export type StaticFolder = {
  /** `/index.html` and the like. Undefined: no such file. `missing`: there is no built app at all. */
  find(path: string): Promise<StaticFile | 'missing' | undefined>;
  read(file: StaticFile, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
};

type Build = { stamp: string; files: ReadonlyMap<string, StaticFile> };

const suffixes: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' };

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export function createStaticFolder(folder: string): StaticFolder {
  let build: Promise<Build> | undefined;
  let stamp: string | undefined;

  return {
    async find(path) {
      const current = await stampOf(folder);
      if (current === undefined) return 'missing';
      if (current !== stamp) {
        stamp = current;
        build = walk(folder, current);
      }
      return (await build)?.files.get(path);
    },
    async read(file, encoding) {
      const path = file.encodings.get(encoding);
      if (path === undefined) throw new Error('the file has no such encoding');
      return new Uint8Array(await readFile(path));
    },
  };
}

async function stampOf(folder: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(join(folder, 'index.html'));
    return `${mtimeMs}.${size}.${ino}`;
  } catch {
    return undefined;
  }
}

async function walk(folder: string, stamp: string): Promise<Build> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries
      // A link could lead out of the folder; a name with a leading dot is nobody's to read.
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const files = new Map<string, StaticFile>();
  for (const path of paths) {
    if (extname(path) in suffixes && paths.has(path.slice(0, -extname(path).length))) continue;
    const encodings = new Map<Encoding, string>([['identity', path]]);
    for (const [suffix, encoding] of Object.entries(suffixes)) {
      if (paths.has(path + suffix)) encodings.set(encoding, path + suffix);
    }
    const bytes = await readFile(path);
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const contentType = contentTypes[extname(path)] ?? 'application/octet-stream';
    const inline = extname(path) === '.html' ? { inline: inlineSourcesOf(bytes.toString()) } : {};
    const url = path.slice(folder.length).split(sep).join('/');
    files.set(url.startsWith('/') ? url : `/${url}`, { contentType, tag, encodings, ...inline });
  }
  return { stamp, files };
}
