/** Tests that files packed by gzip are read as what is in them, and that odd ones are refused in bounded memory. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bounds } from '../bounds.ts';
import { utf8 } from '../bytes.ts';
import type { Candidate } from '../candidate.ts';
import { readLibraryFiles } from '../read-library-files.ts';
import { inputFile } from '../testing/memory-library.ts';

const prompt = { id: 'p', title: 'Sell', userPrompt: 'Sell {{product}}.' };
const backup = JSON.stringify({ kind: 'prompthub-backup', payload: { prompts: [prompt] } });

async function read(path: string, content: Uint8Array): Promise<string[]> {
  return readAll({ [path]: content });
}

async function readAll(files: Readonly<Record<string, Uint8Array>>): Promise<string[]> {
  const found: Candidate[] = [];
  const options = { project: { id: null, name: 'Here' } };
  const inputs = Object.entries(files).map(([path, content]) => inputFile(path, content));
  for await (const each of readLibraryFiles(inputs, options)) found.push(each);
  return found.map((each) =>
    each.kind === 'prompt' ? each.content : 'reason' in each ? each.reason.sentence : '',
  );
}

test.each([
  ['prompthub-backup.phub.gz', backup, 'Sell {{product}}.'],
  ['backup.json.gz', backup, 'Sell {{product}}.'],
  ['Notes.md.GZ', 'A text', 'A text'],
  ['a.tar.gz', 'A text', 'Files of this kind are not read.'],
])('%s is read as what it holds', async (path, content, expected) => {
  expect(await read(path, gzipSync(utf8(content)))).toEqual([expected]);
});

test.each([
  ['no gzip', utf8(backup)],
  ['empty', new Uint8Array()],
  ['cut off', gzipSync(utf8(backup)).subarray(0, 60)],
  ['damaged', gzipSync(utf8(backup)).map((byte, index) => (index === 40 ? byte ^ 255 : byte))],
])('a file that is %s is refused', async (_about, content) => {
  expect(await read('a.phub.gz', content)).toEqual(['This is not a gzip, or it is damaged.']);
});

test('a small file that unpacks to far more than is read is refused before it is', async () => {
  const bomb = gzipSync(Buffer.alloc(16 * bounds.wholeBytes, ' '));
  expect(bomb.length).toBeLessThan(1024 * 1024);
  expect(await read('bomb.json.gz', bomb)).toEqual([
    expect.stringMatching(/^This file is larger than \{megabytes, number\} MB/),
  ]);
});

test('a file and its packed one are both read, whatever their names', async () => {
  const other = JSON.stringify({
    kind: 'prompthub-backup',
    payload: { prompts: [{ ...prompt, userPrompt: 'Other' }] },
  });
  const files = {
    'a.json': utf8(backup),
    'a.json.gz': gzipSync(utf8(other)),
    'a.phub.gz': gzipSync(utf8(other)),
  };
  expect((await readAll(files)).toSorted()).toEqual(['Other', 'Other', 'Sell {{product}}.']);
});

test('in a folder a packed file is part of what lies there', async () => {
  const files = { 'pdf/SKILL.md': utf8('Fill in.'), 'pdf/assets/data.json.gz': gzipSync(utf8('{}')) };
  expect(await readAll(files)).toEqual(['Fill in.']);
  expect(await readAll({ 'mine/data.json.gz': gzipSync(utf8(backup)) })).toEqual([
    'Files of this kind are not read.',
  ]);
});
