import { expect, test } from 'vitest';
import { compareTexts } from '#shared/diff/compare-texts.ts';
import { type FoldedRows, foldRows } from './folded-rows.ts';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`);

/** A comparison in which these lines of so many are changed. */
function changedAt(count: number, ...changed: number[]) {
  const before = lines(count);
  const after = before.map((line, at) => (changed.includes(at) ? line.replace('line', 'other') : line));
  return compareTexts({ before: before.join(''), after: after.join('') }, { ignoreWhitespace: false });
}

function listed(folded: FoldedRows): string {
  return Array.from({ length: folded.count }, (_, place) => {
    const item = folded.item(place);
    return item.kind === 'row' ? String(item.row) : `(${item.from}-${item.to - 1})`;
  }).join(' ');
}

test.each([
  ['one change in the middle', changedAt(20, 10), '(0-6) 7 8 9 10 11 12 13 (14-19)'],
  ['a change at the beginning', changedAt(20, 0), '0 1 2 3 (4-19)'],
  ['a change at the end', changedAt(20, 19), '(0-15) 16 17 18 19'],
  ['two changes near each other', changedAt(20, 0, 9), '0 1 2 3 4 5 6 7 8 9 10 11 12 (13-19)'],
  ['two changes apart', changedAt(20, 0, 11), '0 1 2 3 (4-7) 8 9 10 11 12 13 14 (15-19)'],
  ['a short text', changedAt(7, 3), '0 1 2 3 4 5 6'],
  ['no change', changedAt(9), '(0-8)'],
])('what is the same is folded around %s', (_title, comparison, places) => {
  const folded = foldRows(comparison, new Set());
  expect(listed(folded)).toBe(places);
  for (let place = 0; place < folded.count; place += 1) {
    const item = folded.item(place);
    expect(folded.placeOf(item.kind === 'row' ? item.row : item.from)).toBe(place);
  }
});

test('a fold that was opened shows all of its rows, and the others stay', () => {
  const folded = foldRows(changedAt(20, 10), new Set([0]));
  expect(listed(folded)).toBe('0 1 2 3 4 5 6 7 8 9 10 11 12 13 (14-19)');
  expect(folded.placeOf(13)).toBe(13);
});
