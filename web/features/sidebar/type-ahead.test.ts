import { describe, expect, test } from 'vitest';
import { findTyped, isTyped, nothingTyped, type Typed, typeNext } from './type-ahead.ts';

const names = ['Letters', 'Answer a complaint', 'Apology', 'Überblick', 'letters to the editor'];

/** Each letter so many milliseconds after the one before. */
function typed(text: string, pause: number): Typed {
  return [...text].reduce((before, letter, index) => typeNext(before, letter, index * pause), nothingTyped);
}

describe('typing letters in the tree', () => {
  test.each([
    ['a', 0, 1],
    ['aa', 0, 1],
    ['a', 1, 2],
    ['a', 2, 1],
    ['ap', 1, 2],
    ['ap', 2, 2],
    ['LETTERS T', 0, 4],
    ['ü', 0, 3],
    ['u\u0308', 0, 3],
    ['l', 0, 4],
    ['l', 4, 0],
    ['x', 0, -1],
    ['an', 1, 1],
  ])('%s, typed on row %i, goes to row %i', (text, from, expected) => {
    expect(findTyped(names, from, typed(text, 100))).toBe(expected);
  });

  test('after a pause the next letter begins a new word', () => {
    expect(typed('le', 100).text).toBe('le');
    expect(typed('le', 1000).text).toBe('e');
  });

  test.each([
    ['a', true],
    ['ü', true],
    ['😀', true],
    ['Enter', false],
    ['F2', false],
  ])('the key %s counts as typed: %s', (key, expected) => {
    expect(isTyped(key, nothingTyped, 0)).toBe(expected);
  });

  test('a space goes on with a word, and selects where none was begun', () => {
    expect(isTyped(' ', nothingTyped, 0)).toBe(false);
    expect(isTyped(' ', typed('an', 100), 200)).toBe(true);
    expect(isTyped(' ', typed('an', 100), 2000)).toBe(false);
  });

  test('an empty tree has nothing to go to', () => {
    expect(findTyped([], 0, typed('a', 100))).toBe(-1);
  });
});
