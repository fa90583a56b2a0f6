import { expect, test } from 'vitest';
import type { JsonValue } from '#shared/model/checks/json.ts';
import { checkOfAssertion } from './assertions.ts';
import { judgeAnswer } from './judge-answer.ts';
import { type RubricVerdicts, readRubricVerdict } from './rubric.ts';

test.each([
  ['{"pass": true, "score": 0.8, "reason": "Kind."}', { passes: true, score: 0.8, reason: 'Kind.' }],
  ['{"pass": false, "reason": "Rude."}', { passes: false, score: 0, reason: 'Rude.' }],
  ['Well:\n```json\n{"reason": "Kind.", "pass": "yes"}\n```', { passes: true, score: 1, reason: 'Kind.' }],
  ['{"note": 1} {"pass": "False", "score": "0.2"}', { passes: false, score: 0.2, reason: '' }],
  ['{"score": 0.4}', { passes: false, score: 0.4, reason: '' }],
  ['{"pass": true, "score": 7}', { passes: true, score: 1, reason: '' }],
  ['It is kind.', null],
  ['{"pass": "perhaps"}', null],
  ['[1]', null],
  ['', null],
])('the reply %j is read as %j', (reply, verdict) => {
  expect(readRubricVerdict(reply)).toEqual(verdict);
});

function judged(assertion: JsonValue, rubrics: RubricVerdicts | undefined) {
  const answer = {
    ...{ text: 'Hello', cost: null, milliseconds: null, tokens: null, toolCalls: [], tools: undefined },
    ...{ rating: { verdict: null, stars: null }, rubrics },
  };
  return judgeAnswer(answer, [checkOfAssertion(assertion)]).verdicts[0];
}

const kind = { type: 'llm-rubric', value: 'Is kind' };
const verdict = (passes: boolean, score: number): RubricVerdicts =>
  new Map([['Is kind', { passes, score, reason: 'So.' }]]);

test.each([
  ['holds', kind, verdict(true, 0.8), { kind: 'judged', passed: true, score: 0.8 }],
  ['does not hold', kind, verdict(false, 0.1), { kind: 'judged', passed: false, score: 0.1 }],
  ['is under its threshold', { ...kind, threshold: 0.9 }, verdict(true, 0.8), { passed: false, score: 0.8 }],
  ['is turned round', { ...kind, type: 'not-llm-rubric' }, verdict(true, 1), { passed: false, score: 0 }],
  [
    'is of an object',
    { type: 'llm-rubric', value: { a: 1 } },
    new Map([['{"a":1}', null]]),
    { kind: 'error' },
  ],
  ['has no verdict', kind, new Map([['Is kind', null]]), { kind: 'error', passed: false }],
  ['is not asked for', kind, new Map(), { kind: 'open', passed: null }],
  ['has no judge', kind, undefined, { kind: 'open', passed: null }],
])('a rubric that %s', (_name, assertion, rubrics, expected) => {
  expect(judged(assertion, rubrics)).toMatchObject(expected);
});
