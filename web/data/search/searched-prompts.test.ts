import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '#shared/text/fold-text.ts';
import { foldedParts, inSearchOrder, matchOf } from '#shared/text/search-match.ts';
import { readSearch } from '#shared/text/search-query.ts';
import { folded, unfolded } from './folded-text.ts';
import { GramSignatures } from './gram-signatures.ts';
import { everyPrompt, type SearchFilter } from './search-filter.ts';
import { type SearchedPrompt, SearchedPrompts, type SearchedVersion } from './searched-prompts.ts';

/** Letters that grow, shrink or depend on their neighbours in lower case, marks, other scripts, halves of pairs. */
const units = [
  ...['a', 'A', 'b', 'i', 'I', 'İ', 'ı', 'ß', 'ẞ', 'Σ', 'σ', 'ς', 'K', 'ſ', 'É', 'e', '\u0301', '\u0307'],
  ...[
    '語',
    '文',
    'の',
    'ア',
    'Ж',
    'ж',
    'ש',
    '\u05b0',
    '😀',
    '👩‍👩‍👧',
    '𐐀',
    '𐐨',
    '\ud83d',
    '\ude00',
    ' ',
    '\n',
    '\0',
  ],
];
const text = fc.string({ unit: fc.constantFrom(...units), maxLength: 40 });
const id = fc.integer({ min: 1, max: 12 });
const short = fc.string({ unit: fc.constantFrom(...units), maxLength: 4 });
const date = fc.constantFrom(
  '2026-01-01T00:00:00.000Z',
  '2026-02-01T00:00:00.000Z',
  '2026-03-01T00:00:00.000Z',
);
const prompt = fc.record({
  ...{ id, title: short, content: text, projectId: id, createdAt: date },
  notes: fc.array(short, { maxLength: 2 }),
  tags: fc.array(fc.constantFrom('a', 'B'), { maxLength: 2 }),
  labels: fc.array(fc.constantFrom('production', 'staging'), { maxLength: 1 }),
});
const version = fc.record({ content: text, description: short, createdAt: date });
/** A prompt is put with all of its versions, as the reader does. */
const put = fc.record({ prompt, versions: fc.array(version, { maxLength: 3 }) });
type Put = { prompt: SearchedPrompt; versions: SearchedVersion[] };
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: put.map(({ prompt: of, versions }): { put: Put } => ({
      put: {
        prompt: of,
        versions: versions.map((each, index) => ({
          ...{ ...each, id: of.id * 100 + index, promptId: of.id },
          // In no order, as they come by their ids.
          version: 1 + ((index * 2 + of.id) % 5),
        })),
      },
    })),
  },
  { weight: 1, arbitrary: id.map((remove) => ({ remove })) },
  { weight: 1, arbitrary: fc.nat(60).map((sign) => ({ sign })) },
);
const filters: fc.Arbitrary<SearchFilter> = fc.record({
  projectId: fc.option(id),
  tag: fc.option(fc.constantFrom('a', 'B')),
  label: fc.option(fc.constantFrom('production', 'staging')),
  since: fc.option(date),
});

function passes({ prompt: of, versions }: Put, { projectId, tag, label, since }: SearchFilter): boolean {
  if (projectId !== null && of.projectId !== projectId) return false;
  if (tag !== null && !of.tags.includes(tag)) return false;
  if (label !== null && !of.labels.includes(label)) return false;
  return since === null || [of, ...versions].some(({ createdAt }) => createdAt >= since);
}

/** Returns what a plain scan of all prompts finds. */
function scanned(
  all: Iterable<Put>,
  query: string,
  { most, filter }: { most: number; filter: SearchFilter },
) {
  const found = [...all].flatMap((each) => {
    const { title, content, notes, tags, id: own, projectId } = each.prompt;
    const parts = foldedParts({
      ...{ title, content, tags, notes: notes.map((note) => ({ content: note })) },
      versions: each.versions.toSorted((a, b) => b.version - a.version),
    });
    const match = passes(each, filter) ? matchOf(parts, readSearch(query)) : null;
    return match === null ? [] : [{ id: own, title, projectId, match }];
  });
  return { count: found.length, first: inSearchOrder(found).slice(0, most) };
}

