import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from '../bytes.ts';
import { FileRefused, type InputFile } from '../files.ts';
import { all, inputFile } from '../testing/memory-library.ts';
import { jsonItems } from './json-items.ts';

/** The file in pieces of so many bytes. */
function inPieces(text: string, size: number): InputFile {
  const bytes = utf8(text);
  return {
    ...inputFile('a.json', text),
    async *stream() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
}

test('the items are those of JSON.parse, in whatever pieces the file comes, and lie where their places are', async () => {
  const values = fc.dictionary(
    fc.string({ unit: 'grapheme' }),
    fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()), fc.array(fc.record({ 'a"[]{},:': fc.string() }))),
  );
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 2),
      async (value, size, indent) => {
        const text = JSON.stringify(value, null, indent);
        const found = await all(jsonItems(inPieces(`\ufeff${text} `, size)));
        const expected = Object.entries(JSON.parse(text)).flatMap(([key, each]) =>
          Array.isArray(each) ? each.map((item) => [key, true, item]) : [[key, false, each]],
        );
        expect(found.map(({ key, isItem, value: item }) => [key, isItem, item])).toEqual(expected);
        const bytes = utf8(`\ufeff${text} `);
        for (const { start, end, value: item } of found) {
          expect(JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)))).toEqual(item);
        }
      },
    ),
  );
});

test.each(['', '[]', '{', '{"a":', '{"a":[1,', '{"a" 1}', '{"a":x}', '{"a":1}{', '}', 'null', '{a:1}'])(
  '%j is no JSON object',
  async (text) => {
    await expect(all(jsonItems(inPieces(text, 3)))).rejects.toThrow(FileRefused);
  },
);
