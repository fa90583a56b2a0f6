import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root, serverFolder } from './places.mjs';

/**
 * The server and the command line tool with the packages that they use, in a few files of dist-server/
 * (docs/decisions/037). Beside them lie the migrations, which are read at each start.
 * @type {import('./fresh-folder.mjs').Build}
 */
export const serverBuild = {
  name: 'server',
  folder: serverFolder,
  sources: ['sync-server', 'shared', 'package.json', 'package-lock.json', '.ci/server-build.mjs'],
  async make(outDir, logLevel) {
    const { build } = await import('vite');
    await build({
      configFile: false,
      root,
      logLevel,
      publicDir: false,
      // Native code stays where npm put it.
      ssr: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2'] },
      build: {
        ssr: true,
        outDir,
        emptyOutDir: true,
        target: 'node22',
        // A stack trace names functions and readable lines without a source map, which costs memory.
        minify: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: {
            main: join(root, 'sync-server', 'main.ts'),
            promptory: join(root, 'sync-server', 'cli', 'promptory.ts'),
          },
          // All in one folder: what the server reads beside its code is relative to that (`import.meta.url`).
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    });
    const migrations = join('sync-server', 'storage', 'sqlite', 'migrations');
    cpSync(join(root, migrations), join(outDir, 'migrations'), { recursive: true });
  },
};
