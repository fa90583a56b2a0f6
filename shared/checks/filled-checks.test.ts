import { expect, test } from 'vitest';
import { filledChecks } from './filled-checks.ts';

test('values stand in place of variables in every text of a check, and in no name', () => {
  const checks = [
    { type: 'contains', value: 'Dear {{name}}' },
    { type: 'contains-any', value: ['{{name}}', '{{unknown}}'], weight: 2 },
    { type: 'is-json', value: { properties: { '{{name}}': { const: '{{name}}' } } } },
  ];
  expect(filledChecks(checks, { name: 'Ada {{name}}' })).toEqual([
    { type: 'contains', value: 'Dear Ada {{name}}' },
    { type: 'contains-any', value: ['Ada {{name}}', '{{unknown}}'], weight: 2 },
    { type: 'is-json', value: { properties: { '{{name}}': { const: 'Ada {{name}}' } } } },
  ]);
});
