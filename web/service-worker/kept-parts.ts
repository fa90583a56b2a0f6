/**
 * The parts of the app that are kept only where they are used, or after everything else: the catalogue of a language,
 * the ranks of an encoding, the grammars of code, the readers and writers of files.
 *
 * 1. A part is used where the browser prefers it (its first language), or where it was loaded once. It then has a
 *    cache of its own, which stays: whoever went back to English finds German without a network.
 * 2. A version of the app is installed only with the parts that are used here, and each with its own bytes.
 * 3. A part that cannot be had leaves no cache behind: nobody is promised what is not here.
 */
import { damagedFiles, type KeptFile, mendFiles } from './kept-files.ts';

/** `cacheKey`: the whole address. `part`: what the build calls it, as `language-de` or `tokens-o200k_base`. */
export type PartFile = KeptFile & { readonly part: string };

export interface KeptParts {
  /** Whether an address is that of a part. */
  has(url: string): boolean;
  /** Returns a part, and keeps it from now on. */
  answer(url: string): Promise<Response>;
  /** Fetches what is missing of a part, and returns what is missing afterwards; so do the others. */
  keep(part: string): Promise<KeptFile[]>;
  keepUsed(): Promise<KeptFile[]>;
  damaged(): Promise<KeptFile[]>;
  /** Removes the files of other versions, and the parts that this version does not have. */
  removeOthers(): Promise<void>;
}

export type KeptPartsOptions = {
  readonly scope: string;
  readonly preferred: string;
  /** The names of the caches of this scope that belong to no part. */
  readonly others: readonly string[];
};

export function keptParts(
  files: readonly PartFile[],
  { scope, preferred, others }: KeptPartsOptions,
): KeptParts {
  const nameOf = (part: string) => `${part}-${scope}`;

  async function keepOne(file: PartFile): Promise<KeptFile[]> {
    const name = nameOf(file.part);
    const wasUsed = await caches.has(name);
    const missing = await mendFiles(await caches.open(name), [file]);
    if (missing.length > 0 && !wasUsed) await caches.delete(name);
    return missing;
  }

  async function used(): Promise<PartFile[]> {
    const areUsed = await Promise.all(
      files.map(async ({ part }) => part === preferred || (await caches.has(nameOf(part)))),
    );
    return files.filter((_file, index) => areUsed[index]);
  }

  const each = async (found: readonly PartFile[], look: (one: PartFile) => Promise<KeptFile[]>) =>
    (await Promise.all(found.map(look))).flat();

  return {
    has: (url) => files.some(({ cacheKey }) => cacheKey === url),
    async answer(url) {
      const file = files.find(({ cacheKey }) => cacheKey === url);
      if (file === undefined) return Response.error();
      const find = () => caches.match(url, { cacheName: nameOf(file.part) });
      const kept = await find();
      if (kept !== undefined) return kept;
      await keepOne(file);
      return (await find()) ?? Response.error();
    },
    keep: (part) =>
      each(
        files.filter((one) => one.part === part),
        keepOne,
      ),
    keepUsed: async () => each(await used(), keepOne),
    damaged: async () =>
      each(await used(), async (file) => damagedFiles(await caches.open(nameOf(file.part)), [file])),
    async removeOthers() {
      const addresses = new Set(files.map(({ cacheKey }) => cacheKey));
      const names = new Set(files.map(({ part }) => nameOf(part)));
      for (const name of await caches.keys()) {
        if (!name.endsWith(nameOf('')) || others.includes(name)) continue;
        if (!names.has(name)) await caches.delete(name);
        else await removeFiles(await caches.open(name), (url) => !addresses.has(url));
      }
    },
  };
}

async function removeFiles(cache: Cache, isOther: (url: string) => boolean): Promise<void> {
  const others = (await cache.keys()).filter(({ url }) => isOther(url));
  await Promise.all(others.map((other) => cache.delete(other)));
}

/** Returns the part that the build wrote beside a file of its manifest; null where it is always kept. */
export function partOfEntry(entry: object): string | null {
  const part = 'part' in entry ? entry.part : null;
  return typeof part === 'string' ? part : null;
}
