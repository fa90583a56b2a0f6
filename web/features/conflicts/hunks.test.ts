import { expect, test } from 'vitest';
import { chosenText, wordDiff } from '#shared/diff/word-diff.ts';
import { hunksOf } from './hunks.ts';

test('each difference has its place and what each side has there', () => {
  const current = 'Be brief.\nAnswer in a formal tone.\nThen stop there.\nEnd.';
  const kept = 'Be brief.\nAnswer in a playful tone.\nThen stop there.\nEnd.\nReally.';
  const hunks = hunksOf(wordDiff(current, kept));
  expect(hunks[0]).toMatchObject({
    current: expect.stringMatching(/^formal/),
    kept: expect.stringMatching(/^playful/),
  });
  expect(hunks[0]?.place).toBe('Be brief.\nAnswer in a '.length);
  expect(hunks.at(-1)?.kept).toMatch(/Really\.$/);
  for (const { place, current: text } of hunks) expect(current.slice(place).startsWith(text)).toBe(true);
});

test('there are as many as there are choices', () => {
  const parts = wordDiff('a b c d e f', 'a x c d y f');
  expect(hunksOf(parts)).toHaveLength(2);
  expect(chosenText(parts, ['kept', 'current'])).toBe('a x c d e f');
  expect(hunksOf(wordDiff('same', 'same'))).toEqual([]);
});
