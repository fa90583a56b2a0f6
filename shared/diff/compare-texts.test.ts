import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Comparison, compareTexts, noLine } from './compare-texts.ts';
import { comparedLine } from './compared-line.ts';

type Texts = { before: string; after: string };
const exact = { ignoreWhitespace: false };
const loose = { ignoreWhitespace: true };

/** Rows as a person reads them: the sign of each side, and [what is marked]. */
function shown({ before, after }: Texts, options = exact): string[] {
  const compared = compareTexts({ before, after }, options);
  const line = (text: string, side: 'before' | 'after', at: number) => {
    const { parts, isEndMarked } = comparedLine(text, compared[side], at);
    const words = parts.map((part) => (part.isMarked ? `[${part.text}]` : part.text)).join('');
    return isEndMarked ? `${words}↵` : words;
  };
  return rowsOf(compared).flatMap(({ one, other, isChanged }) => {
    if (!isChanged) return [`  ${line(after, 'after', other)}`];
    const removed = one === noLine ? [] : [`- ${line(before, 'before', one)}`];
    return other === noLine ? removed : [...removed, `+ ${line(after, 'after', other)}`];
  });
}

function rowsOf({ rows, changes }: Comparison) {
  return Array.from(rows.before, (one, row) => {
    const isChanged = changes.some(
      (first, at) => at % 2 === 0 && first <= row && row < (changes[at + 1] ?? 0),
    );
    return { one, other: rows.after[row] ?? noLine, isChanged };
  });
}

function wordsOf(texts: Texts, options = exact): string {
  const { added, removed } = compareTexts(texts, options).words;
  return `+${added} −${removed}`;
}

describe('compareTexts', () => {
  test.each<[string, string, string, string[], string]>([
    ['nothing of two empty texts', '', '', [], '+0 −0'],
    ['two equal texts', 'a b\nc', 'a b\nc', ['  a b', '  c'], '+0 −0'],
    ['a changed word', 'be kind now', 'be brave now', ['- be [kind] now', '+ be [brave] now'], '+1 −1'],
    ['an added line', 'a\nc\n', 'a\nb\nc\n', ['  a', '+ b', '  c'], '+1 −0'],
    ['a removed line', 'a\nb\nc\n', 'a\nc\n', ['  a', '- b', '  c'], '+0 −1'],
    ['two unlike texts', 'one two', 'three four five', ['- one two', '+ three four five'], '+3 −2'],
    ['a word at the end of a line', 'a\nz', 'a b\nz', ['- a', '+ a[ b]', '  z'], '+1 −0'],
    ['a word at the beginning', 'a\nz', 'b a\nz', ['- a', '+ [b ]a', '  z'], '+1 −0'],
    ['a removed word', 'a b c', 'a c', ['- a [b ]c', '+ a c'], '+0 −1'],
    ['a line that was cut in two', 'a b\nz', 'a\nb\nz', ['- a[ ]b', '+ a↵', '+ b', '  z'], '+0 −0'],
    ['a wider indentation', 'a\n b', 'a\n   b', ['  a', '-  b', '+  [  ]b'], '+0 −0'],
    ['another line end', 'a b\r\nc', 'a b\nc', ['- a b↵', '+ a b', '  c'], '+0 −0'],
    ['a final line end', 'a', 'a\n', ['- a', '+ a↵'], '+0 −0'],
    ['a line behind one without an end', 'a\nb', 'a\nb\nc d', ['  a', '  b↵', '+ c d'], '+2 −0'],
    ['a line that was taken from behind', 'a\nb\nc', 'a\nb', ['  a', '  b', '- c'], '+0 −1'],
    [
      'one kept word between two others',
      'red and blue',
      'green and pink',
      ['- [red] and [blue]', '+ [green] and [pink]'],
      '+2 −2',
    ],
    [
      'a rewritten sentence as a whole',
      'see the old cat sit',
      'hear my the new dog run',
      ['- see the old cat sit', '+ hear my the new dog run'],
      '+6 −5',
    ],
    [
      'the lines that are alike beside each other',
      'intro\nKeep the tone formal and short.\nend',
      'intro\nA new line of text.\nKeep the tone playful and short.\nend',
      [
        '  intro',
        '+ A new line of text.',
        '- Keep the tone [formal] and short.',
        '+ Keep the tone [playful] and short.',
        '  end',
      ],
      '+6 −1',
    ],
    ['characters where there is no space', '中文字', '中国字', ['- 中[文]字', '+ 中[国]字'], '+1 −1'],
  ])('shows %s', (_title, before, after, rows, words) => {
    expect(shown({ before, after })).toEqual(rows);
    expect(wordsOf({ before, after })).toBe(words);
  });

  test.each<[string, string, string, string[]]>([
    ['spaces at the end', 'a b \nc', 'a b\nc', ['  a b', '  c']],
    ['indentation', 'a\n\tb', 'a\n    b', ['  a', '      b']],
    ['line ends', 'a\r\nb', 'a\nb\n', ['  a', '  b']],
    ['width', 'a  b', 'a b', ['  a b']],
    ['all but the words', ' a  b', 'a c', ['-  a  [b]', '+ a [c]']],
  ])('without white space it ignores %s', (_title, before, after, rows) => {
    expect(shown({ before, after }, loose)).toEqual(rows);
  });

  test('without white space a space between two words is none to be ignored', () => {
    expect(wordsOf({ before: 'into', after: 'in to' }, loose)).toBe('+2 −1');
  });
});

