/** Writes into the manifest of the service worker what it keeps of the app, and when. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { VitePluginPWAAPI, VitePWAOptions } from 'vite-plugin-pwa';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];
type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'moduleIds' | 'facadeModuleId' | 'imports'>;

/** Modules that begin a part of the app which is kept only where it is used, or after everything else. */
const parts: readonly { readonly module: RegExp; readonly part: string }[] = [
  { module: /[\\/]markdown[\\/]worker[\\/]color-code\.ts$/, part: 'code-colors' },
  { module: /[\\/]tokens[\\/]token-worker\.ts$/, part: 'tokens' },
  // The rules that find secrets, and what stands for the modules of Node that they name and do not use here.
  { module: /[\\/]@secretlint[\\/]|__vite-browser-external/, part: 'secrets' },
  { module: /[\\/]transfer[\\/]worker[\\/]transfer-worker\.ts$/, part: 'transfer' },
  // The engine that calls models, with the SDK and the catalogue of prices.
  { module: /[\\/]web[\\/]run[\\/]|[\\/](ai|@ai-sdk|genai-prices)[\\/]/, part: 'models' },
];

/** Returns the name of the part of the app that a module begins; null for one that is always kept. */
function partOf(module: string): string | null {
  const [, language] = /[\\/]shared[\\/]language[\\/](\w+)\.json$/.exec(module) ?? [];
  const [, encoding] = /[\\/]gpt-tokenizer[\\/]esm[\\/]bpeRanks[\\/](\w+)\.js$/.exec(module) ?? [];
  if (language !== undefined) return `language-${language}`;
  if (encoding !== undefined) return `tokens-${encoding}`;
  return parts.find((one) => one.module.test(module))?.part ?? null;
}

/** Returns the part that a file of the build belongs to; null where it is always kept. */
function partOfFile({
  moduleIds,
  facadeModuleId,
}: Pick<Chunk, 'moduleIds' | 'facadeModuleId'>): string | null {
  // A file that only leads to a module in another one has none itself.
  for (const module of [...moduleIds, facadeModuleId ?? '']) {
    const part = partOf(module);
    if (part !== null) return part;
  }
  return null;
}

/**
 * Throws where a chunk cannot be loaded without a part that may not be on the device: one that is always kept, or one
 * of another part, must not import it at its top level. A module that both need has to be in a chunk of its own.
 */
function assertPartsStandAlone(chunks: readonly Chunk[]): void {
  const partOfChunk = new Map(chunks.map((chunk) => [chunk.fileName, partOfFile(chunk)]));
  const faults = chunks.flatMap(({ fileName, imports }) =>
    imports.flatMap((imported) => {
      const part = partOfChunk.get(imported) ?? null;
      const own = partOfChunk.get(fileName) ?? null;
      return part === null || part === own
        ? []
        : [
            `${fileName} (${own ?? 'always kept'}) imports ${imported}, which is of the part "${part}" and may not be on the device.`,
          ];
    }),
  );
  if (faults.length > 0) {
    throw new Error(
      `${faults.join('\n')}\nWithout a network it would not open. Put what both need into a chunk of its own.`,
    );
  }
}

/**
 * Gives each file in the manifest of the service worker the hash of its bytes (subresource integrity), so that
 * nothing else is ever kept in its place; and the name of its part, where it is not always kept. The web manifest is
 * read from the folder like every other file: what the plugin adds by itself goes around the transform, and has no
 * hash.
 */
export function keptManifest(): { plugin: Plugin; transform: ManifestTransform } {
  let built = '';
  /** Parts by their files. */
  const partFiles = new Map<string, string>();
  let pwa: VitePluginPWAAPI | undefined;
  return {
    plugin: {
      name: 'kept-manifest',
      apply: 'build',
      configResolved(config) {
        built = resolve(config.root, config.build.outDir);
        pwa = config.plugins.find(({ name }) => name === 'vite-plugin-pwa')?.api;
      },
      generateBundle(_options, bundle) {
        assertPartsStandAlone(Object.values(bundle).filter((file) => file.type === 'chunk'));
      },
      writeBundle(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const { fileName } = file;
          const part = file.type === 'chunk' ? partOfFile(file) : null;
          if (part !== null) partFiles.set(fileName, part);
        }
        pwa?.extendManifestEntries(() => []);
      },
    },
    transform: (entries) => ({
      manifest: entries.map((entry) => {
        const hash = createHash('sha384').update(readFileSync(join(built, entry.url)));
        const part = partFiles.get(entry.url);
        return {
          ...entry,
          integrity: `sha384-${hash.digest('base64')}`,
          ...(part === undefined ? {} : { part }),
        };
      }),
      warnings: [],
    }),
  };
}
