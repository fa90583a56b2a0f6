/**
 * The catalogues of sentences, each kept only where its language is used: a device that shows English keeps none.
 *
 * 1. A language is used where the browser asks for it first, or where its catalogue was loaded once. It then has a
 *    cache of its own, which stays: whoever went back to English finds it without a network.
 * 2. A version of the app is installed only with the catalogues that are used here, and each with its own bytes.
 * 3. A catalogue that cannot be had leaves no cache behind: nobody is promised what is not here.
 */
import { isLanguage, type Language, languageOf } from '#shared/language/languages.ts';
import { damagedFiles, type KeptFile, mendFiles } from './kept-files.ts';

/** `cacheKey`: the whole address. */
export type Catalogue = KeptFile & { readonly language: Language };

export interface KeptLanguages {
  /** Whether an address is that of a catalogue. */
  has(url: string): boolean;
  /** Returns a catalogue, and keeps it from now on. */
  answer(url: string): Promise<Response>;
  /** Fetches what is missing of a language, and returns what is missing afterwards; so do the others. */
  keep(language: string): Promise<KeptFile[]>;
  keepUsed(): Promise<KeptFile[]>;
  damaged(): Promise<KeptFile[]>;
  /** Removes the catalogues of other versions. */
  removeOthers(): Promise<void>;
}

export function keptLanguages(catalogues: readonly Catalogue[], scope: string): KeptLanguages {
  const nameOf = (language: Language) => `language-${language}-${scope}`;

  async function keepOne(catalogue: Catalogue): Promise<KeptFile[]> {
    const name = nameOf(catalogue.language);
    const wasUsed = await caches.has(name);
    const missing = await mendFiles(await caches.open(name), [catalogue]);
    if (missing.length > 0 && !wasUsed) await caches.delete(name);
    return missing;
  }

  async function used(): Promise<Catalogue[]> {
    const preferred = languageOf(null, navigator.languages);
    const uses = catalogues.map(
      async ({ language }) => language === preferred || (await caches.has(nameOf(language))),
    );
    const areUsed = await Promise.all(uses);
    return catalogues.filter((_catalogue, index) => areUsed[index]);
  }

  const each = async (found: readonly Catalogue[], look: (one: Catalogue) => Promise<KeptFile[]>) =>
    (await Promise.all(found.map(look))).flat();

  return {
    has: (url) => catalogues.some(({ cacheKey }) => cacheKey === url),
    async answer(url) {
      const catalogue = catalogues.find(({ cacheKey }) => cacheKey === url);
      if (catalogue === undefined) return Response.error();
      const find = () => caches.match(url, { cacheName: nameOf(catalogue.language) });
      const kept = await find();
      if (kept !== undefined) return kept;
      await keepOne(catalogue);
      return (await find()) ?? Response.error();
    },
    keep: (language) =>
      each(
        catalogues.filter((one) => one.language === language),
        keepOne,
      ),
    keepUsed: async () => each(await used(), keepOne),
    damaged: async () =>
      each(await used(), async (catalogue) =>
        damagedFiles(await caches.open(nameOf(catalogue.language)), [catalogue]),
      ),
    async removeOthers() {
      for (const { language, cacheKey } of catalogues) {
        if (!(await caches.has(nameOf(language)))) continue;
        const cache = await caches.open(nameOf(language));
        const others = (await cache.keys()).filter(({ url }) => url !== cacheKey);
        await Promise.all(others.map((other) => cache.delete(other)));
      }
    },
  };
}

/** Returns the language that the build wrote beside a file of its manifest; null where it is no catalogue. */
export function languageOfEntry(entry: object): Language | null {
  const language = 'language' in entry ? entry.language : null;
  return typeof language === 'string' && isLanguage(language) ? language : null;
}
