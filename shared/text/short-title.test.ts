import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PromptTitle } from '#shared/model/prompt.ts';
import { shortTitle } from './short-title.ts';

describe('shortTitle', () => {
  test.each([
    ['Linux Terminal', 50, 'Linux Terminal'],
    ['  spaced  ', 50, 'spaced'],
    ['a'.repeat(50), 50, 'a'.repeat(50)],
    ['a'.repeat(51), 50, `${'a'.repeat(49)}…`],
    ['one two three', 8, 'one two…'],
    ['one two three', 5, 'one…'],
    ['abc😀def', 5, 'abc😀…'],
    ['😀'.repeat(50), 50, '😀'.repeat(50)],
    ['😀'.repeat(51), 50, `${'😀'.repeat(49)}…`],
    ['abe\u0301def', 4, 'ab…'],
  ])('%j in %i code points is %j', (title, max, short) => {
    expect(shortTitle(title, max)).toBe(short);
  });

  test('every title that is not blank becomes one that the schema takes', () => {
    const titles = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 120 })
      .filter((title) => title.trim() !== '');
    fc.assert(
      fc.property(titles, (title) => {
        expect(PromptTitle.safeParse(shortTitle(title, 50)).success).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
