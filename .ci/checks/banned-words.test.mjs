import { describe, expect, test } from 'vitest';
import { bannedWords } from './banned-words.mjs';

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
});
