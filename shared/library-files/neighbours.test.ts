/** Tests that one bad thing in an import never stops what lies beside it, and is named. */
import { describe, expect, it } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { bounds } from './bounds.ts';
import { collected, utf8 } from './bytes.ts';
import { type InputFile, missingFile } from './files.ts';
import { planImport } from './plan/plan-import.ts';
import { readLibraryFiles } from './read-library-files.ts';
import { all, inputFile, MemoryLibrary, planOptions } from './testing/memory-library.ts';
import { writeZip } from './zip/write-zip.ts';

const options = { project: { id: null, name: 'Imported' } };

/** Returns the texts that come in, and of each refusal its file and sentence. */
async function imported(files: readonly InputFile[]) {
  const library = new MemoryLibrary();
  const rows = await all(planImport(readLibraryFiles(files, options), library.existing(), planOptions()));
  for (const { mutations } of rows) library.commit(mutations);
  return {
    texts: library
      .rows()
      .prompts.map(({ content }) => content)
      .sort(),
    refused: rows.flatMap(({ source, reason }) => (reason === null ? [] : [`${source}: ${reason.sentence}`])),
  };
}

const brokenDisk: InputFile = {
  ...inputFile('bad.md', 'text'),
  stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('EIO')) }) }),
};
const latin = Uint8Array.from([0x63, 0x61, 0x66, 0xe9]);
const unreadable = 'This file could not be read.';
const tooLarge = 'This file is larger than {megabytes, number} MB, the most that is read of its kind.';

const badFiles: [string, InputFile, string][] = [
  ['that the disk does not give', brokenDisk, unreadable],
  ['that may not be opened', missingFile('bad.md'), unreadable],
  ['that is too large', { ...inputFile('bad.md', 'x'), size: bounds.promptBytes + 1 }, tooLarge],
  [
    'in another encoding',
    inputFile('bad.md', latin),
    'This file is not UTF-8 text. Save it as UTF-8 and try again.',
  ],
  ['without a text', inputFile('bad.md', ' '), 'This file is empty.'],
  ['that is not what it is named', inputFile('bad.json', '{'), 'This file is not JSON.'],
  ['of another kind', inputFile('bad.exe', 'MZ'), 'Files of this kind are not read.'],
  ['that is a broken zip', inputFile('bad.zip', 'PK'), 'This is not a zip, or it is damaged.'],
  [
    'of a name that no system has',
    inputFile('bad\u0001.md', 'text'),
    'A path in this zip is too long, or has characters that no path has. The zip is not opened.',
  ],
  ['that a library refuses', inputFile('bad.md', 'null \0'), messages.nullCharacter],
];
const places = [0, 1, 2];
const placed = badFiles.flatMap(([what, file, sentence]) =>
  places.map((place) => [what, place, file, sentence] as const),
);

describe('of a folder', () => {
  it.each(placed)(
    'a file %s at place %i is named, and the others come in',
    async (_what, place, bad, sentence) => {
      const names = ['a', 'c', 'e'];
      const path = `${names[place]}-${bad.path}`;
      const good = ['b.md', 'd.md'].map((name) => inputFile(name, name));
      const { texts, refused } = await imported([...good, { ...bad, path }]);
      expect(texts).toEqual(['b.md', 'd.md']);
      expect(refused).toEqual([`${path}: ${sentence}`]);
    },
  );
});

describe('of a zip', () => {
  const inZip = badFiles.filter(([, file]) => file !== brokenDisk && file.isMissing !== true);
  const bytesOf: [string, string, string | Uint8Array, string][] = inZip.flatMap(([what, file, sentence]) =>
    file.path.includes('\u0001') || sentence === tooLarge
      ? []
      : [[what, file.path, contentOf(what), sentence]],
  );
  function contentOf(what: string): string | Uint8Array {
    switch (what) {
      case 'in another encoding':
        return latin;
      case 'without a text':
        return ' ';
      case 'that is not what it is named':
        return '{';
      case 'that a library refuses':
        return 'null \0';
      default:
        return 'PK';
    }
  }

  it.each(bytesOf.flatMap((each) => places.map((place) => [...each, place] as const)))(
    'a file %s (%s) is named, and the others come in',
    async (_what, name, content, sentence, place) => {
      const path = `${['a', 'c', 'e'][place]}-${name}`;
      async function* files() {
        for (const good of ['b.md', 'd.md'])
          yield { path: good, modified: '2026-01-01T00:00:00.000Z', content: utf8(good) };
        const bytes = typeof content === 'string' ? utf8(content) : content;
        yield { path, modified: '2026-01-01T00:00:00.000Z', content: bytes };
      }
      const { texts, refused } = await imported([inputFile('all.zip', await collected(writeZip(files())))]);
      expect(texts).toEqual(['b.md', 'd.md']);
      expect(refused).toEqual([`${path}: ${sentence}`]);
    },
  );
});

describe('of JSON lines', () => {
  const badLines: [string, string, string][] = [
    ['that is no JSON', '{"prompt": ', 'This line is not JSON.'],
    ['that is no object', '[1]', 'This line is not an object with fields.'],
    ['without a text', '{"prompt": ""}', 'This row has no text.'],
    ['that a library refuses', '{"prompt": "null \\u0000"}', messages.nullCharacter],
  ];
  it.each(badLines.flatMap((each) => places.map((place) => [...each, place] as const)))(
    'a line %s is named, and the others come in: %s',
    async (_what, line, sentence, place) => {
      const lines = ['{"prompt": "one"}', '{"prompt": "two"}'].toSpliced(place, 0, line);
      const { texts, refused } = await imported([inputFile('a.jsonl', lines.join('\n'))]);
      expect(texts).toEqual(['one', 'two']);
      expect(refused).toEqual([`a.jsonl:${place + 1}: ${sentence}`]);
    },
  );
});
