import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstFailing, mostAsked } from './first-failing.ts';

/** Returns a search in the places 0 to `last` of a case that fails from `broke` on. */
function search(last: number, broke: number) {
  const asked: number[] = [];
  const places: [number, ...number[]] = [0, ...Array.from({ length: last }, (_, place) => place + 1)];
  const holds = async (place: number) => {
    asked.push(place);
    return place < broke;
  };
  return { asked, places, found: firstFailing({ places, holds, isWanted: () => true }) };
}

test('the first text at which a case fails is found, with as many questions as halving takes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.nat(), async (last, at) => {
      const broke = 1 + (at % last);
      const { asked, places, found } = search(last, broke);
      expect(await found).toEqual({ kind: 'found', broke, held: broke - 1 });
      expect(asked.length).toBeLessThanOrEqual(mostAsked(places.length));
      expect(new Set(asked).size).toBe(asked.length);
    }),
  );
});

test('a case that fails at the first text as well never held', async () => {
  const { asked, found } = search(9, 0);
  expect(await found).toEqual({ kind: 'neverHeld' });
  expect(asked).toEqual([0]);
});

test('a text that cannot be decided ends the search, and is named', async () => {
  const holds = async (place: number) => (place === 2 ? null : place < 3);
  const found = await firstFailing({ places: [0, 1, 2, 3, 4], holds, isWanted: () => true });
  expect(found).toEqual({ kind: 'undecided', place: 2 });
});

test('nothing is asked any more once nobody wants to know', async () => {
  const asked: number[] = [];
  const holds = async (place: number) => asked.push(place) > 0;
  const found = await firstFailing({ places: [0, 1, 2, 3], holds, isWanted: () => asked.length < 2 });
  expect(found).toEqual({ kind: 'ended' });
  expect(asked).toHaveLength(2);
});
