/**
 * Serves a build that was made for the root of an origin under a base path. Scripts and styles name each other
 * relative to themselves; three files have absolute paths or hashes, and are rewritten here:
 * 1. `index.html`: the paths of its scripts and fonts, and the base path for the app to read.
 * 2. `manifest.webmanifest`: identity, start, scope and pictures.
 * 3. `service-worker.js`: the hashes by which it verifies the other two.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { inlineSourcesOf } from './inline-sources.ts';
import type { Encoding, StaticFile, StaticFolder } from './static-folder.ts';

const compress = promisify(gzip);
const page = '/index.html';
const manifest = '/manifest.webmanifest';
const worker = '/service-worker.js';

type Rewritten = StaticFile & { bytes: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>> };
type Files = ReadonlyMap<string, Rewritten>;

/** `basePath`: '' or like '/promptory'. */
export function underBasePath(folder: StaticFolder, basePath: string): StaticFolder {
  if (basePath === '') return folder;
  const bytesOf = new WeakMap<StaticFile, Rewritten['bytes']>();
  let latest: { of: string; files: Promise<Files> } | undefined;

  /** Rewrites again where a new build has taken the place of the one before. */
  async function current(): Promise<Files> {
    const found = await Promise.all([page, manifest, worker].map((path) => folder.find(path)));
    const of = found.map(tagOf).join();
    if (latest?.of !== of) latest = { of, files: rewrite(folder, basePath) };
    const files = await latest.files;
    for (const file of files.values()) bytesOf.set(file, file.bytes);
    return files;
  }

  return {
    async find(path) {
      const rewritten = [page, manifest, worker].includes(path) ? (await current()).get(path) : undefined;
      return rewritten ?? folder.find(path);
    },
    read: async (file, encoding) => bytesOf.get(file)?.get(encoding) ?? folder.read(file, encoding),
  };
}

function tagOf(file: Awaited<ReturnType<StaticFolder['find']>>): string {
  return file === undefined || file === 'missing' ? '' : file.tag;
}

async function rewrite(folder: StaticFolder, basePath: string): Promise<Files> {
  const hashes: [before: string, after: string][] = [];
  const files = new Map<string, Rewritten>();
  async function rewriteFile(path: string, change: (text: string) => string): Promise<void> {
    const file = await folder.find(path);
    if (file === undefined || file === 'missing') return;
    const before = await folder.read(file, 'identity');
    const text = change(new TextDecoder().decode(before));
    const after = new TextEncoder().encode(text);
    hashes.push([integrityOf(before), integrityOf(after)]);
    const bytes = new Map<Encoding, Uint8Array<ArrayBuffer>>([
      ['identity', after],
      ['gzip', new Uint8Array(await compress(after))],
    ]);
    const encodings = new Map([...bytes.keys()].map((encoding) => [encoding, path]));
    const tag = createHash('sha256').update(after).digest('base64url').slice(0, 22);
    const inline = path === page ? { inline: inlineSourcesOf(text) } : {};
    files.set(path, { contentType: file.contentType, tag, encodings, bytes, ...inline });
  }
  await rewriteFile(page, (text) =>
    text
      .replace(/\b(src|href|content)="\/(?!\/)/g, `$1="${basePath}/`)
      .replace(/\burl\(\/(?!\/)/g, `url(${basePath}/`),
  );
  await rewriteFile(manifest, (text) => text.replace(/"\/(?!\/)/g, `"${basePath}/`));
  await rewriteFile(worker, (text) =>
    hashes.reduce((rest, [before, after]) => rest.replaceAll(before, after), text),
  );
  return files;
}

function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
