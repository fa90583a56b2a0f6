import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, serverFolder } from './places.mjs';

/**
 * Writes every character beyond ASCII as an escape: a single "…" would make V8 hold the whole file at two bytes a
 * character, together 6 MB of the memory of an idle server.
 * @returns {import('vite').Plugin}
 */
function asciiOnly() {
  const escaped = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'ascii-only',
    // By UTF-16 units: in strings, templates and regular expressions two escapes are one character as well.
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk') part.code = part.code.replaceAll(/[\u0080-\uffff]/g, escaped);
      }
    },
  };
}

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
      plugins: [asciiOnly()],
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
            'judge-worker': join(root, 'sync-server', 'cli', 'check', 'judge-worker.ts'),
          },
          // All in one folder: what the server reads beside its code is relative to that (`import.meta.url`).
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    });
    for (const migrations of ['sqlite/migrations', 'postgres/postgres-migrations']) {
      const from = join(root, 'sync-server', 'storage', migrations);
      cpSync(from, join(outDir, basename(migrations)), { recursive: true });
    }
  },
};
