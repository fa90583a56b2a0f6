import { build } from 'vite';
import { expect, test } from 'vitest';
import { root } from './places.mjs';
import { shortCatalogueKeys } from './short-catalogue-keys.ts';

const catalogue = `${root}/shared/language/de.json`;

const built = (keyOf) =>
  build({
    configFile: false,
    logLevel: 'silent',
    root,
    plugins: [shortCatalogueKeys(keyOf)],
    build: { write: false, lib: { entry: catalogue, formats: ['es'] } },
  });

test('two sentences with one key make the build fail, and are named', async () => {
  const asOne = new Set(['Sign In', 'Sign Up']);
  const keyOf = (sentence) => (asOne.has(sentence) ? 'AAAAAAA' : sentence);
  await expect(built(keyOf)).rejects.toThrow(/'Sign In' and 'Sign Up' have the same key/);
});

test('the build has no English sentence of the catalogue', async () => {
  const [{ output }] = await built();
  const code = output.map((file) => file.code ?? file.source).join('');
  expect(code).toContain('Anmelden');
  expect(code).not.toContain('Sign In');
});
