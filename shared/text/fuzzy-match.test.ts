import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FuzzyEntry,
  foldLetters,
  matchedPlaces,
  queryWords,
  rankEntries,
  scoreOf,
} from './fuzzy-match.ts';

const entry = (name: string, beside = '', weight = 0): FuzzyEntry => ({
  name: foldLetters(name),
  beside: foldLetters(beside),
  weight,
});

/** Returns the names that the query finds, the best first. */
function found(query: string, names: readonly (string | FuzzyEntry)[]): string[] {
  const entries = names.map((name) => (typeof name === 'string' ? entry(name) : name));
  return rankEntries(queryWords(query), entries).map((index) => entries[index]?.name ?? '');
}

describe('the order of what is found', () => {
  test.each<[string, string[]]>([
    ['sum', ['summary', 'weekly summary', 'resume', 'save update menu']],
    ['answer', ['answer', 'answers', 'an answer', 'unanswered']],
    ['nvr', ['new version', 'navigator']],
    ['new ver', ['new version', 'save new version']],
    ['cafe', ['café', 'the cafeteria']],
    ['STRASSE', ['strasse', 'hauptstrasse']],
    ['caf\u00e9', ['cafe\u0301', 'the cafe\u0301teria']],
    ['cafe\u0301', ['caf\u00e9', 'the cafeteria']],
    ['漢字', ['漢字', '常用漢字']],
  ])('%j finds these names in this order: %j', (query, names) => {
    expect(found(query, names.toReversed())).toEqual(names.map(foldLetters));
  });

  test('names that match alike keep their order, and a weight puts one before them', () => {
    expect(found('reply', ['reply one', 'reply two'])).toEqual(['reply one', 'reply two']);
    expect(found('reply', ['reply one', entry('reply two', '', 1)])).toEqual(['reply two', 'reply one']);
  });

  test('a word can be found beside the name, which counts less than in it', () => {
    const answer = entry('Answer', 'Letters');
    expect(found('letters ans', [answer, entry('Answer', 'Reports')])).toEqual(['answer']);
    expect(found('letters', [answer, 'letters'])).toEqual(['letters', 'answer']);
  });

  test('what lacks a letter of the query is not found', () => {
    expect(found('answerz', ['answer'])).toEqual([]);
    expect(found('answer letters', ['answer'])).toEqual([]);
  });
});

test.each([
  ['sum', 'Weekly summary', 'sum'],
  ['nv', 'New version', 'Nv'],
  ['ver new', 'New version', 'Newver'],
  ['CAFÉ', 'Le café', 'café'],
  ['zz', 'Answer', ''],
])('the letters of %j are marked in %j: %j', (query, name, marked) => {
  const places = matchedPlaces(queryWords(query), foldLetters(name));
  expect(places.map((place) => name.charAt(place)).join('')).toBe(marked);
});

const letters = fc.string({ unit: fc.constantFrom(...'abAB éÉß-1漢한İ'), maxLength: 12 });
const names = fc.array(
  letters.map((name) => entry(name)),
  { maxLength: 12 },
);

test('a folded text has as many code units as the text, and folding it once more changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(letters, fc.string({ unit: 'binary' })), (text) => {
      const folded = foldLetters(text);
      expect(folded).toHaveLength(text.length);
      expect(foldLetters(folded)).toBe(folded);
    }),
  );
});

test('a part of a name finds it', () => {
  fc.assert(
    fc.property(letters, fc.nat(12), fc.nat(12), (name, from, length) => {
      const part = name.slice(from, from + length);
      expect(scoreOf(queryWords(part), entry(name))).not.toBeNull();
    }),
  );
});

test('a longer query finds no more than the one that it begins with', () => {
  fc.assert(
    fc.property(names, letters, letters, (entries, query, more) => {
      const before = new Set(rankEntries(queryWords(query), entries));
      const after = rankEntries(queryWords(query + more), entries);
      expect(after.filter((index) => !before.has(index))).toEqual([]);
    }),
  );
});

test('what is found is each entry at most once, by descending score and then in its order', () => {
  fc.assert(
    fc.property(names, letters, (entries, query) => {
      const words = queryWords(query);
      const ranked = rankEntries(words, entries);
      expect(new Set(ranked).size).toBe(ranked.length);
      const scores = ranked.map((index) =>
        Math.round((scoreOf(words, entries[index] ?? entry('')) ?? -1) * 1000),
      );
      for (const [place, score] of scores.entries()) {
        const next = scores[place + 1] ?? -1;
        expect(score).toBeGreaterThanOrEqual(next);
        if (score === next) expect(ranked[place] ?? 0).toBeLessThan(ranked[place + 1] ?? 0);
      }
    }),
  );
});

test('the letters that are marked are letters of the query, in ascending places', () => {
  fc.assert(
    fc.property(letters, letters, (name, query) => {
      const folded = foldLetters(name);
      const places = matchedPlaces(queryWords(query), folded);
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      for (const place of places) expect(foldLetters(query)).toContain(folded.charAt(place));
    }),
  );
});
