import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFunctionLength, folderOf, functionsOf, lowered, mostLines } from './function-length.mjs';

/** Returns the source of a function that has so many lines. */
function functionOf(lines) {
  return ['function long() {', ...Array(lines - 2).fill('  1;'), '}'].join('\n');
}

describe('the lines of a function', () => {
  test.each([
    ['a function', 'function one() {\n  return 1;\n}', [['one', 3]]],
    ['an arrow function', 'const one = () => {\n};', [['one', 2]]],
    ['a function below a comment', '/** A. \n * é */\n\nexport function one() {\n}', [['one', 2]]],
    ['a function below a shebang', '#!/usr/bin/env node\nfunction one() {}', [['one', 1]]],
    ['a method of an object', 'const a = {\n  one() {\n  },\n};', [['one', 2]]],
    ['a method of a class', 'class A {\n  one() {\n  }\n}', [['one', 2]]],
    ['a constructor', 'class A {\n  constructor() {\n  }\n}', [['constructor', 2]]],
    [
      'a nested function, counted in both',
      'function one() {\n  const two = () => {\n  };\n}',
      [
        ['one', 4],
        ['two', 2],
      ],
    ],
  ])('are counted for %s', (_, text, expected) => {
    expect(functionsOf(text).map(({ name, lines }) => [name, lines])).toEqual(expected);
  });

  test('are counted where there is JSX', () => {
    const text = 'export function One() {\n  return (\n    <p>one</p>\n  );\n}';
    expect(functionsOf(text, { tsx: true })).toEqual([{ name: 'One', lines: 5 }]);
  });
});

describe('the check of function lengths', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'function-length-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function complaintsAbout(file, lines, allowance = {}) {
    writeFileSync(join(folder, file), functionOf(lines));
    return checkFunctionLength({ folder, files: [file], fewest: 0, allowance }).complaints;
  }

  test('lets a function of 60 lines pass and complains about one more, by its name', () => {
    expect(complaintsAbout('a.ts', mostLines)).toEqual([]);
    const [complaint] = complaintsAbout('a.ts', mostLines + 1);
    expect(complaint).toContain('a.ts: long has 61 lines');
  });

  test('lets as many long functions pass as a folder is allowed', () => {
    expect(complaintsAbout('a.ts', 100, { '.': 1 })).toEqual([]);
  });

  test.each(['a.test.ts', 'a.spec.ts', 'a-scene.tsx', 'a-suite.ts'])('excepts the test file %s', (file) => {
    expect(complaintsAbout(file, 100)).toEqual([]);
  });

  test('is a failure where it read hardly any function', () => {
    const { complaints } = checkFunctionLength({ folder, files: [], allowance: {} });
    expect(complaints).toEqual([expect.stringMatching(/^only 0 functions were read/)]);
  });
});

describe('the allowance', () => {
  test('is kept for the first two folders of a path', () => {
    expect(['web/data/feed/a.ts', 'web/main.tsx', 'knip.mjs'].map(folderOf)).toEqual([
      'web/data',
      'web',
      '.',
    ]);
  });

  test('is lowered where there are fewer, and never raised', () => {
    const found = new Map([
      ['fewer', ['one']],
      ['more', ['one', 'two', 'three']],
    ]);
    expect(lowered(found, { fewer: 2, more: 2, none: 4 })).toEqual({ fewer: 1, more: 2 });
  });
});