const pieces = fc.constantFrom(
  ...[
    'a ',
    'b ',
    'c',
    'a',
    'x\n',
    '\n',
    '\r\n',
    '\r',
    '  ',
    '\t',
    '中',
    'e\u0301',
    '😀 ',
    '\uD83D',
    '\uDE00',
  ],
);
const text = fc.array(pieces, { maxLength: 40, size: 'max' }).map((parts) => parts.join(''));
const texts = fc.oneof(
  fc.record({ before: text, after: text }),
  fc
    .record({ start: text, before: text, after: text, end: text })
    .map(({ start, before, after, end }) => ({ before: start + before + end, after: start + after + end })),
);
const options = fc.record({
  ignoreWhitespace: fc.boolean(),
  steps: fc.constantFrom(0, 1, 10, 1_000_000),
});

/** Puts the lines of one side together again, row by row, as the view draws them. */
function joined(text: string, compared: Comparison, side: 'before' | 'after'): string {
  return [...compared.rows[side]]
    .filter((line) => line !== noLine)
    .map((line) => {
      const { parts, end } = comparedLine(text, compared[side], line);
      return parts.map((part) => part.text).join('') + end;
    })
    .join('');
}

function unmarked(text: string, { marks }: { marks: Int32Array }): string {
  let [at, rest] = [0, ''];
  for (let mark = 0; mark < marks.length; mark += 2) {
    rest += text.slice(at, marks[mark]);
    at = marks[mark + 1] ?? 0;
  }
  return rest + text.slice(at);
}

