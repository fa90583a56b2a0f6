import { expect, test } from 'vitest';
import { judge, quantile, type Row } from './row.ts';

const row: Row = {
  title: 'a row',
  unit: 'ms',
  ours: [1, 2, 3, 4, 100],
  reference: { name: 'plain', values: [1, 1, 2, 2, 2] },
  bar: { at: 'p50', of: 'ratio', limit: 1.5, better: 'lower' },
};

test.each([
  { at: 'p50', of: 'ratio', limit: 1.5, better: 'lower', compared: 1.5, isMet: true },
  { at: 'p50', of: 'ratio', limit: 1.4, better: 'lower', compared: 1.5, isMet: false },
  { at: 'p50', of: 'ratio', limit: 1.6, better: 'higher', compared: 1.5, isMet: false },
  { at: 'p50', of: 'difference', limit: 1, better: 'lower', compared: 1, isMet: true },
  { at: 'p95', of: 'value', limit: 99, better: 'lower', compared: 100, isMet: false },
  { at: 'max', of: 'ratio', limit: 50, better: 'lower', compared: 50, isMet: true },
] as const)(
  'a row at $at by its $of meets a $better limit of $limit: $isMet',
  ({ compared, isMet, ...bar }) => {
    expect(judge({ ...row, bar })).toMatchObject({ compared, isMet });
  },
);

test('a row without values, and a ratio without a reference, cannot pass', () => {
  const { reference: _, ...alone } = row;
  expect(() => judge({ ...row, ours: [] })).toThrow('No values');
  expect(() => judge({ ...row, reference: { name: 'plain', values: [] } })).toThrow('No values');
  expect(() => judge(alone)).toThrow('No reference');
  expect(judge({ ...row, bar: null })).toMatchObject({ ours: 3, reference: 2, isMet: true });
});

test('the median of an even count lies between its middle values', () => {
  expect(quantile([4, 1, 3, 2], 'p50')).toBe(2.5);
  expect(quantile([7], 'p95')).toBe(7);
});
