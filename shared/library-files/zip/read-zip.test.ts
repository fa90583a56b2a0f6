import { expect, test } from 'vitest';
import { collected, utf8 } from '../bytes.ts';
import { FileRefused, type OutputFile } from '../files.ts';
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

/** A zip with one file of several megabytes, packed to more than one. */
async function largeZip() {
  const numbers = Array.from({ length: 400_000 }, (_, index) => (index * 2_654_435_761) % 999_983);
  const content = utf8(numbers.join(' '));
  async function* files(): AsyncGenerator<OutputFile> {
    yield { path: 'large.json', modified, content };
  }
  const bytes = (await collected(writeZip(files()))).slice();
  const read = async (slice = async (start: number, end: number) => bytes.slice(start, end)) => {
    const opened = await openZip({ size: bytes.length, slice });
    if (!opened.ok) throw new Error(opened.reason.sentence);
    return collected(opened.files[0]?.stream() ?? new Uint8Array());
  };
  return { bytes, content, read };
}

test('a large file is read to the byte', async () => {
  const { bytes, content, read } = await largeZip();
  expect(bytes.length).toBeGreaterThan(1024 * 1024);
  expect(Buffer.from(await read()).equals(Buffer.from(content))).toBe(true);
});

test('a large file that is damaged inside is refused, and so is one whose bytes are not given', async () => {
  const { bytes, read } = await largeZip();
  const unread = new FileRefused({ sentence: 'This file could not be read.' });
  const half = bytes.length / 2;
  const failing = async (start: number, end: number) => {
    if (start < half && end > half) throw unread;
    return bytes.slice(start, end);
  };
  await expect(read(failing)).rejects.toBe(unread);
  bytes.fill(0xff, half, half + 64);
  await expect(read()).rejects.toMatchObject({
    reason: { sentence: 'This file is damaged inside of the zip.' },
  });
});
