import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkUnused } from './unused.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function complaintsAbout(files, options = { fewest: 1 }) {
  const folder = mkdtempSync(join(tmpdir(), 'unused-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { complaints } = await checkUnused({ folder, ...options });
  return complaints.sort();
}

const manifest = (dependencies = {}) => JSON.stringify({ name: 'planted', type: 'module', dependencies });

test('The unused check names files, exports, types and dependencies that nothing uses', async () => {
  const complaints = await complaintsAbout({
    'package.json': manifest({ 'left-pad': '1.0.0' }),
    'sync-server/main.ts': "import { used } from '../shared/rules.ts';\nused();\n",
    'shared/rules.ts': 'export const used = () => own;\nexport const own = 1;\nexport type Rule = string;\n',
    'shared/forgotten.ts': 'export const forgotten = 1;\n',
  });
  expect(complaints).toEqual([
    'package.json: left-pad is a dependency that nothing imports',
    'shared/forgotten.ts is imported by nothing',
    'shared/rules.ts: Rule is an exported type that nothing uses',
    'shared/rules.ts: own is exported but imported by nothing',
  ]);
});

test('The unused check names what only tests use, and leaves out what says @internal', async () => {
  const complaints = await complaintsAbout({
    'package.json': manifest(),
    'sync-server/main.ts': "import { used } from '../shared/rules.ts';\nused();\n",
    'shared/rules.ts': [
      'export const used = () => own;',
      'export const own = 1;',
      'export const tried = 2;',
      '/** @internal */\nexport const seam = 3;\n',
    ].join('\n'),
    'shared/oracle.ts': 'export const oracle = 1;\n',
    'shared/rules.test.ts':
      "import { own, seam, tried } from './rules.ts';\nimport { oracle } from './oracle.ts';\n",
  });
  expect(complaints).toEqual([
    'shared/oracle.ts is imported by nothing: nothing of the product, only tests',
    'shared/rules.ts: tried is exported but imported by nothing: nothing of the product, only tests',
  ]);
});

test('An unused check that read almost nothing is a failure', async () => {
  const files = { 'package.json': manifest(), 'sync-server/main.ts': 'export {};\n' };
  expect(await complaintsAbout(files, {})).toEqual([
    'only 2 files were read, fewer than 500: they were not checked',
  ]);
});
