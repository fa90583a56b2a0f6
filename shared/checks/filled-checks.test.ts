import { expect, test } from 'vitest';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { caseOfText, checksOf, filledChecks } from './filled-checks.ts';
import { judgeAnswer } from './judge-answer.ts';

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

const answer = {
  ...{ text: 'Rome', cost: null, milliseconds: null, tokens: null, toolCalls: [], tools: undefined },
  rating: { verdict: null, stars: null },
};

test('a variable without a value in the case has the default of the text', () => {
  const checks = [{ type: 'not-contains', value: '{{city}}' }];
  const { read } = { read: readPrompt('About {{city | default: Rome}} and {{who}}') };
  const filled = caseOfText({ values: { who: 'Ada' } }, read);
  expect(filled.values).toEqual({ who: 'Ada', city: 'Rome' });
  expect(judgeAnswer(answer, checksOf({ ...filled, checks })).passed).toBe(false);
  expect(caseOfText({ values: { city: 'Oslo' } }, read).values).toEqual({ city: 'Oslo' });
  const whole = { values: { city: 'Oslo' } };
  expect(caseOfText(whole, readPrompt('About {{city}}'))).toBe(whole);
});

test('a check that its values make larger than a page can hold is an error, and the others are judged', () => {
  const braced = ['$', '{a}'].join('');
  const checks = [
    { type: 'not-contains', value: '{{a}}'.repeat(20_000) },
    { type: 'contains', value: '{{b}}' },
    { type: 'is-json', value: { enum: Array.from({ length: 20_000 }, () => braced) } },
    { type: 'not-equals', value: `{{c | default: ${'y'.repeat(1_000)}}}${'{{c}}'.repeat(2_000)}` },
  ];
  const all = checksOf({ checks, values: { a: 'x'.repeat(64 * 1024), b: 'Rome' } });
  const { verdicts, passed } = judgeAnswer(answer, all);
  expect(verdicts.map(({ kind }) => kind)).toEqual(['error', 'judged', 'error', 'error']);
  expect(verdicts[0]?.reason.sentence).toContain('too large');
  expect(passed).toBe(false);
});
