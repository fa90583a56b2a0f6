import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeSteps, mergeText, mergeWithin } from './merge-text.ts';

const clean = (text: string) => ({ text, overlap: false });

describe('mergeText', () => {
  test.each<[string, string, string, string, string]>([
    ['different lines', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    [
      'neighbouring lines with a word kept between',
      'one two\nthree four\n',
      'ONE two\nthree four\n',
      'one two\nthree FOUR\n',
      'ONE two\nthree FOUR\n',
    ],
    [
      'different words of one line',
      'be a kind and patient teacher',
      'be a very kind and patient teacher',
      'be a kind and patient tutor',
      'be a very kind and patient tutor',
    ],
    [
      'a paragraph at the top and one at the end',
      'x\n\ny\n',
      'new\n\nx\n\ny\n',
      'x\n\ny\n\nend\n',
      'new\n\nx\n\ny\n\nend\n',
    ],
    ['CRLF and a missing last line end', 'a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC', 'A\r\nb\r\nC'],
    [
      'one side changes line ends, the other a far line',
      'a\nb\nc\nd\n',
      'a\r\nb\nc\nd\n',
      'a\nb\nc\nD\n',
      'a\r\nb\nc\nD\n',
    ],
    [
      'many equal lines',
      '-\n'.repeat(900),
      `-\nx\n${'-\n'.repeat(899)}`,
      `${'-\n'.repeat(800)}y\n${'-\n'.repeat(100)}`,
      `-\nx\n${'-\n'.repeat(799)}y\n${'-\n'.repeat(100)}`,
    ],
    [
      'ideographs in one line without spaces',
      '你是一个友好的老师，请回答问题。',
      '你是一个非常友好的老师，请回答问题。',
      '你是一个友好的老师，请回答所有问题。',
      '你是一个非常友好的老师，请回答所有问题。',
    ],
    [
      'lone surrogates and marks',
      'a\uD83D b c e\u0301 f',
      'A a\uD83D b c e\u0301 f',
      'a\uD83D b c e\u0301 f\uDE00',
      'A a\uD83D b c e\u0301 f\uDE00',
    ],
    [
      'both made the same edit and one made another',
      'a\nb\nc\nd\n',
      'A\nb\nc\nd\n',
      'A\nb\nc\nD\n',
      'A\nb\nc\nD\n',
    ],
  ])('joins both edits: %s', (_title, base, mine, theirs, merged) => {
    expect(mergeText(base, mine, theirs)).toEqual(clean(merged));
    expect(mergeText(base, theirs, mine)).toEqual(clean(merged));
  });

  test.each<[string, string, string, string, string]>([
    ['the same word', 'be kind now', 'be brave now', 'be quick now', 'be brave now'],
    ['neighbouring words', 'a b c d', 'a B c d', 'a b C d', 'a B c d'],
    ['a deletion of what the other edited', 'a b c d e', 'a e', 'a b C d e', 'a e'],
    ['an edit of what the other deleted', 'a b c d e', 'a b C d e', 'a e', 'a b C d e'],
    ['an insertion inside a deleted stretch', '1\n2\n3\n4\n', '1\n4\n', '1\n2\nnew\n3\n4\n', '1\n4\n'],
    ['different insertions at one place', 'a\nb\n', 'a\nmine\nb\n', 'a\ntheirs\nb\n', 'a\nmine\nb\n'],
    ['two texts from nothing', '', 'mine', 'theirs', 'mine'],
    ['a cleared text and an edited one', 'a b', '', 'a b c', ''],
  ])('keeps mine and says so where both changed %s', (_title, base, mine, theirs, kept) => {
    expect(mergeText(base, mine, theirs)).toEqual({ text: kept, overlap: true });
    expect(mergeText(base, theirs, mine).overlap).toBe(true);
  });

  test('takes what theirs changed elsewhere although one place overlaps', () => {
    const base = 'one word here\n\nanother paragraph\n';
    expect(
      mergeText(base, 'one MINE here\n\nanother paragraph\n', 'one THEIRS here\n\nanother long paragraph\n'),
    ).toEqual({
      text: 'one MINE here\n\nanother long paragraph\n',
      overlap: true,
    });
  });

  test('does not sow the other side into a rewritten sentence', () => {
    const base =
      'You are the head of the school and you answer the questions of all the parents with patience.';
    const mine = 'Imagine the sea at night and write the verses of all the sailors in rhyme.';
    const theirs = base.replace('of all the', 'of some the');
    expect(mergeText(base, mine, theirs)).toEqual({ text: mine, overlap: true });
  });
});

// Few different tokens, so that repetition, touching edits and equal edits happen all the time.
const piece = fc.constantFrom(
  'a ',
  'b ',
  'c ',
  'a',
  '\n',
  '\r\n',
  '\r',
  '\t',
  'é ',
  'e\u0301',
  '👩‍🚀',
  '\uD83D',
  '\uDE00',
  '中',
  '文 ',
  '  ',
);
const pieces = fc.array(piece, { minLength: 10, maxLength: 60, size: 'max' });
const anyText = fc.oneof(
  pieces.map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

type Edit = { at: number; remove: number; insert: number; unit: 'word' | 'line' };
const edit = fc.record({
  at: fc.nat(60),
  remove: fc.nat(3),
  insert: fc.nat(2),
  unit: fc.constantFrom('word' as const, 'line' as const),
});
const edits = fc.array(edit, { maxLength: 3 });

/** The base edited, with every inserted word found nowhere else. */
function edited(base: string[], changes: Edit[], side: string): { text: string; inserted: string[] } {
  const parts = [...base];
  const inserted: string[] = [];
  for (const change of changes) {
    const fresh = Array.from({ length: change.insert }, () => {
      const word = `${side}${inserted.length}`;
      inserted.push(word);
      return change.unit === 'word' ? `${word} ` : `\n${word}\n`;
    });
    parts.splice(change.at % (parts.length + 1), change.remove, ...fresh);
  }
  const text = parts.join('');
  return { text, inserted: inserted.filter((word) => wordsOf(text).has(word)) };
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/(?:M|T)\d+/g) ?? []);
}

