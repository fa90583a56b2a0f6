import { expect, test } from 'vitest';
import { answerProblems } from './check-answer.ts';

const problemsOf = (answer: string, answerSchema: object) =>
  answerProblems(
    {
      ...{ answer, reasoning: '', toolCalls: [], usage: null, messages: [] },
      settings: { answerFormat: 'json', answerSchema: JSON.stringify(answerSchema) },
    },
    'other',
  );

test('an answer that does not fit its schema is named with the place', () => {
  const schema = { type: 'object', properties: { people: { type: 'number' } } };
  expect(problemsOf('{"people": 3}', schema)).toEqual([]);
  expect(problemsOf('{"people": "3"}', schema)).toMatchObject([{ kind: 'schemaMismatch', at: '/people' }]);
});

test.each([
  ['a reference that leads nowhere', { $ref: '#/nope' }],
  ['a reference to itself', { $ref: '#' }],
  ['an expression that is none', { type: 'string', pattern: '(' }],
])('an answer is whole whatever its schema is: %s', (_what, schema) => {
  expect(problemsOf('"text"', schema)).toEqual([]);
});
