import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '#shared/text/fold-text.ts';
import { inSearchOrder, matchOf } from '#shared/text/search-order.ts';
import { folded, unfolded } from './folded-text.ts';
import { GramSignatures } from './gram-signatures.ts';
import { type SearchedPrompt, SearchedPrompts } from './searched-prompts.ts';

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
const prompt = fc.record({
  id,
  title: fc.string({ unit: fc.constantFrom(...units), maxLength: 4 }),
  content: text,
  projectId: id,
});
const step = fc.oneof(
  { weight: 4, arbitrary: prompt.map((put) => ({ put })) },
  { weight: 1, arbitrary: id.map((remove) => ({ remove })) },
  { weight: 1, arbitrary: fc.nat(60).map((sign) => ({ sign })) },
);

/** Returns what a plain scan of all prompts finds. */
function scanned(prompts: Iterable<SearchedPrompt>, query: string, most: number) {
  const found = [...prompts].flatMap((each) => {
    const match = matchOf(each, query);
    return match === null ? [] : [{ ...each, match }];
  });
  const first = inSearchOrder(found).slice(0, most);
  return { count: found.length, first: first.map(({ match: _match, ...rest }) => rest) };
}

test('a search finds what a plain scan finds, in any script, after any edits, deletions and moves', () => {
  let found = 0;
  const part = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.array(part), fc.array(text), (steps, parts, others) => {
      const plain = new Map<number, SearchedPrompt>();
      const held = new SearchedPrompts();
      for (const each of steps) {
        if ('put' in each) {
          plain.set(each.put.id, each.put);
          held.put(each.put);
        } else if ('remove' in each) {
          plain.delete(each.remove);
          held.remove(each.remove);
        } else held.signSome(each.sign);
      }
      const whole = [...plain.values()].map(({ title, content }) => title + content).join('');
      const queries = parts.map(([from, length]) => whole.slice(from % (whole.length + 1)).slice(0, length));
      for (const query of [...queries, ...others]) {
        const expected = scanned(plain.values(), query, 5);
        expect(held.find(query, 5)).toEqual(expected);
        found += expected.count;
      }
      expect(held.size).toBe(plain.size);
    }),
    { numRuns: 200 },
  );
  expect(found).toBeGreaterThan(200);
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
