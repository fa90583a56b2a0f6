import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonBlob, jsonParts } from './json-parts.ts';

test('the parts are the JSON of the object', () => {
  const values = fc.dictionary(
    fc.string(),
    fc.oneof(
      fc.jsonValue(),
      fc.array(fc.oneof(fc.jsonValue(), fc.constant(undefined))),
      fc.constant(undefined),
    ),
  );
  fc.assert(
    fc.property(values, (value) => {
      expect([...jsonParts(value)].join('')).toBe(JSON.stringify(value));
    }),
  );
});

test('the file is the JSON of the object, in pieces', async () => {
  const rows = Array.from({ length: 20 }, (_, id) => ({ id, content: `${id} é `.repeat(200_000) }));
  const blob = await jsonBlob({ format: 'f', rows });
  expect(blob.type).toBe('application/json');
  expect(JSON.parse(await blob.text())).toEqual({ format: 'f', rows });
});

test('no part is much longer than its longest item, however long the list is', () => {
  const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, content: 'a word '.repeat(300) }));
  const parts = [...jsonParts({ format: 'f', rows, none: [] })];
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(135_000);
  expect(JSON.parse(parts.join(''))).toEqual({ format: 'f', rows, none: [] });
});
