import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedParts, inSearchOrder, lackedTerms, matchOf, rankOf } from '#shared/text/search-match.ts';
import { readSearch } from '#shared/text/search-query.ts';
import type { IndexedVersion } from './indexed-versions.ts';
import { createSearchIndex, type IndexedPrompt, type Ordered, type SearchIndex } from './search-index.ts';

type Put = { prompt: IndexedPrompt; versions: IndexedVersion[] };

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
  notes: fc.array(text(4), { maxLength: 2 }),
  tags: fc.array(text(4), { maxLength: 1 }),
  versions: fc.array(fc.record({ content: text(20), description: text(4) }), { maxLength: 3 }),
  gone: fc.boolean(),
});

function matchIn({ prompt, versions }: Put, query: string) {
  return matchOf(foldedOf({ prompt, versions }), readSearch(query));
}

function foldedOf({ prompt: { notes, ...prompt }, versions }: Put) {
  return foldedParts({
    ...{ ...prompt, notes: notes.map((content) => ({ content })) },
    versions: versions.toSorted((a, b) => b.version - a.version),
  });
}

/** The ids that the search would answer: each one that the index returns, compared. */
async function found(all: ReadonlyMap<number, Put>, { find, versionsOf }: SearchIndex, query: string) {
  const search = readSearch(query);
  const hits = [];
  for (const [best, next] of (await find(search)).entries()) {
    for (const id of everyOne(next)) {
      const put = all.get(id);
      const match = put === undefined ? null : matchIn(put, query);
      if (put === undefined || match === null) continue;
      expect(rankOf(match)).toBeGreaterThanOrEqual(best);
      if (match.version !== null)
        expect(versionsOf(id, lackedTerms(foldedOf(put), search))).toContain(match.version.id);
      hits.push({ id, title: put.prompt.title, match });
    }
  }
  return inSearchOrder(hits).map(({ id }) => id);
}

function everyOne(next: Ordered): number[] {
  const ids: number[] = [];
  for (let part = next(2); part.length > 0; part = next(2)) ids.push(...part);
  return ids;
}

function scanned(all: ReadonlyMap<number, Put>, query: string): number[] {
  const hits = [...all.values()].flatMap((put) => {
    const match = matchIn(put, query);
    return match === null ? [] : [{ id: put.prompt.id, title: put.prompt.title, match }];
  });
  return inSearchOrder(hits).map(({ id }) => id);
}

test.each([
  ['with room for all signatures', 1024 * 1024],
  ['with signatures that were folded to make room', 1],
])('an index finds what a scan finds, in its order, in every script, %s', async (_, budget) => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), fc.nat(), async (changes, at) => {
      const index = createSearchIndex(budget);
      const all = new Map<number, Put>();
      for (const { gone, versions, ...prompt } of changes) {
        for (const version of all.get(prompt.id)?.versions ?? []) index.removeVersion(version);
        all.delete(prompt.id);
        if (gone) {
          index.remove(prompt.id);
          continue;
        }
        const put = versions.map((each, number) => ({
          ...{ ...each, id: prompt.id * 100 + number, promptId: prompt.id },
          version: 1 + ((2 * number + prompt.id) % 5),
        }));
        index.put(prompt);
        for (const version of put) index.putVersion(version);
        all.set(prompt.id, { prompt, versions: put });
      }
      const last = changes[at % Math.max(1, changes.length)];
      const source = `${last?.content}${last?.notes}${last?.versions.map(({ content }) => content)}` || 'a';
      for (const length of [1, 2, 3, 5, 9]) {
        const word = source.slice(at % source.length, (at % source.length) + length);
        for (const query of [word, word.toUpperCase(), `${source.slice(0, 2)} ${word}`]) {
          const expected = scanned(all, query);
          expect(await found(all, index, query)).toEqual(expected);
          seen += expected.length;
        }
      }
    }),
    { numRuns: 150 },
  );
  expect(seen).toBeGreaterThan(500);
});

const blank = { notes: [], tags: [] };

test('of many long texts an index returns few that do not have the word', async () => {
  const index = createSearchIndex(1024 * 1024);
  for (let id = 1; id <= 1_000; id += 1) {
    const content = Array.from({ length: 300 }, (_, word) =>
      ((id * 7_919 + word * 104_729) % 99_991).toString(36),
    );
    const isIt = id === 500;
    index.put({
      ...blank,
      id,
      title: `Prompt ${id}`,
      content: `${content.join(' ')}${isIt ? ' a Needle' : ''}`,
    });
  }
  const ids = (await index.find(readSearch('NEEDLE'))).flatMap(everyOne);
  expect(ids).toContain(500);
  expect(ids.length).toBeLessThan(100);
});

test('texts that change again and again take no more memory', () => {
  const index = createSearchIndex(8 * 1024 * 1024);
  const put = (turn: number) => {
    for (let id = 1; id <= 200; id += 1) {
      index.put({ ...blank, id, title: 'T', content: `${turn} `.repeat(500), notes: ['n'] });
      index.putVersion({ id, promptId: id, version: 1, description: '', content: `${turn} `.repeat(500) });
    }
  };
  put(1);
  const before = index.bytes();
  for (let turn = 2; turn < 40; turn += 1) put(turn);
  expect(index.bytes()).toBeLessThan(4 * before);
});
