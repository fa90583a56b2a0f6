import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './places.mjs';
import { packedEntities } from './smaller-build.ts';

const source = join(root, 'node_modules', 'character-entities', 'index.js');

const asModule = (text) => import(`data:text/javascript,${encodeURIComponent(text)}`);

test('the packed names of characters are those of the package', async () => {
  const code = readFileSync(source, 'utf8');
  const [{ characterEntities: original }, { characterEntities: unpacked }] = await Promise.all([
    asModule(code),
    asModule(packedEntities(code)),
  ]);
  expect(unpacked).toEqual(original);
  expect(unpacked).toMatchObject({ amp: '&', NewLine: '\n', bne: '=\u20E5', zwnj: '\u200C' });
});
