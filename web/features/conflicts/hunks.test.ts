import { expect, test } from 'vitest';
import { chosenText, wordDiff } from '#shared/diff/word-diff.ts';
import { hunksOf, shortened } from './hunks.ts';

test('each difference has what stands before it and what each side has in its place', () => {
  const current = 'Be brief.\nAnswer in a formal tone.\nThen stop there.\nEnd.';
  const kept = 'Be brief.\nAnswer in a playful tone.\nThen stop there.\nEnd.\nReally.';
  const hunks = hunksOf(wordDiff(current, kept));
  expect(hunks[0]).toMatchObject({
    current: expect.stringMatching(/^formal/),
    kept: expect.stringMatching(/^playful/),
  });
  expect(hunks[0]?.before).toBe('Be brief.\nAnswer in a ');
  expect(hunks.at(-1)?.kept).toMatch(/Really\.$/);
  for (const { place, current: text } of hunks) expect(current.slice(place).startsWith(text)).toBe(true);
});

test('there are as many as there are choices', () => {
  const parts = wordDiff('a b c d e f', 'a x c d y f');
  expect(hunksOf(parts)).toHaveLength(2);
  expect(chosenText(parts, ['kept', 'current'])).toBe('a x c d e f');
  expect(hunksOf(wordDiff('same', 'same'))).toEqual([]);
});

test('a long stretch is shown by its end, with no half of a character', () => {
  expect(shortened('short')).toBe('short');
  const long = shortened(`${'x'.repeat(200)}🧵${'y'.repeat(119)}`);
  expect(long.startsWith('…')).toBe(true);
  expect(long.isWellFormed()).toBe(true);
});
