import { expect, test } from 'vitest';
import { collected, utf8 } from '../bytes.ts';
import { readLibraryFiles } from '../read-library-files.ts';
import { all, inputFile } from '../testing/memory-library.ts';
import { crc32 } from './crc32.ts';
import { writeZip } from './write-zip.ts';
import { zipName } from './zip-names.ts';

const noExtra = new DataView(new ArrayBuffer(0));
const nameOf = (bytes: readonly number[], extra = noExtra) =>
  zipName(Uint8Array.from(bytes), { extra, isUtf8: false });

test.each([
  ['of a Chinese Windows', [0xb7, 0xad, 0xd2, 0xeb, 0x2e, 0x6d, 0x64], '翻译.md'],
  ['of the first PCs', [0x52, 0x82, 0x73, 0x75, 0x6d, 0x82, 0x2e, 0x6d, 0x64], 'Résumé.md'],
  ['of the first PCs, with one letter beyond ASCII', [0xe1, 0x2e, 0x6d, 0x64], 'ß.md'],
  ['in UTF-8 without its flag', [0xc3, 0xa9, 0x2e, 0x6d, 0x64], 'é.md'],
  ['with the separators of Windows', [0x4d, 0x61, 0x69, 0x6c, 0x5c, 0x61, 0x2e, 0x6d, 0x64], 'Mail/a.md'],
])('a name %s is read', (_of, bytes, name) => {
  expect(nameOf(bytes)).toBe(name);
});

test('the field with the Unicode path counts where it belongs to the name', () => {
  const name = [0x3f, 0x81, 0x2e, 0x6d, 0x64];
  const field = (crc: number) => {
    const path = utf8('日本.md');
    const extra = new DataView(new ArrayBuffer(9 + path.length));
    extra.setUint16(0, 0x7075, true);
    extra.setUint16(2, 5 + path.length, true);
    extra.setUint8(4, 1);
    extra.setUint32(5, crc, true);
    new Uint8Array(extra.buffer).set(path, 9);
    return extra;
  };
  expect(nameOf(name, field(crc32(Uint8Array.from(name))))).toBe('日本.md');
  expect(nameOf(name, field(1))).toBe('?ü.md');
});

async function zip(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  async function* all() {
    for (const [path, content] of Object.entries(files)) {
      const bytes = typeof content === 'string' ? utf8(content) : content;
      yield { path, modified: '2026-03-01T10:00:00.000Z', content: bytes };
    }
  }
  return collected(writeZip(all()));
}

const read = (bytes: Uint8Array) =>
  all(readLibraryFiles([inputFile('a.zip', bytes)], { project: { id: null, name: 'Imported' } }));

test('folders of a zip that was made on Windows are projects', async () => {
  const found = await read(
    await zip({ 'Mail\\Reply.md': 'a', 'Mail\\Follow up.md': 'b', 'Code\\Review.md': 'c' }),
  );
  expect(found.map((each) => (each.kind === 'prompt' ? [each.project.name, each.title] : each))).toEqual([
    ['Code', 'Review'],
    ['Mail', 'Follow up'],
    ['Mail', 'Reply'],
  ]);
});

test('the files of zips in a zip are read, also of one whose parts are packed', async () => {
  const part = await zip({ 'Notes/One.md': 'one', 'Notes/Two.md': 'two' });
  const titles = async (bytes: Uint8Array) =>
    (await read(bytes)).map((each) => (each.kind === 'prompt' ? [each.project.name, each.title] : each));
  const both = [
    ['Notes', 'One'],
    ['Notes', 'Two'],
  ];
  expect(await titles(await zip({ 'Export-Part-1.zip': part }))).toEqual(both);
  const two = await zip({
    'Part-1.zip': part,
    'Part-2.zip': await zip({ 'Plans/Three.md': 'three' }),
    'x.zip': 'no zip',
  });
  expect(await titles(two)).toEqual([
    {
      kind: 'refused',
      source: 'x.zip',
      reason: { sentence: 'This is not a zip, or it is damaged.' },
      everything: false,
    },
    ['Part-1', 'One'],
    ['Part-1', 'Two'],
    ['Part-2', 'Three'],
  ]);
});
