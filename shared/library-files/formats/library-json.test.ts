import { expect, test } from 'vitest';
import { collected, utf8 } from '../bytes.ts';
import { readLibraryFiles } from '../read-library-files.ts';
import { all, inputFile } from '../testing/memory-library.ts';
import { writeZip } from '../zip/write-zip.ts';

const at = '2026-01-01T00:00:00.000Z';
const prompt = (id: number, content: string) => ({
  ...{ id, projectId: 1, title: `T${id}`, content, notes: '', createdAt: at, lastVersion: 1 },
});
const version = (id: number, promptId: number) => ({
  ...{ id, promptId, version: 1, content: `old ${promptId}`, description: 'd', createdAt: at },
  ...{ original: null, conflict: null },
});
const library = (more: Record<string, unknown>) =>
  JSON.stringify({
    ...{ format: 'promptory-library', version: 1, exportedAt: at, username: 'ada' },
    ...{ projects: [{ id: 1, name: 'P', color: 'red', createdAt: at }], ...more },
  });
const read = (name: string, content: string | Uint8Array) =>
  all(readLibraryFiles([inputFile(name, content)], { project: { id: null, name: 'Imported' } }));

/** 20 MB, above what any other JSON may have. */
const large = library({
  prompts: Array.from({ length: 20 }, (_, index) => prompt(index + 2, `${index} `.repeat(420_000))),
  versions: Array.from({ length: 20 }, (_, index) => version(100 + index, 21 - index)),
});

test('an own export above the bound of other files comes in whole, also out of a zip', async () => {
  expect(large.length).toBeGreaterThan(17 * 1024 * 1024);
  async function* one() {
    yield { path: 'library.json', modified: at, content: utf8(large) };
  }
  for (const [name, content] of [
    ['library.json', large],
    ['library.zip', await collected(writeZip(one()))],
  ] as const) {
    const found = await read(name, content);
    expect(found.map(({ kind }) => kind)).toEqual(['project', ...Array(20).fill('prompt')]);
    const prompts = found.flatMap((each) => (each.kind === 'prompt' ? [each] : []));
    expect(prompts.map(({ content: text }) => text.slice(0, 3))).toEqual(
      Array.from({ length: 20 }, (_, index) => `${index} `.repeat(3).slice(0, 3)),
    );
    expect(prompts.map(({ id, versions }) => [id, versions.map(({ content: text }) => text)])).toEqual(
      prompts.map(({ id }) => [id, [`old ${id}`]]),
    );
  }
});

test('a row that cannot be read is refused by itself', async () => {
  const rows = [prompt(2, 'a'), { ...prompt(3, 'b'), title: 7 }, prompt(4, 'c')];
  const found = await read('library.json', library({ prompts: rows }));
  expect(
    found.map((each) => (each.kind === 'prompt' ? each.content : `${each.kind} ${each.source}`)),
  ).toEqual(['refused library.json: prompts[1]', 'project library.json: P', 'a', 'c']);
});

test('an export of a newer version, and one that is cut off, are refused in a sentence', async () => {
  const sentences = async (text: string) =>
    (await read('library.json', text)).map((each) =>
      each.kind === 'refused' ? each.reason.sentence : each.kind,
    );
  expect(await sentences(library({ version: 2 }))).toEqual([
    'This file was made by a newer Promptory. Update this one first.',
  ]);
  expect(await sentences(library({ prompts: [prompt(2, 'a')] }).slice(0, -20))).toEqual([
    'This file is not JSON.',
  ]);
});
