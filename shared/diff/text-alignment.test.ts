import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignTexts } from './text-alignment.ts';
import { alignNumbers, type Hunk } from './token-alignment.ts';
import { lineTokenizer, type Tokenizer, wordTokenizer } from './tokenizers.ts';

const plenty = () => ({ steps: 1_000_000 });
const pieces = fc.constantFrom(
  'a ',
  'b ',
  'a',
  '\n',
  '\r\n',
  '\r',
  '中',
  '文 ',
  'ั',
  'e\u0301',
  '𠀀',
  '\uD840',
  ' ',
);
const text = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
const tokenizers: [string, () => Tokenizer][] = [
  ['lines', lineTokenizer],
  ['words', wordTokenizer],
];

/** Without setting equal ends aside unit by unit: every token of both texts by itself. */
function alignedWhole(base: string, side: string, { endAt }: Tokenizer): Hunk[] {
  const known = new Map<string, number>();
  const split = (whole: string) => {
    const starts = [0];
    const numbers: number[] = [];
    for (let at = 0; at < whole.length; ) {
      const end = endAt(whole, at);
      const token = whole.slice(at, end);
      known.set(token, known.get(token) ?? known.size);
      numbers.push(known.get(token) ?? -1);
      starts.push(end);
      at = end;
    }
    return { starts, numbers: Int32Array.from(numbers) };
  };
  const [ofBase, ofSide] = [split(base), split(side)];
  return alignNumbers({ base: ofBase.numbers, side: ofSide.numbers }, plenty()).map((hunk) => ({
    baseStart: ofBase.starts[hunk.baseStart] ?? -1,
    baseEnd: ofBase.starts[hunk.baseEnd] ?? -1,
    sideStart: ofSide.starts[hunk.sideStart] ?? -1,
    sideEnd: ofSide.starts[hunk.sideEnd] ?? -1,
  }));
}

test.each(tokenizers)('by %s the hunks are those of the whole lists of tokens', (_, tokenizer) => {
  fc.assert(
    fc.property(text, text, text, text, (before, one, other, after) => {
      const [base, side] = [before + one + after, before + other + after];
      expect(alignTexts({ base, side }, tokenizer(), plenty())).toEqual(
        alignedWhole(base, side, tokenizer()),
      );
    }),
    { numRuns: 3000 },
  );
});

test('one edit in a megabyte takes no step of comparison, wherever it is', () => {
  const base = 'word and word. '.repeat(70_000);
  for (const at of [0, 500_000, base.length]) {
    const side = `${base.slice(0, at)}new ${base.slice(at)}`;
    const budget = plenty();
    expect(alignTexts({ base, side }, wordTokenizer(), budget)).toHaveLength(1);
    expect(budget).toEqual(plenty());
  }
});

const words = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `${name}${(at * 7919) % 1_000_003} `).join('');

test('edits far apart in one line of a megabyte are a hunk each', () => {
  const base = words(150_000, 'word');
  const at = [0, 300_000, 700_000].map((place) => base.indexOf(' ', place) + 1);
  const side = at.reduceRight((text, place) => `${text.slice(0, place)}new ${text.slice(place)}`, base);
  const budget = plenty();
  const hunks = alignTexts({ base, side }, wordTokenizer(), budget);
  expect(hunks.map(({ baseStart }) => baseStart)).toEqual(at);
  expect(hunks.map(({ sideStart, sideEnd }) => side.slice(sideStart, sideEnd))).toEqual([
    'new ',
    'new ',
    'new ',
  ]);
  expect(budget.steps).toBeGreaterThan(plenty().steps / 2);
});

test('a megabyte of other words is one hunk, and no words are aligned for it', () => {
  const [base, side] = [words(150_000, 'word'), words(150_000, 'other')];
  const [only, ...others] = alignTexts({ base, side }, wordTokenizer(), plenty());
  expect(others).toEqual([]);
  expect(only).toEqual({ baseStart: 0, baseEnd: base.length, sideStart: 0, sideEnd: side.length });
});

test('of a megabyte, what stands outside of the hunks is equal, and the hunks never touch', () => {
  const base = words(120_000, 'word');
  const side = base.replaceAll('word77', 'other').replaceAll('word123', 'word 123');
  const hunks = alignTexts({ base, side }, wordTokenizer(), plenty());
  expect(hunks.length).toBeGreaterThan(1);
  let [ofBase, ofSide] = [0, 0];
  for (const hunk of hunks) {
    expect(base.slice(ofBase, hunk.baseStart) === side.slice(ofSide, hunk.sideStart)).toBe(true);
    if (ofBase > 0) expect(hunk.baseStart).toBeGreaterThan(ofBase);
    ofBase = hunk.baseEnd;
    ofSide = hunk.sideEnd;
  }
  expect(base.slice(ofBase) === side.slice(ofSide)).toBe(true);
});

test('equal megabytes have no hunk', () => {
  const base = '中'.repeat(1_000_000);
  expect(alignTexts({ base, side: `${base}` }, wordTokenizer(), plenty())).toEqual([]);
});
