import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collected, utf8 } from './bytes.ts';
import type { Candidate } from './candidate.ts';
import type { InputFile } from './files.ts';
import { planImport } from './plan/plan-import.ts';
import { readLibraryFiles } from './read-library-files.ts';
import { all, inputFile, MemoryLibrary, planOptions } from './testing/memory-library.ts';
import { readYaml } from './yaml.ts';
import { crc32 } from './zip/crc32.ts';
import { writeZip } from './zip/write-zip.ts';

const options = { project: { id: null, name: 'Imported' } };
const modified = '2026-03-01T10:00:00.000Z';

async function zip(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const list = Object.entries(files).map(([path, content]) => ({
    ...{ path, modified },
    content: typeof content === 'string' ? utf8(content) : content,
  }));
  return collected(writeZip(stream(list)));
}

async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function candidates(...files: InputFile[]): Promise<Candidate[]> {
  return all(readLibraryFiles(files, options));
}

/** Returns the sentences of what is refused, and checks that nothing comes in beside them. */
async function refusals(bytes: Uint8Array): Promise<string[]> {
  const found = await candidates(inputFile('library.zip', bytes));
  const rows = await all(planImport(found, new MemoryLibrary().existing(), planOptions()));
  expect(rows.flatMap(({ mutations }) => mutations)).toEqual([]);
  return found.flatMap((each) => (each.kind === 'refused' ? [each.reason.sentence] : []));
}

/** Returns the bytes with others at each place where these stand. */
function replaced(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return Uint8Array.from(text.replaceAll(from, to), (letter) => letter.charCodeAt(0));
}

function patched(bytes: Uint8Array, signature: number, at: number, values: readonly number[]): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let place = 0; place + 4 <= copy.length; place += 1) {
    if (view.getUint32(place, true) === signature) copy.set(values, place + at);
  }
  return copy;
}

const central = 0x02014b50;
const end = 0x06054b50;

