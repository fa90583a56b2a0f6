import { expect, test } from 'vitest';
import { createKnownTags } from './known-tags.ts';

function tagsAt(most?: number) {
  const place = { epoch: 'e', seq: 1 };
  const storage = { latestPlace: async () => ({ ...place }), latestSeq: async () => place.seq };
  return { place, tags: createKnownTags(storage, most) };
}

test('a tag holds as long as nothing in the library changes, for its request and user', async () => {
  const { place, tags } = tagsAt();
  tags.note(1, 'a', { at: { epoch: 'e', seq: 1 }, tag: '"x"' });
  expect(await tags.current(1, 'a')).toBe('"x"');
  expect([await tags.current(2, 'a'), await tags.current(1, 'b')]).toEqual([undefined, undefined]);
  place.seq = 2;
  expect(await tags.current(1, 'a')).toBeUndefined();
  tags.note(1, 'a', { at: { epoch: 'e', seq: 2 }, tag: '"y"' });
  expect(await tags.current(1, 'a')).toBe('"y"');
});

test('a tag that was read before the latest change is not taken for a current one', async () => {
  const { place, tags } = tagsAt();
  place.seq = 5;
  tags.note(1, 'a', { at: { epoch: 'e', seq: 4 }, tag: '"x"' });
  expect(await tags.current(1, 'a')).toBeUndefined();
});

test('a tag does not hold for another change of the same number, which a database that was put back has', async () => {
  const { place, tags } = tagsAt();
  tags.note(1, 'a', { at: { epoch: 'e', seq: 1 }, tag: '"x"' });
  place.epoch = 'f';
  expect(await tags.current(1, 'a')).toBeUndefined();
});

test('as many requests are remembered as there is room for, the latest ones, and no long one', async () => {
  const { tags } = tagsAt(2);
  for (const request of ['a', 'b', 'c']) tags.note(1, request, { at: { epoch: 'e', seq: 1 }, tag: request });
  expect(await Promise.all(['a', 'b', 'c'].map((request) => tags.current(1, request)))).toEqual([
    undefined,
    'b',
    'c',
  ]);
  const long = 'x'.repeat(1_000);
  tags.note(1, long, { at: { epoch: 'e', seq: 1 }, tag: 'x' });
  expect(await tags.current(1, long)).toBeUndefined();
});