test('a search finds what a plain scan finds, in any script, after any edits, deletions and moves', () => {
  let found = 0;
  let scattered = 0;
  const part = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(
      ...[fc.array(step, { maxLength: 30 }), fc.array(part), fc.array(text), fc.option(filters)],
      (steps, parts, others, filter) => {
        const plain = new Map<number, Put>();
        const held = new SearchedPrompts();
        for (const each of steps) {
          if ('put' in each) {
            plain.set(each.put.prompt.id, each.put);
            held.put(each.put.prompt);
            for (const old of each.put.versions) held.putVersion(old);
            held.keepVersions(each.put.prompt.id, new Set(each.put.versions.map((old) => old.id)));
          } else if ('remove' in each) {
            plain.delete(each.remove);
            held.remove(each.remove);
          } else held.signSome(each.sign);
        }
        const whole = [...plain.values()]
          .flatMap(({ prompt: of, versions }) => [
            ...[of.title, of.content, ...of.notes, ...of.tags],
            ...versions.flatMap(({ content, description }) => [content, description]),
          ])
          .join('');
        const pieces = parts.map(([from, length]) => whole.slice(from % (whole.length + 1)).slice(0, length));
        const pairs = pieces.map((piece, index) => `${piece} ${pieces[index + 1] ?? 'a'}`);
        for (const query of [...pieces, ...pairs, ...others]) {
          const asked = { most: 5, filter: filter ?? everyPrompt };
          const expected = scanned(plain.values(), query, asked);
          const { count, first } = held.find(readSearch(query), asked.most, asked.filter);
          expect({ count, first: first.map(({ text: _text, lower: _lower, ...rest }) => rest) }).toEqual(
            expected,
          );
          found += expected.count;
          scattered += expected.first.filter(({ match }) => !match.asTyped).length;
        }
        expect(held.size).toBe(plain.size);
      },
    ),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(200);
  expect(scattered).toBeGreaterThan(50);
});

const oneOf = (promptId: number, made: Partial<SearchedVersion>): SearchedVersion => ({
  ...{ id: promptId * 100, promptId, version: 1, description: '', content: '', createdAt: '' },
  ...made,
});
const blank = { title: 'T', projectId: 1, content: '', notes: [], tags: [], labels: [], createdAt: '' };

test('a version that finds no room is found by its description, and by its text once there is room', () => {
  const held = new SearchedPrompts({ room: 20 });
  for (const promptId of [1, 2]) {
    held.put({ ...blank, id: promptId });
    held.putVersion(oneOf(promptId, { description: 'Draft', content: 'a long old letter' }));
  }
  const found = (query: string) => held.find(readSearch(query), 5).first.map((each) => each.id);
  expect(held.leftOut).toBe(1);
  expect(found('letter')).toEqual([1]);
  expect(found('draft')).toEqual([1, 2]);
  held.remove(1);
  held.putVersion(oneOf(2, { description: 'Draft', content: 'a long old letter' }));
  expect(held.leftOut).toBe(0);
  expect(found('letter')).toEqual([2]);
});

test('a version that stays as it was is not signed again when its prompt changes', () => {
  const held = new SearchedPrompts();
  held.put({ ...blank, id: 1 });
  held.putVersion(oneOf(1, { content: 'x'.repeat(1_000) }));
  while (held.signSome(10_000));
  held.put({ ...blank, id: 1, content: 'new' });
  held.putVersion(oneOf(1, { content: 'x'.repeat(1_000) }));
  // The title and the new text; another thousand units would be left over.
  expect(held.signSome(100)).toBe(false);
});

test('a text that is held folded can be had back to the code unit', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(folded(original).lower).toBe(foldText(original));
      expect(unfolded(folded(original))).toBe(original);
    }),
  );
});

test('signatures take less than the texts, and leave few texts of 2 KB to be tested', () => {
  const signatures = new GramSignatures(13);
  const words = ['prompt', 'answer', 'kindly', 'letter', 'translate', 'summary', 'review', 'draft'];
  for (let place = 0; place < 1_000; place += 1) {
    signatures.put(place, `${words.join(` ${place} `)} `.repeat(30).slice(0, 2048));
  }
  expect(signatures.bytes).toBeLessThan(1_100 * 1_024);
  const places = (query: string) => [...signatures.candidates(query, 1_000)].filter((word) => word !== 0);
  expect(places('kindness').length).toBeLessThan(10);
  expect(places('kindly').length).toBeGreaterThan(30);
});