describe('laws of mergeText', () => {
  test('an unchanged side yields, and equal sides are the result', () => {
    fc.assert(
      fc.property(anyText, anyText, (base, x) => {
        expect(mergeText(base, base, x)).toEqual(clean(x));
        expect(mergeText(base, x, base)).toEqual(clean(x));
        expect(mergeText(base, x, x)).toEqual(clean(x));
      }),
      { numRuns: 3000 },
    );
  });

  test('overlap does not depend on which side is mine, a clean result neither, and no pair is parted', () => {
    let cleanOnes = 0;
    fc.assert(
      fc.property(
        pieces,
        edits,
        edits,
        anyText,
        fc.boolean(),
        (base, forMine, forTheirs, other, unrelated) => {
          const mine = edited(base, forMine, 'M').text;
          const theirs = unrelated ? other : edited(base, forTheirs, 'T').text;
          const one = mergeText(base.join(''), mine, theirs);
          const two = mergeText(base.join(''), theirs, mine);
          expect(two.overlap).toBe(one.overlap);
          if (!one.overlap) expect(two.text).toBe(one.text);
          if (!one.overlap) cleanOnes += 1;
          const areWellFormed = [base.join(''), mine, theirs].every((text) => text.isWellFormed());
          if (areWellFormed) expect(one.text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 5000 },
    );
    expect(cleanOnes).toBeGreaterThan(500);
  });

  test('a clean result holds every word that either side put in; an overlapping one all of mine', () => {
    let merged = 0;
    fc.assert(
      fc.property(pieces, edits, edits, (base, forMine, forTheirs) => {
        const mine = edited(base, forMine, 'M');
        const theirs = edited(base, forTheirs, 'T');
        const result = mergeText(base.join(''), mine.text, theirs.text);
        const present = wordsOf(result.text);
        for (const word of mine.inserted) expect(present).toContain(word);
        if (result.overlap) return;
        for (const word of theirs.inserted) expect(present).toContain(word);
        if (mine.inserted.length > 0 && theirs.inserted.length > 0) merged += 1;
      }),
      { numRuns: 5000 },
    );
    expect(merged).toBeGreaterThan(200);
  });
});

describe('worst cases of mergeText', () => {
  const size = 1_000_000;
  // A counted sequence instead of chance: the same texts in every run.
  const mixed = (factor: number, tokens: string[]) =>
    Array.from({ length: size / 4 }, (_, at) => tokens[((at * factor) >>> 3) % tokens.length] ?? '').join('');
  const prose = (words: number, end: string) =>
    Array.from({ length: words }, (_, at) => `word${(at * 7919) % 5000}${at % 12 === 11 ? end : ' '}`).join(
      '',
    );

  const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

  test.each<[string, string, string, string]>([
    ['equal lines', '\n'.repeat(size), `${'\n'.repeat(size)}x`, `y${'\n'.repeat(size - 2)}`],
    ['two kinds of lines', mixed(5, ['a\n', 'b\n']), mixed(11, ['a\n', 'b\n']), mixed(13, ['b\n', 'a\n'])],
    [
      'two kinds of words in one line',
      mixed(5, ['a ', 'b ']),
      mixed(11, ['a ', 'b ']),
      mixed(13, ['b ', 'a ']),
    ],
    ['shifted pairs', 'a b '.repeat(size / 4), `${'b a '.repeat(size / 4)}x`, `y ${'a b '.repeat(size / 4)}`],
    ['one enormous word', 'x'.repeat(size), 'x'.repeat(size - 1), `y${'x'.repeat(size)}`],
    [
      'one line, all of it rewritten',
      prose(144_000 / 8, ' '),
      prose(144_000 / 8, ' ').replaceAll('word', 'mine'),
      prose(144_000 / 8, ' ').replaceAll('word', 'theirs'),
    ],
    [
      'lines in another order',
      prose(size / 9, '\n'),
      linesOf(prose(size / 9, '\n'))
        .sort()
        .join(''),
      linesOf(prose(size / 9, '\n'))
        .reverse()
        .join(''),
    ],
    ['everything gone on one side', prose(size / 9, '\n'), '', `${prose(size / 9, '\n')}x`],
  ])('stay within their work: %s', (_title, base, mine, theirs) => {
    const budgets = { mine: { steps: mergeSteps }, theirs: { steps: mergeSteps } };
    const merged = mergeWithin({ base, mine, theirs }, budgets);
    const longest = Math.max(base.length, mine.length, theirs.length);
    expect(budgets.mine.steps).toBeGreaterThan(-6 * longest);
    expect(budgets.theirs.steps).toBeGreaterThan(-6 * longest);
    expect(mergeText(base, theirs, mine).overlap).toBe(merged.overlap);
  });

  test.each([
    ['lines', '\n'],
    ['one line', ' '],
  ])('a large text in %s takes two small edits far apart', (_title, end) => {
    const text = prose(size / 9, end);
    const mine = text.replace('word0 ', 'mine ');
    const last = text.lastIndexOf('word10 ');
    const theirs = `${text.slice(0, last)}theirs ${text.slice(last)}`;
    const { text: merged, overlap } = mergeText(text, mine, theirs);
    expect(overlap).toBe(false);
    expect(merged === theirs.replace('word0 ', 'mine ')).toBe(true);
  });

  test('a spent budget makes an overlap, never a wrong text', () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}\n`);
    const base = lines.join('');
    const mine = base.replace('line 3', 'mine 3').replace('line 30', 'mine 30');
    const theirs = base.replace('line 12', 'theirs 12').replace('line 44', 'theirs 44');
    const spent = mergeWithin({ base, mine, theirs }, { mine: { steps: 1 }, theirs: { steps: 1 } });
    expect(spent).toEqual({ text: mine, overlap: true });
    expect(mergeText(base, mine, theirs).overlap).toBe(false);
  });
});