describe('of any two texts', () => {
  test('the two sides put together again are the two texts, to the code unit', () => {
    fc.assert(
      fc.property(texts, options, ({ before, after }, { ignoreWhitespace, steps }) => {
        const compared = compareTexts({ before, after }, { ignoreWhitespace, budget: { steps } });
        expect(joined(before, compared, 'before')).toBe(before);
        expect(joined(after, compared, 'after')).toBe(after);
        for (const { one, other } of rowsOf(compared)) expect([one, other]).not.toEqual([noLine, noLine]);
      }),
      { numRuns: 3000 },
    );
  });

  test('all that is not marked, and every row outside of the changes, is the same on both sides', () => {
    fc.assert(
      fc.property(texts, options, ({ before, after }, { ignoreWhitespace, steps }) => {
        const compared = compareTexts({ before, after }, { ignoreWhitespace, budget: { steps } });
        const known = (part: string) => (ignoreWhitespace ? part.replaceAll(/\s+/g, '') : part);
        expect(known(unmarked(before, compared.before))).toBe(known(unmarked(after, compared.after)));
        // A last line is the same without a terminator, where more than that differs behind it.
        const lineOf = (text: string, side: 'before' | 'after', line: number) => {
          const own = text.slice(compared[side].starts[line], compared[side].starts[line + 1]);
          return known(/[\n\r]$/.test(own) ? own : `${own}\n`);
        };
        for (const { one, other, isChanged } of rowsOf(compared)) {
          if (!isChanged) expect(lineOf(before, 'before', one)).toBe(lineOf(after, 'after', other));
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('two texts have a change exactly where they differ', () => {
    fc.assert(
      fc.property(texts, ({ before, after }) => {
        const compared = compareTexts({ before, after }, exact);
        expect(compared.changes.length > 0).toBe(before !== after);
        expect(compared.changes).toEqual(compared.changes.toSorted((a, b) => a - b));
      }),
    );
  });

  test('swapped, each side loses what the other one gains', () => {
    fc.assert(
      fc.property(text, (before) => {
        const { words } = compareTexts({ before, after: '' }, exact);
        expect(compareTexts({ before: '', after: before }, exact).words).toEqual({
          added: words.removed,
          removed: words.added,
        });
      }),
    );
  });
});

describe('of large texts', () => {
  const lines = (count: number, name: string) =>
    Array.from(
      { length: count },
      (_, at) => `${name} ${(at * 7919) % 1_000_003} of some sixty letters, more or less.\n`,
    );

  test('a megabyte of other lines is compared by whole lines, and says so', () => {
    const [before, after] = [lines(17_000, 'line').join(''), lines(17_000, 'other').join('')];
    const compared = compareTexts({ before, after }, exact);
    expect(compared.isCoarse).toBe(true);
    expect(joined(before, compared, 'before') === before).toBe(true);
    expect(joined(after, compared, 'after') === after).toBe(true);
  });

  test('three edits in a megabyte are three changes, with their words', () => {
    const before = lines(17_000, 'line');
    const after = before.map((line, at) => (at % 6000 === 77 ? line.replace('some', 'about') : line));
    const compared = compareTexts({ before: before.join(''), after: after.join('') }, exact);
    expect(compared.changes.length / 2).toBe(3);
    expect(compared.words).toEqual({ added: 3, removed: 3 });
    expect(compared.isCoarse).toBe(false);
  });

  test('a line of a megabyte is shown in pieces, and one edit in it changes one of them', () => {
    const before = lines(17_000, 'line').join('').replaceAll('\n', ' ');
    const at = before.indexOf('some', 500_000);
    const after = `${before.slice(0, at)}quite ${before.slice(at)}`;
    const compared = compareTexts({ before, after }, exact);
    expect(compared.before.numbers.length).toBeGreaterThan(100);
    expect([...compared.before.numbers].filter((number) => number > 0)).toEqual([1]);
    expect(compared.changes.length / 2).toBe(1);
    expect(compared.words).toEqual({ added: 1, removed: 0 });
    expect(joined(after, compared, 'after') === after).toBe(true);
  });

  test('no piece of a line cuts a character or a line end in two', () => {
    for (const length of [2047, 2048, 2049, 4094, 4095, 4096, 4097, 8200]) {
      const before = `${'x'.repeat(length)}${'😀'.repeat(5000)}\r\n`;
      const { starts } = compareTexts({ before, after: '' }, exact).before;
      for (const start of starts.slice(1, -1)) {
        expect(before.slice(0, start).isWellFormed()).toBe(true);
        expect(before[start]).not.toBe('\n');
      }
    }
  });
});
