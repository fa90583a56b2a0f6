import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySplices, patchableRow, type Splice, splicesBetween } from './text-patch.ts';

// Pairs with one high surrogate, and with one low surrogate.
const units = fc.constantFrom('a', 'b', '\r\n', '\n', '😀', '😁', '\u{1fa00}', '🏳️‍🌈', 'é', ' ', 'Ω');
const text = fc.array(units, { maxLength: 40 }).map((parts) => parts.join(''));
const all = Number.POSITIVE_INFINITY;

describe('splices between two texts', () => {
  test('make one of the other, to the code unit, and divide no surrogate pair', () => {
    fc.assert(
      fc.property(text, text, (base, wanted) => {
        const splices = splicesBetween(base, wanted);
        expect(applySplices(base, splices, all)).toBe(wanted);
        for (const [at, removed, inserted] of splices) {
          expect(inserted.isWellFormed()).toBe(true);
          expect(base.slice(0, at).isWellFormed()).toBe(true);
          expect(base.slice(at + removed).isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test('are as long as an edit in the middle of a long text', () => {
    fc.assert(
      fc.property(text, text, fc.array(units, { maxLength: 3 }), (before, after, typed) => {
        const base = `${'x'.repeat(500)}${before}${after}${'y'.repeat(500)}`;
        const wanted = `${'x'.repeat(500)}${before}${typed.join('')}${after}${'y'.repeat(500)}`;
        const [splice] = splicesBetween(base, wanted);
        expect(splice?.[2].length ?? 0).toBeLessThanOrEqual(typed.join('').length + 2);
      }),
    );
  });

  test('of equal texts are none', () => {
    expect(splicesBetween('a', 'a')).toEqual([]);
    expect(applySplices('a', [], all)).toBe('a');
  });
});

test.each<[string, Splice[], number, string | null]>([
  [
    'several, in order',
    [
      [0, 1, 'A'],
      [2, 0, '-'],
      [3, 1, ''],
    ],
    all,
    'Ab-c',
  ],
  [
    'one that touches the one before it',
    [
      [0, 2, 'x'],
      [2, 2, 'y'],
    ],
    all,
    'xy',
  ],
  [
    'one that overlaps the one before it',
    [
      [0, 3, 'x'],
      [2, 1, 'y'],
    ],
    all,
    null,
  ],
  [
    'two in the wrong order',
    [
      [2, 1, 'x'],
      [0, 1, 'y'],
    ],
    all,
    null,
  ],
  ['one beyond the end', [[3, 2, 'x']], all, null],
  ['one after the end', [[5, 0, 'x']], all, null],
  ['one whose end is no safe integer', [[1, Number.MAX_SAFE_INTEGER, 'x']], all, null],
  ['a result as long as it may be', [[4, 0, 'efgh']], 8, 'abcdefgh'],
  ['a result longer than it may be', [[4, 0, 'efghi']], 8, null],
])('splices are applied to "abcd": %s', (_, splices, longest, expected) => {
  expect(applySplices('abcd', splices, longest)).toBe(expected);
});

test.each<[string, string, object | null]>([
  ['PATCH', '/api/prompts/7/content', { type: 'prompt', id: 7 }],
  ['PUT', '/api/prompts/7', { type: 'prompt', id: 7 }],
  ['PATCH', '/api/prompts/7/versions/9', { type: 'version', id: 9 }],
  ['PATCH', '/api/prompts/7', null],
  ['PUT', '/api/prompts/7/content', null],
  ['DELETE', '/api/prompts/7/versions/9', null],
  ['POST', '/api/prompts', null],
  ['PATCH', '/api/prompts/0/content', null],
  ['PATCH', '/api/prompts/9999999999999999/content', null],
  ['PATCH', '/api/projects/7/content', null],
])('the text of %s %s is that of %j', (method, path, row) => {
  expect(patchableRow({ method, path })).toEqual(row);
});
