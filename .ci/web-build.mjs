import { join } from 'node:path';
import { distFolder, root } from './places.mjs';
import { precompress } from './precompress.mjs';

/**
 * The web app, built into dist/.
 * @type {import('./fresh-folder.mjs').Build}
 */
export const webBuild = {
  name: 'web app',
  folder: distFolder,
  sources: [
    'web',
    'shared',
    'public',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'web/service-worker/tsconfig.json',
    '.ci/web-build.mjs',
    '.ci/precompress.mjs',
    '.ci/inline-entry-style.ts',
    '.ci/kept-manifest.ts',
    '.ci/start-chunks.ts',
    '.ci/workers-as-chunks.ts',
  ],
  async make(outDir, logLevel) {
    const { build } = await import('vite');
    await build({
      configFile: join(root, 'vite.config.ts'),
      logLevel,
      build: { outDir, emptyOutDir: true },
    });
    await precompress(outDir);
  },
};
