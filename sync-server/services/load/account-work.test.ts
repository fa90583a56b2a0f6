import { expect, test } from 'vitest';
import { createAccountWork } from './account-work.ts';

test('so many requests of an account are worked on at once, in the order in which they came', async () => {
  const work = createAccountWork({ atOnce: 2, bytes: 10 });
  const ended = [await work.turn('eve'), await work.turn('eve')];
  const order: string[] = [];
  const later = ['third', 'fourth'].map(async (name) => {
    const end = await work.turn('eve');
    order.push(name);
    return end;
  });
  (await work.turn('ada'))();
  expect(order).toEqual([]);
  ended[0]?.();
  ended[0]?.();
  (await later[0])?.();
  await later[1];
  expect(order).toEqual(['third', 'fourth']);
});

test('small requests of an account are worked on together, a large one alone and in its place in the line', async () => {
  const work = createAccountWork({ atOnce: 3, bytes: 10 });
  const small = [await work.turn('eve'), await work.turn('eve')];
  const order: string[] = [];
  const later = Object.entries({ large: 8, last: 1 }).map(async ([name, weight]) => {
    const end = await work.turn('eve', weight);
    order.push(name);
    return end;
  });
  small[0]?.();
  (await work.turn('ada', 8))();
  expect(order).toEqual([]);
  small[1]?.();
  const endLarge = await later[0];
  expect(order).toEqual(['large']);
  endLarge?.();
  await later[1];
  expect(order).toEqual(['large', 'last']);
});

test('the bodies of one account have a bound together, and one alone always fits', () => {
  const work = createAccountWork({ atOnce: 1, bytes: 10 });
  expect(work.hold('eve', 50)).toBe(true);
  expect(work.hold('eve', 1)).toBe(false);
  expect(work.hold('ada', 6)).toBe(true);
  expect(work.hold('ada', 5)).toBe(false);
  work.giveBack('eve', 50);
  expect(work.hold('eve', 4)).toBe(true);
});
