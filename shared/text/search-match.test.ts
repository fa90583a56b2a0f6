import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedParts, inSearchOrder, lackedTerms, matchOf, type PlainParts, places } from './search-match.ts';
import { readSearch } from './search-query.ts';

const blank: PlainParts = { title: '', content: '', notes: [], tags: [], versions: [] };
const notes = (...contents: string[]) => contents.map((content) => ({ content }));
const version = (number: number, content: string, description = '') => ({
  ...{ id: 100 + number, version: number, content, description },
});

function found(parts: Partial<PlainParts>, query: string): string | null {
  const match = matchOf(foldedParts({ ...blank, ...parts }), readSearch(query));
  if (match === null) return null;
  const { place, asTyped } = match;
  return `${place}${match.version === null ? '' : ` ${match.version.version}`}${asTyped ? '' : ', scattered'}`;
}

test.each<[string, Partial<PlainParts>, string, string | null]>([
  ['a word of the title', { title: 'Linux Terminal', content: 'act' }, 'terminal', 'title'],
  ['a word of the text', { title: 'Linux', content: 'Act as a TERMINAL' }, 'terminal', 'text'],
  ['a word of both', { title: 'Terminal', content: 'a terminal' }, 'TERM', 'title'],
  ['words in the order of the title', { title: 'Linux Terminal' }, 'linux terminal', 'title'],
  ['words in another order', { title: 'Linux Terminal' }, 'terminal linux', 'title, scattered'],
  [
    'a word of the title and one of the text',
    { title: 'Linux', content: 'a terminal' },
    'terminal linux',
    'text, scattered',
  ],
  ['one word of two', { title: 'Linux', content: 'x' }, 'linux terminal', null],
  ['a phrase', { content: 'a linux terminal' }, '"linux terminal"', 'text'],
  ['words that are no phrase', { content: 'a terminal on linux' }, '"linux terminal"', null],
  ['a phrase and a word', { content: 'act as a linux terminal' }, 'act "linux terminal"', 'text, scattered'],
  ['a phrase across two notes', { notes: notes('a linux', 'terminal') }, '"linux terminal"', null],
  ['words of two notes', { notes: notes('a linux', 'terminal') }, 'terminal linux', 'note, scattered'],
  ['a word of a note', { content: 'x', notes: notes('one', 'for Linux') }, 'linux', 'note'],
  ['a tag', { notes: notes('x'), tags: ['work', 'Linux'] }, 'linux', 'tag'],
  [
    'a word of the text and a tag',
    { content: 'a terminal', tags: ['linux'] },
    'terminal linux',
    'tag, scattered',
  ],
  [
    'the newest version with the word',
    { versions: [version(3, 'new'), version(2, 'Linux'), version(1, 'linux')] },
    'linux',
    'version 2',
  ],
  ['the description of a version', { versions: [version(2, '', 'for Linux')] }, 'linux', 'version 2'],
  [
    'a word of the text and one of a version',
    { content: 'a terminal', versions: [version(1, 'linux')] },
    'linux terminal',
    'version 1, scattered',
  ],
  [
    'words of two versions',
    { versions: [version(2, 'linux'), version(1, 'terminal')] },
    'linux terminal',
    null,
  ],
  [
    'a word of the text and of a version',
    { content: 'linux', versions: [version(1, 'linux')] },
    'linux',
    'text',
  ],
  ['letters of another case', { title: 'Größe' }, 'GRÖ', 'title'],
  ['a letter that is another one', { title: 'Größe', content: 'İstanbul' }, 'istanbul', null],
  ['characters of patterns', { title: '100%', content: 'a_b' }, 'a%b', null],
  ['words without spaces', { content: '日本語の文' }, '語の', 'text'],
  ['a composed letter', { title: 'cafe\u0301' }, 'caf\u00e9', 'title'],
  ['a decomposed letter', { content: 'au caf\u00e9' }, 'CAFE\u0301', 'text'],
  ['nothing', { title: 'x' }, '  ', null],
])('%s: the search finds %j by %j in its place', (_what, parts, query, expected) => {
  expect(found(parts, query)).toBe(expected);
});

test('places come in their order, then what is as typed, then the alphabet, then the older id', () => {
  const at = (id: number, place: (typeof places)[number], title = 'A', asTyped = true) => ({
    ...{ id, title, match: { place, asTyped, version: null } },
  });
  const order = [
    at(2, 'title'),
    at(1, 'title', 'A', false),
    at(8, 'text', 'A'),
    at(9, 'text', 'A'),
    at(3, 'text', 'B'),
    ...[at(7, 'note'), at(6, 'tag'), at(5, 'version')],
  ];
  expect(inSearchOrder(order.toReversed())).toEqual(order);
});

const letter = fc.constantFrom('a', 'b', 'C', 'é', ' ');
const text = fc.string({ unit: letter, maxLength: 6 });
const parts: fc.Arbitrary<PlainParts> = fc.record({
  ...{ title: text, content: text, tags: fc.array(text, { maxLength: 2 }) },
  notes: fc.array(fc.record({ content: text }), { maxLength: 2 }),
  versions: fc
    .array(fc.record({ content: text, description: text }), { maxLength: 3 })
    .map((all) => all.map((each, index) => ({ ...each, id: index + 1, version: all.length - index }))),
});

/** The rule in other words: what a prompt has up to each place, and what each version adds to all of that. */
function expectedMatch(of: PlainParts, terms: readonly string[], asTyped: string) {
  const lower = (texts: readonly string[]) => texts.map((each) => each.toLowerCase());
  const own: [string, string[]][] = [
    ['title', lower([of.title])],
    ['text', lower([of.content])],
    ['note', lower(of.notes.map(({ content }) => content))],
    ['tag', lower(of.tags)],
  ];
  const hasAll = (texts: readonly string[]) =>
    terms.every((term) => texts.some((each) => each.includes(term)));
  for (const [index, [place, texts]] of own.entries()) {
    if (!hasAll(own.slice(0, index + 1).flatMap(([, each]) => each))) continue;
    return { place, version: null, asTyped: texts.some((each) => each.includes(asTyped)) };
  }
  const whole = own.flatMap(([, each]) => each);
  for (const { id, version: number, content, description } of of.versions) {
    const texts = lower([content, description]);
    if (!hasAll([...whole, ...texts])) continue;
    const isTyped = texts.some((each) => each.includes(asTyped));
    return { place: 'version', version: { id, version: number }, asTyped: isTyped };
  }
  return null;
}

test('a match is the first place by which a prompt has every term, however the texts are divided', () => {
  const seen = new Map<string, number>();
  const words = fc.array(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), minLength: 1, maxLength: 2 }),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  fc.assert(
    fc.property(parts, words, (of, query) => {
      const terms = [...new Set(query)];
      const match = matchOf(foldedParts(of), readSearch(query.join(' ')));
      expect(match).toEqual(expectedMatch(of, terms, query.join(' ')));
      const folded = foldedParts(of);
      const hasAll = match !== null && match.place !== 'version';
      expect(lackedTerms(folded, readSearch(query.join(' '))).length === 0).toBe(hasAll);
      const name = match?.place ?? 'none';
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }),
    { numRuns: 2_000 },
  );
  for (const place of places) expect(seen.get(place) ?? 0).toBeGreaterThan(10);
});
