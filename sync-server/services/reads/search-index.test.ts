import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inSearchOrder, matchOf } from '#shared/text/search-order.ts';
import { createSearchIndex, type Ordered } from './search-index.ts';

type Prompt = { id: number; title: string; content: string };

// Letters that change their number or their neighbours in lower case, marks that combine, pairs, and halves of pairs.
const letter = fc.constantFrom(
  ...[
    'a',
    'B',
    'I',
    'İ',
    'ı',
    'i\u0307',
    'Σ',
    'ς',
    'ß',
    'ẞ',
    'e\u0301',
    'É',
    'Ж',
    '語',
    '日',
    '본',
    'ﬁ',
    '\0',
  ],
  ...['😀', '\ud83d', '\ude00', '𐐀', '𐐨', ' ', '\n', 'ש', '\u0915\u093f'],
);
const text = (maxLength: number) => fc.array(letter, { maxLength }).map((letters) => letters.join(''));
const change = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  title: text(4),
  content: text(60),
  gone: fc.boolean(),
});

/** The ids that the search would answer: each one that the index returns, compared. */
async function found(
  all: ReadonlyMap<number, Prompt>,
  { find }: ReturnType<typeof createSearchIndex>,
  query: string,
) {
  const { titles, contents } = await find(query);
  const ids = [...everyOne(titles), ...everyOne(contents)];
  return ids.filter((id) => matchOf(all.get(id) ?? { title: '', content: '' }, query) !== null);
}

function everyOne(next: Ordered): number[] {
  const ids: number[] = [];
  for (let part = next(2); part.length > 0; part = next(2)) ids.push(...part);
  return ids;
}

function scanned(all: ReadonlyMap<number, Prompt>, query: string): number[] {
  const hits = [...all.values()].flatMap(({ id, title, content }) => {
    const match = matchOf({ title, content }, query);
    return match === null ? [] : [{ id, title, match }];
  });
  return inSearchOrder(hits).map(({ id }) => id);
}

test.each([
  ['with room for all signatures', 1024 * 1024],
  ['with signatures that were folded to make room', 1],
])('an index finds what a scan finds, in its order, in every script, %s', async (_, budget) => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), fc.nat(), async (changes, at) => {
      const index = createSearchIndex(budget);
      const all = new Map<number, Prompt>();
      for (const { gone, ...prompt } of changes) {
        if (gone) index.remove(prompt.id);
        else index.put(prompt);
        if (gone) all.delete(prompt.id);
        else all.set(prompt.id, prompt);
      }
      const source = changes[at % Math.max(1, changes.length)]?.content || 'a';
      for (const length of [1, 2, 3, 5, 9]) {
        const query = source.slice(at % source.length, (at % source.length) + length);
        expect(await found(all, index, query)).toEqual(scanned(all, query));
        expect(await found(all, index, query.toUpperCase())).toEqual(scanned(all, query.toUpperCase()));
      }
    }),
    { numRuns: 150 },
  );
});

test('of many long texts an index returns few that do not have the word', async () => {
  const index = createSearchIndex(1024 * 1024);
  for (let id = 1; id <= 1_000; id += 1) {
    const content = Array.from({ length: 300 }, (_, word) =>
      ((id * 7_919 + word * 104_729) % 99_991).toString(36),
    );
    index.put({ id, title: `Prompt ${id}`, content: `${content.join(' ')}${id === 500 ? ' a Needle' : ''}` });
  }
  const ids = everyOne((await index.find('NEEDLE')).contents);
  expect(ids).toContain(500);
  expect(ids.length).toBeLessThan(100);
});

test('texts that change again and again take no more memory', () => {
  const index = createSearchIndex(8 * 1024 * 1024);
  const put = (turn: number) => {
    for (let id = 1; id <= 200; id += 1) index.put({ id, title: 'T', content: `${turn} `.repeat(500) });
  };
  put(1);
  const before = index.bytes();
  for (let turn = 2; turn < 40; turn += 1) put(turn);
  expect(index.bytes()).toBeLessThan(4 * before);
});
