import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textPieces } from '#shared/text/text-pieces.ts';
import { decodeText } from './decode-text.ts';
import { jsonPieces, shortJsonPieces } from './json-pieces.ts';
import { isTooLarge, pictureSize } from './picture-size.ts';
import { isJson } from './worker/is-json.ts';

const bytes = (...parts: readonly (string | number[])[]): ArrayBuffer =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  ).buffer;

describe('the text of a file', () => {
  test.each([
    ['UTF-8', bytes('Größe 日本'), 'Größe 日本'],
    ['UTF-8 with its mark', bytes([0xef, 0xbb, 0xbf], 'a'), 'a'],
    ['UTF-16, low byte first', bytes([0xff, 0xfe, 0x61, 0, 0xe5, 0x65]), 'a日'],
    ['UTF-16, high byte first', bytes([0xfe, 0xff, 0, 0x61, 0x65, 0xe5]), 'a日'],
    ['nothing', bytes(), ''],
    ['one byte that is no text', bytes([0xff]), '\ufffd'],
  ])('%s is read', (_, given, text) => {
    expect(decodeText(given)).toBe(text);
  });
});

describe('a text in pieces', () => {
  test.each([
    ['short', 10, ['short']],
    ['one\ntwo\nthree', 8, ['one\ntwo\n', 'three']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['ab\n\n\ncd', 3, ['ab\n', '\n\n', 'cd']],
    ['a😀b', 2, ['a', '😀', 'b']],
    ['', 3, ['']],
  ])('%j by %i is %j', (text, length, pieces) => {
    expect([...textPieces(text, length)]).toEqual(pieces);
  });

  test('the pieces of a text are the text when they are joined, and none is longer than it may be', () => {
    const line = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 2, max: 20 }), (lines, length) => {
        const text = lines.join('\n');
        const pieces = [...textPieces(text, length)];
        expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(length);
        expect(pieces.join('')).toBe(text);
      }),
    );
  });
});

describe('JSON', () => {
  test.each([
    ['{"a":1,"b":[true,null]}', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}'],
    ['[]', '[]'],
    ['{ "a" : { } , "b":[\n] }', '{\n  "a": {},\n  "b": []\n}'],
    ['"{ not: [brackets] }"', '"{ not: [brackets] }"'],
    ['{"a\\"}":"\\\\"}', '{\n  "a\\"}": "\\\\"\n}'],
    ['12345678901234567890.10', '12345678901234567890.10'],
    ['{"b":1,"a":2,"a":3}', '{\n  "b": 1,\n  "a": 2,\n  "a": 3\n}'],
  ])('%s is indented, and its words stay as they are', (text, indented) => {
    expect([...jsonPieces(text)].join('\n')).toBe(indented);
  });

  test('JSON is indented as JSON.stringify does it, in pieces of whatever length', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 1, max: 60 }), (text, length) => {
        expect([...jsonPieces(text, length)].join('\n')).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  test('JSON that is a million brackets deep gives its first piece at once', () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    const first = jsonPieces(deep).next().value;
    expect(first?.length).toBeLessThan(20_000);
  });

  test('JSON may be one text of ten megabytes', () => {
    const long = `["${'x'.repeat(10_000_000)}"]`;
    expect([...jsonPieces(long)].join('\n').length).toBe(long.length + '\n  \n'.length);
  });

  test('JSON of one text of a megabyte is drawn in short pieces, which joined are the text', () => {
    const pieces = [...shortJsonPieces(`["${'x'.repeat(1_000_000)}"]`)];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(40_000);
    expect(pieces.join('').replaceAll(/\s/g, '').length).toBe(1_000_004);
  });

  test.each([
    ['{"a":1}', true],
    ['{"a":1', false],
    ['{"a":1}\n{"b":2}', false],
    ['', false],
  ])('%j is JSON: %s', (text, is) => {
    expect(isJson(text)).toBe(is);
  });
});

describe('the size of a picture', () => {
  const png = (width: number, height: number) => {
    const head = new DataView(new ArrayBuffer(33));
    head.setUint32(0, 0x89504e47);
    head.setUint32(4, 0x0d0a1a0a);
    head.setUint32(16, width);
    head.setUint32(20, height);
    return head.buffer;
  };

  test('the size of a picture is what its head says', () => {
    expect(pictureSize(png(30_000, 30_000))).toEqual({ width: 30_000, height: 30_000 });
    expect(isTooLarge({ width: 30_000, height: 30_000 })).toBe(true);
    expect(isTooLarge({ width: 10_000, height: 10_000 })).toBe(false);
    const jpeg = bytes(
      [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
      [0xff, 0xff, 0xc4, 0, 3, 9],
      [0xff, 0xc2, 0, 11, 8, 1, 2, 3, 4, 0, 0],
    );
    expect(pictureSize(jpeg)).toEqual({ height: 0x0102, width: 0x0304 });
  });

  test.each([
    ['nothing', bytes()],
    ['a text', bytes('<svg/>')],
    ['a head that is cut off', png(1, 1).slice(0, 12)],
    ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xda, 0, 2, 0, 0, 0, 0, 0, 0])],
    ['a JPEG whose segment leads nowhere', bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0])],
    ['a JPEG with rubbish', bytes([0xff, 0xd8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])],
  ])('the size of %s is not known', (_, given) => {
    expect(pictureSize(given)).toBeNull();
  });
});
