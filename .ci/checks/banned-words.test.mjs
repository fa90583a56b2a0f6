import { describe, expect, test } from 'vitest';
import { bannedByFolder, bannedWords, complaintsAboutBanned, folderOf, lowered } from './banned-words.mjs';

describe('banned words', () => {
  test.each([
    ['const said = 1;', ['the name said']],
    ['export function tellAnew() {}', ['the name tellAnew']],
    ['const mostInVain = said_again(whatWasHeard);', ['mostInVain', 'said_again', 'whatWasHeard']],
    ['const nobodysHash = 1;\nnobodysHash;', ['the name nobodysHash']],
    ['/** What a client sends. */', ['the first line "What a client sends."']],
    ['/**\n * Whoever asks.\n * said\n */', ['the first line "Whoever asks."']],
    ['/** Returns the rows that were told of. */', ['the first line']],
    ['/** Tries in vain. */', ['the first line']],
  ])('are found in: %s', (text, expected) => {
    const found = bannedWords(text);
    expect(found).toHaveLength(expected.length);
    for (const [at, words] of expected.entries()) expect(found[at]).toContain(words);
  });

  test.each([
    "const words = 'said'; // told",
    '/** Returns what a client sends. */',
    '/** Sends.\n * What is said comes later. */',
    'const vanity = toldly + asaid;',
    'test(`what is said`, () => {});',
  ])('are not found in: %s', (text) => expect(bannedWords(text)).toEqual([]));

  test('are counted for the first two folders of a path', () => {
    expect(['web/data/feed/a.ts', 'web/main.tsx', 'knip.mjs'].map(folderOf)).toEqual([
      'web/data',
      'web',
      '.',
    ]);
    const counted = bannedByFolder([
      { file: 'web/data/feed/a.ts', text: 'said' },
      { file: 'web/data/rows/b.ts', text: 'told' },
      { file: 'shared/text/c.ts', text: 'fine' },
    ]);
    expect([...counted].map(([folder, found]) => [folder, found.length])).toEqual([['web/data', 2]]);
  });

  test('are a complaint above the allowance of a folder, and none up to it', () => {
    const found = new Map([['web/data', ['a.ts: the name said', 'b.ts: the name told']]]);
    expect(complaintsAboutBanned(found, { 'web/data': 2 })).toEqual([]);
    const [complaint] = complaintsAboutBanned(found, { 'web/data': 1 });
    expect(complaint).toMatch(/^web\/data has 2 banned words, 1 are allowed/);
    expect(complaint).toContain('b.ts: the name told');
    expect(complaintsAboutBanned(found, {})).toHaveLength(1);
  });

  test('lower their allowance where there are fewer, and never raise it', () => {
    const found = new Map([
      ['fewer', ['one']],
      ['more', ['one', 'two', 'three']],
    ]);
    expect(lowered(found, { fewer: 2, more: 2, none: 4 })).toEqual({ fewer: 1, more: 2 });
  });
});