describe('a hostile zip is refused in words and changes nothing', () => {
  it.each([
    ['../../../x.md', 'A path in this zip leads out of its folder. The zip is not opened.'],
    ['a/../../xx.md', 'A path in this zip leads out of its folder. The zip is not opened.'],
    ['/etc/passwd.md', 'A path in this zip leads out of its folder. The zip is not opened.'],
    ['C:/Windows/x.md', 'A path in this zip leads out of its folder. The zip is not opened.'],
    ['..\\..\\xxxxx.md', 'A path in this zip leads out of its folder. The zip is not opened.'],
    ['a//bbbbbbbbb.md', 'A path in this zip leads out of its folder. The zip is not opened.'],
    [
      'a/b\u0001ccccccc.md',
      'A path in this zip is too long, or has characters that no path has. The zip is not opened.',
    ],
  ])('with the path %j', async (path, sentence) => {
    expect(await refusals(await zip({ [path]: 'text', 'good.md': 'text' }))).toEqual([sentence]);
  });

  it('with two files of one name, also by letter case', async () => {
    const sentence = 'This zip has two files of the same name. It is not opened.';
    expect(await refusals(replaced(await zip({ 'a.md': '1', 'b.md': '2' }), 'b.md', 'a.md'))).toEqual([
      sentence,
    ]);
    expect(await refusals(await zip({ 'a.md': '1', 'A.md': '2' }))).toEqual([sentence]);
  });

  it('with a link', async () => {
    const link = patched(await zip({ 'a.md': '/etc/passwd' }), central, 38, [0, 0, 0xff, 0xa1]);
    expect(await refusals(link)).toEqual(['This zip has links or devices in it. It is not opened.']);
  });

  it('with an encrypted file', async () => {
    const locked = patched(await zip({ 'a.md': 'text' }), central, 8, [1, 8]);
    expect(await refusals(locked)).toEqual(['This zip is encrypted. It is not opened.']);
  });

  it('with a method that is not read', async () => {
    const lzma = patched(await zip({ 'a.md': 'text' }), central, 10, [14, 0]);
    expect(await refusals(lzma)).toEqual([
      'This zip is compressed in a way that is not read. Make one with ordinary compression.',
    ]);
  });

  it('with a wrong CRC: that file alone', async () => {
    const wrong = patched(await zip({ 'a.md': 'text' }), central, 16, [1, 2, 3, 4]);
    expect(await refusals(wrong)).toEqual(['This file is damaged inside of the zip.']);
  });

  it('with files that lie over each other', async () => {
    const bytes = await zip({ 'a.md': 'x'.repeat(60), 'b.md': 'y' });
    const view = new DataView(bytes.buffer);
    const second = bytes.length - 22 - (46 + 4);
    expect(view.getUint32(second, true)).toBe(central);
    // The second entry points to the header of the first.
    view.setUint32(second + 42, 0, true);
    expect(await refusals(bytes)).toEqual(['This zip has files that lie over each other. It is not opened.']);
  });

  it('that announces a gigabyte', async () => {
    const bomb = await bombOf(1024 ** 3, { announced: 1024 ** 3 });
    expect(bomb.length).toBeLessThan(1_200_000);
    expect(await refusals(bomb)).toEqual(['This zip holds far more than its size allows. It is not opened.']);
  });

  it('that inflates to a gigabyte and announces a few bytes: no more than these are inflated', async () => {
    const bomb = await bombOf(1024 ** 3, { announced: 100 });
    expect(await refusals(bomb)).toEqual(['This file is damaged inside of the zip.']);
  });

  it('with a directory that announces more files than are read', async () => {
    const many = patched(await zip({ 'a.md': 'text' }), end, 8, [0xfe, 0xff, 0xfe, 0xff]);
    expect(await refusals(many)).toEqual(['This is not a zip, or it is damaged.']);
  });

  it('with a Zip64 end that lies', async () => {
    const bytes = patched(await zip({ 'a.md': 'text' }), end, 8, [0xff, 0xff, 0xff, 0xff]);
    const tail = bytes.slice(-22);
    const record = new Uint8Array(56 + 20);
    const view = new DataView(record.buffer);
    view.setUint32(0, 0x06064b50, true);
    for (const at of [24, 32]) view.setBigUint64(at, 2n ** 40n, true);
    for (const at of [40, 48]) view.setBigUint64(at, 2n ** 50n, true);
    view.setUint32(56, 0x07064b50, true);
    view.setBigUint64(64, BigInt(bytes.length - 22), true);
    const lying = new Uint8Array([...bytes.slice(0, -22), ...record, ...tail]);
    expect(await refusals(lying)).toEqual([
      'This zip has more than {count, number} files. It is not opened.',
    ]);
  });

  it('that is cut off, anywhere', async () => {
    const bytes = await zip({ 'a.md': 'some text', 'b/c.md': 'another text' });
    for (let length = 0; length < bytes.length; length += 1) {
      expect(await refusals(bytes.slice(0, length))).toHaveLength(1);
    }
  });

  it('inside of two others: that file alone', async () => {
    const third = await zip({ 'a.md': 'text' });
    const outer = await zip({ 'inner.zip': await zip({ 'third.zip': third, 'b.md': 'good' }) });
    const found = await candidates(inputFile('library.zip', outer));
    expect(found.map((each) => (each.kind === 'refused' ? each.reason.sentence : each.kind))).toEqual([
      'A zip inside of two others is not opened.',
      'prompt',
    ]);
  });

  it('but 10,000 files are read', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => [`Prompts/${index}.md`, `text ${index}`]);
    const found = await candidates(inputFile('library.zip', await zip(Object.fromEntries(names))));
    expect(found.filter(({ kind }) => kind === 'prompt')).toHaveLength(10_000);
  });
});

