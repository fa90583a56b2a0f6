import { expect, test } from 'vitest';
import { caseOfRun } from './case-of-run.ts';

const similar = (value: string) => [{ type: 'promptory:ngram-similarity', value, threshold: 0.5 }];

test.each([
  [
    'a value and prose',
    { name: ' Ada\nof London' },
    'Hello Ada',
    { name: 'Ada', checks: similar('Hello Ada') },
  ],
  ['no value', {}, 'Good day\nto you', { name: 'Good day', checks: similar('Good day\nto you') }],
  ['JSON', { n: '1' }, '{ "a": [1] }', { name: '1', checks: [{ type: 'equals', value: { a: [1] } }] }],
  ['a number, which is prose', { n: '1' }, '42', { name: '1', checks: similar('42') }],
  ['no answer', { n: '1' }, ' ', { name: '1', checks: [] }],
])('a run with %s becomes a case', (_name, values, answer, made) => {
  expect(caseOfRun({ values: { ...values }, answer })).toEqual({ values, ...made });
});

test('a long value gives a name that a case can have', () => {
  const { name } = caseOfRun({ values: { text: 'a'.repeat(5_000) }, answer: '' });
  expect(name).toBe('a'.repeat(200));
});
