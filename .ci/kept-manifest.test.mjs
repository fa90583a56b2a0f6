import { build } from 'vite';
import { expect, test } from 'vitest';
import { keptManifest } from './kept-manifest.ts';

/** Modules of an app by their paths; `page.js` is its entry. */
function builtApp(modules, output = {}) {
  const ids = Object.keys(modules);
  const idOf = (source) => ids.find((id) => id.endsWith(source.replace(/^\.*/, '')));
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'modules-of-the-test',
        resolveId: (source) => idOf(source),
        load: (id) => modules[id],
      },
      keptManifest().plugin,
    ],
    build: {
      write: false,
      rolldownOptions: { input: ['/page.js', ...ids.filter((id) => id.includes('-worker'))], output },
    },
  });
}

const worker = '/web/features/variables/tokens/token-worker.ts';
const shared = { '/shared.js': 'export const value = globalThis.value;' };
const sharing = {
  ...shared,
  '/page.js': "import { value } from './shared.js'; console.log('page', value);",
  [worker]: "import { value } from './shared.js'; console.log('worker', value);",
};

test('a build fails whose always kept chunk imports a chunk of a part that is fetched later', async () => {
  const withWorker = { codeSplitting: { groups: [{ name: 'tokens', test: /token-worker|shared/ }] } };
  await expect(builtApp(sharing, withWorker)).rejects.toThrow(
    /page-.*\(always kept\) imports .*token-worker-.*, which is of the part "tokens" and may not be on the device/,
  );
});

test('a build whose worker and page share a chunk of its own passes', async () => {
  const { output } = await builtApp(sharing, {
    codeSplitting: { groups: [{ name: 'both', test: /shared/ }] },
  });
  expect(output.map(({ name }) => name)).toContain('both');
});