/** A zip with one file of zeros, made without holding them. */
async function bombOf(size: number, { announced }: { announced: number }): Promise<Uint8Array> {
  // Zeros that were deflated up to a full flush can stand any number of times (RFC 1951); the last two bytes end them.
  const block = 1024 * 1024;
  const flushed = deflateRawSync(new Uint8Array(block), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const packed = new Uint8Array((flushed.length * size) / block + 2);
  for (let at = 0; at + 2 < packed.length; at += flushed.length) packed.set(flushed, at);
  packed.set([3, 0], packed.length - 2);
  const bytes = await zip({ 'a.md': utf8('x') });
  const head = bytes.slice(0, 30 + 4);
  const packedSize = [packed.length, announced].flatMap((value) =>
    [0, 8, 16, 24].map((bits) => (value >>> bits) & 255),
  );
  head.set([8, 0], 8);
  head.set(packedSize, 18);
  const directory = bytes.slice(bytes.length - 22 - 50, bytes.length - 22);
  directory.set([8, 0], 10);
  directory.set(packedSize, 20);
  const tail = bytes.slice(-22);
  new DataView(tail.buffer).setUint32(16, head.length + packed.length, true);
  return collected(stream([head, packed, directory, tail]));
}

describe('hostile YAML is refused in words', () => {
  const laughs = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level += 1) {
    const before = Array.from({ length: 10 }, () => `*a${level - 1}`);
    laughs.push(`a${level}: &a${level} [${before.join(', ')}]`);
  }
  it.each([
    ['a billion laughs', laughs.join('\n'), 'The YAML repeats itself too often by aliases.'],
    [
      'tags of a language',
      'a: !!python/object/apply:os.system [ls]',
      'The YAML has tags or directives that are not read.',
    ],
    ['tags of its own', 'a: !secret x', 'The YAML has tags or directives that are not read.'],
    ['an older version', '%YAML 1.1\n---\na: yes', 'The YAML has tags or directives that are not read.'],
    ['a huge key', `${'k'.repeat(1001)}: 1`, 'The YAML has a key that is too long.'],
    ['a key twice', 'a: 1\na: 2', 'The YAML has the same key twice.'],
    ['deep lists', `a: ${'['.repeat(1001)}${']'.repeat(1001)}`, 'The YAML is nested too deeply.'],
    ['deep maps', `${'{a: '.repeat(10_000)}${'}'.repeat(10_000)}`, 'The YAML is nested too deeply.'],
    ['deep dashes', '- '.repeat(10_000), 'The YAML is nested too deeply.'],
    [
      'deep indentation',
      Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      'The YAML is nested too deeply.',
    ],
    ['a key that is a list', '? [a, b]\n: 1', 'This is not valid YAML: line {line, number}.'],
    ['broken quotes', 'a: 1\nb: "x', 'This is not valid YAML: line {line, number}.'],
  ])('with %s', (_name, text, sentence) => {
    const read = readYaml(text);
    expect(read.ok ? read.value : read.reason.sentence).toBe(sentence);
  });

  it('in the front matter of a file: that file alone', async () => {
    const found = await candidates(
      inputFile('good.md', 'text'),
      inputFile('bad.prompt', '---\na: !!js/function x\n---\ntext'),
    );
    expect(found.map(({ kind }) => kind)).toEqual(['refused', 'prompt']);
  });

  it('but a map with a __proto__ is a map', () => {
    const read = readYaml('__proto__: {polluted: true}\na: 1');
    expect(read.ok && JSON.stringify(read.value)).toBe('{"__proto__":{"polluted":true},"a":1}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('a text that is not UTF-8', () => {
  it.each([
    ['Latin-1', [0x63, 0x61, 0x66, 0xe9]],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
    ['half a character', [0x61, 0xe2, 0x82]],
  ])('is refused: %s', async (_name, bytes) => {
    const files = ['a.md', 'b.csv', 'c.json', 'd.yaml', 'e.prompt'];
    const found = await candidates(...files.map((path) => inputFile(path, Uint8Array.from(bytes))));
    const sentence = 'This file is not UTF-8 text. Save it as UTF-8 and try again.';
    expect(found.map((each) => (each.kind === 'refused' ? each.reason.sentence : each.kind))).toEqual(
      files.map(() => sentence),
    );
  });

  it('is refused by its line in a file of JSON lines, and the others come in', async () => {
    const bytes = [...utf8('{"text":"one"}\n"caf'), 0xe9, ...utf8('"\n{"text":"two"}')];
    const found = await candidates(inputFile('f.jsonl', Uint8Array.from(bytes)));
    expect(found).toMatchObject([
      { content: 'one' },
      { source: 'f.jsonl:2', reason: { sentence: 'This line is not UTF-8 text.' } },
      { content: 'two' },
    ]);
  });
});

it('the CRC of the standard check is right', () => {
  expect(crc32(utf8('123456789'))).toBe(0xcbf43926);
});
