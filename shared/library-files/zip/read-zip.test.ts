import { expect, test } from 'vitest';
import { collected, utf8 } from '../bytes.ts';
import type { OutputFile } from '../files.ts';
import { openZip } from './read-zip.ts';
import { writeZip } from './write-zip.ts';

const modified = '2026-01-01T00:00:00.000Z';
const textOf = (index: number) => `Prompt ${index}. `.repeat(index % 30);

async function* smallFiles(count: number): AsyncGenerator<OutputFile> {
  for (let index = 0; index < count; index += 1) {
    yield { path: `Letters/${index}.md`, modified, content: utf8(textOf(index)) };
  }
}

test('small files that lie side by side are read in blocks, in any order', async () => {
  const count = 3_000;
  const bytes = await collected(writeZip(smallFiles(count)));
  let reads = 0;
  const opened = await openZip({
    size: bytes.length,
    async slice(start, end) {
      reads += 1;
      return bytes.slice(start, end);
    },
  });
  if (!opened.ok) throw new Error(opened.reason.sentence);
  const read = async (index: number) => {
    const file = opened.files[index];
    return file === undefined ? '' : new TextDecoder().decode(await collected(file.stream()));
  };
  for (let index = 0; index < count; index += 1) expect(await read(index)).toBe(textOf(index));
  expect(reads).toBeLessThan(20);
  expect(await read(2_999)).toBe(textOf(2_999));
  expect(await read(1)).toBe(textOf(1));
});

test('more files than 16 bits count are written, and all of them are read', async () => {
  async function* tinyFiles(): AsyncGenerator<OutputFile> {
    for (let index = 0; index < 66_000; index += 1) {
      yield { path: `${index}.md`, modified, content: utf8(String(index)) };
    }
  }
  const bytes = await collected(writeZip(tinyFiles()));
  const opened = await openZip({ size: bytes.length, slice: async (start, end) => bytes.slice(start, end) });
  if (!opened.ok) throw new Error(opened.reason.sentence);
  expect(opened.files).toHaveLength(66_000);
  const last = opened.files.at(-1);
  expect(last?.path).toBe('65999.md');
  expect(new TextDecoder().decode(await collected(last?.stream() ?? new Uint8Array()))).toBe('65999');
});
