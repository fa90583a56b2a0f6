import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds workers as chunks of the app's own build, so that what a worker and the page both use (Dexie, zod) is fetched
 * and kept once, and the parts of a worker are parts of the app (`kept-manifest.ts`). Vite's own build of a worker copies
 * what it shares: 270 KB more on each device. Only for module workers that are named in this one way.
 */
export function workersAsChunks(): Plugin {
  const named = /new Worker\(new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;
  return {
    name: 'workers-as-chunks',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/, code: 'new Worker(new URL(' },
      handler(code, importer) {
        return code.replace(named, (_whole, path: string) => {
          const file = this.emitFile({ type: 'chunk', id: resolve(importer, '..', path) });
          return `new Worker(import.meta.ROLLUP_FILE_URL_${file}`;
        });
      },
    },
  };
}
