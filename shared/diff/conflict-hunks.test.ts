import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ConflictHunks,
  chosenText,
  conflictPlaces,
  countHunks,
  firstHunkBehind,
  type HunkChoice,
  hunkAt,
} from './conflict-hunks.ts';

const hunksOf = (current: string, kept: string): ConflictHunks => ({
  ...{ current, kept },
  places: conflictPlaces({ current, kept }),
});
const all = (hunks: ConflictHunks) => Array.from({ length: countHunks(hunks) }, (_, at) => hunkAt(hunks, at));
const chosen = (hunks: ConflictHunks, ...choices: HunkChoice[]) =>
  chosenText(hunks, new Map(choices.map((choice, at) => [at, choice])));

test('each difference has its place and what each side has there', () => {
  const current = 'Be brief.\nAnswer in a formal tone.\nThen stop there.\nEnd.';
  const kept = 'Be brief.\nAnswer in a playful tone.\nThen stop there.\nEnd.\nReally.';
  const [first, ...others] = all(hunksOf(current, kept));
  expect(first).toEqual({ place: 'Be brief.\nAnswer in a '.length, current: 'formal ', kept: 'playful ' });
  expect(others.at(-1)?.kept).toMatch(/Really\.$/);
});

test('two equal texts have none', () => {
  expect(countHunks(hunksOf('same', 'same'))).toBe(0);
  expect(chosen(hunksOf('same', 'same'))).toBe('same');
});

test('each difference is taken from where the person chose', () => {
  const hunks = hunksOf('one a two b three c four', 'one A two B three C four');
  expect(chosen(hunks, 'kept', 'current', 'both')).toBe('one A two b three c C four');
});

test('a difference is found by the place behind which it begins', () => {
  const hunks = hunksOf('a b c d e f', 'a x c d y f');
  expect([-1, 1, 2, 7, 8, 100].map((place) => firstHunkBehind(hunks, place))).toEqual([0, 0, 1, 1, 2, 2]);
});

const text = fc
  .array(fc.constantFrom('a ', 'b ', 'c', '\n', '\r\n', '😀 ', '\uD83D', '中'), {
    maxLength: 40,
    size: 'max',
  })
  .map((pieces) => pieces.join(''));

test('of any two texts and choices, each text is made of its own sides, and all else stays', () => {
  fc.assert(
    fc.property(
      text,
      text,
      fc.infiniteStream(fc.constantFrom('current', 'kept', 'both')),
      (one, other, picked) => {
        const hunks = hunksOf(one, other);
        const every = (choice: HunkChoice) => all(hunks).map(() => choice);
        expect(chosen(hunks, ...every('current'))).toBe(one);
        expect(chosen(hunks, ...every('kept'))).toBe(other);
        const choices = [...picked.take(countHunks(hunks))];
        let [result, done] = ['', 0];
        for (const [at, { place, current, kept }] of all(hunks).entries()) {
          const choice = choices[at];
          result += one.slice(done, place);
          result += (choice === 'kept' ? '' : current) + (choice === 'current' ? '' : kept);
          done = place + current.length;
        }
        expect(chosen(hunks, ...choices)).toBe(result + one.slice(done));
      },
    ),
    { numRuns: 2000 },
  );
});
