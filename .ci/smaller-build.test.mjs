import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './places.mjs';
import { packedEntities, parsingEachVersionOnce } from './smaller-build.ts';

const source = join(root, 'node_modules', 'character-entities', 'index.js');

const asModule = (text) => import(`data:text/javascript,${encodeURIComponent(text)}`);

test('each version of a database has the stores that Dexie gives it, though each is parsed less often', async () => {
  const code = readFileSync(join(root, 'node_modules', 'dexie', 'dist', 'modern', 'dexie.mjs'), 'utf8');
  function schemasOf({ Dexie }) {
    const db = new Dexie('stores');
    let parsed = 0;
    const first = db.version(1);
    const prototype = Object.getPrototypeOf(first);
    const parse = prototype._parseStoresSpec;
    prototype._parseStoresSpec = function (...spec) {
      parsed += 1;
      return parse.apply(this, spec);
    };
    first.stores({ rows: 'id, name', gone: '++id' });
    db.version(2).stores({ rows: 'id, [name+at], *tags' });
    db.version(3).upgrade(() => undefined);
    db.version(4).stores({ gone: null, added: 'key, &once' });
    db.version(5).stores({ rows: 'id' });
    const schemas = db._versions.map(({ _cfg }) => JSON.parse(JSON.stringify(_cfg.dbschema)));
    return { schemas, tables: db.tables.map(({ name }) => name).toSorted(), parsed };
  }
  const [original, cut] = [
    schemasOf(await asModule(code)),
    schemasOf(await asModule(parsingEachVersionOnce(code))),
  ];
  expect({ ...cut, parsed: 0 }).toEqual({ ...original, parsed: 0 });
  expect(cut.schemas.map((stores) => Object.keys(stores))).toEqual([
    ['rows', 'gone'],
    ['rows', 'gone'],
    ['rows', 'gone'],
    ['rows', 'added'],
    ['rows', 'added'],
  ]);
  // When a version is declared, and when its stores are named.
  expect([original.parsed, cut.parsed]).toEqual([26, 8]);
});

test('the packed names of characters are those of the package', async () => {
  const code = readFileSync(source, 'utf8');
  const [{ characterEntities: original }, { characterEntities: unpacked }] = await Promise.all([
    asModule(code),
    asModule(packedEntities(code)),
  ]);
  expect(unpacked).toEqual(original);
  expect(unpacked).toMatchObject({ amp: '&', NewLine: '\n', bne: '=\u20E5', zwnj: '\u200C' });
});
