import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileRefused, type InputFile } from '../../files.ts';
import { all, inputFile } from '../../testing/memory-library.ts';
import { arrayItems } from './array-items.ts';

/** A file whose reader gives so many bytes at a time, in memory that it uses again. */
function inPieces(bytes: Uint8Array, size: number): InputFile {
  return {
    ...inputFile('a.json', bytes),
    async *stream() {
      const piece = new Uint8Array(size);
      for (let at = 0; at < bytes.length; at += size) {
        const part = bytes.subarray(at, at + size);
        piece.set(part);
        yield piece.subarray(0, part.length);
      }
    },
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const bounds = { bytes: 64, depth: 5 };
const read = (text: string, size = 7) => all(arrayItems(inPieces(bytesOf(text), size), { bounds }));
const reasons = async (text: string) =>
  (await read(text)).map((item) => (item.ok ? item.value : item.reason.sentence));

/** The items as `JSON.parse` has them; null where it refuses the text, or it is no list. */
function parsed(bytes: Uint8Array): unknown[] | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The items as they are read in pieces; null where the file or one of them is refused. */
async function items(bytes: Uint8Array, size: number): Promise<unknown[] | null> {
  try {
    const found = await all(arrayItems(inPieces(bytes, size)));
    return found.every((item) => item.ok) ? found.map((item) => (item.ok ? item.value : null)) : null;
  } catch (failure) {
    if (failure instanceof FileRefused) return null;
    throw failure;
  }
}

const json = fc.array(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), { maxLength: 6 });
const size = fc.integer({ min: 1, max: 40 });

describe('the items of a JSON list', () => {
  it('are those of JSON.parse, wherever the pieces of the file end', async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.constantFrom(undefined, 2), size, async (list, indent, pieces) => {
        const bytes = bytesOf(
          `${indent === undefined ? '' : '\ufeff'}${JSON.stringify(list, null, indent)}\n`,
        );
        expect(await items(bytes, pieces)).toEqual(parsed(bytes));
      }),
    );
  });

  it('are refused where JSON.parse refuses the text, and only there', async () => {
    const mistake = fc.record({ at: fc.nat(), byte: fc.constantFrom(...bytesOf('[]{}",:\\ \u0000a1é')) });
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(json, fc.array(mistake, { maxLength: 3 }), size, async (list, mistakes, pieces) => {
        const bytes = bytesOf(JSON.stringify(list));
        for (const { at, byte } of mistakes) bytes[at % bytes.length] = byte;
        const whole = parsed(bytes);
        if (whole === null) refused += 1;
        expect(await items(bytes, pieces)).toEqual(whole);
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  it.each([
    ['backslashes before a quote', String.raw`["\\\\","\\\"","\\"]`, ['\\\\', '\\"', '\\']],
    ['brackets and commas in texts', '["],[{",{"a":"}]"}]', ['],[{', { a: '}]' }]],
    ['an empty list', ' [ ] ', []],
    [
      'an item beyond its bytes',
      `[1,"${'x'.repeat(70)}",2]`,
      [1, 'It has more than {megabytes, number} MB.', 2],
    ],
    ['an item that is nested too deeply', '[[[[[[[]]]]]],2]', ['It is nested too deeply.', 2]],
    ['a comma too many', '[1,]', [1, 'It is not JSON.']],
    ['NUL in a text', '["a\u0000b",2]', ['It is not JSON.', 2]],
    ['a key of Object.prototype', '[{"__proto__":{"a":1}}]', [JSON.parse('{"__proto__":{"a":1}}')]],
  ])('%s', async (_, text, expected) => {
    expect(await reasons(text)).toEqual(expected);
  });

  it('are named where they are no UTF-8, and the next one is read', async () => {
    const bytes = new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x2c, 0x32, 0x5d]);
    expect(await all(arrayItems(inPieces(bytes, 2)))).toMatchObject([
      { ok: false, reason: { sentence: 'It is not UTF-8 text.' } },
      { ok: true, value: 2 },
    ]);
  });

  it.each([
    ['{"a":1}', 'This file is not a JSON list.'],
    ['', 'This file is not a JSON list.'],
    ['[1] x', 'This file is not a JSON list.'],
    ['[1,{"a', 'This file ends in the middle of a list. It is not whole.'],
  ])('a file of %j is refused', async (text, sentence) => {
    await expect(read(text)).rejects.toMatchObject({ reason: { sentence } });
  });

  it('hold no more than one of them: a text of 200 MB is passed over in small memory', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(0x61);
    const file: InputFile = {
      ...inputFile('a.json', ''),
      async *stream() {
        yield bytesOf('[1,"');
        for (let count = 0; count < 200; count += 1) yield piece;
        yield bytesOf('",2]');
      },
    };
    const before = process.memoryUsage().rss;
    const found = await all(arrayItems(file));
    expect(found.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});
