import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Check } from '#shared/model/checks/check.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import { checkOfAssertion } from './assertions.ts';
import { type JudgedAnswer, judgeAnswer, lateVerdict, totalOf } from './judge-answer.ts';
import { judgedByPromptfoo } from './judged-by-promptfoo-samples.ts';

const answerOf = (text: string, more: Partial<JudgedAnswer> = {}): JudgedAnswer => ({
  ...{ text, cost: null, milliseconds: null, tokens: null, toolCalls: [], tools: undefined },
  rating: { verdict: null, stars: null },
  ...more,
});

const yes = { type: 'contains', value: 'x' };

const judged = (answer: JudgedAnswer, assertions: readonly JsonValue[], threshold?: number) =>
  judgeAnswer(answer, assertions.map(checkOfAssertion), threshold);

/** Returns the verdict of one check. */
function verdictOf(assertion: JsonValue, answer: JudgedAnswer) {
  return judged(answer, [assertion]).verdicts[0];
}

test('there are more than two hundred verdicts of promptfoo, of both outcomes', () => {
  expect(judgedByPromptfoo.length).toBeGreaterThan(200);
  expect(judgedByPromptfoo.filter(([, , passes]) => passes).length).toBeGreaterThan(90);
});

const rows = judgedByPromptfoo.map(([text, assertion, passes, more]) => ({ text, assertion, passes, more }));

test.each(rows)('$assertion judges $text as promptfoo: $passes', ({ text, assertion, passes, more }) => {
  expect(judged(answerOf(text, more), [assertion]).passed).toBe(passes);
});

const find = { name: 'find', parameters: { type: 'object', required: ['q'] } };
const call = (name: string, written: string) => [{ id: '1', name, arguments: written }];
const called = (name: string, written: string) =>
  answerOf('', { toolCalls: call(name, written), tools: JSON.stringify([find]) });

test.each<[JsonValue, JudgedAnswer, boolean]>([
  [{ type: 'is-valid-openai-tools-call' }, called('find', '{"q": 1}'), true],
  [{ type: 'is-valid-function-call' }, called('find', '{}'), false],
  [{ type: 'is-valid-openai-function-call' }, called('lose', '{"q": 1}'), false],
  [{ type: 'is-valid-openai-tools-call' }, called('find', 'q'), false],
  [{ type: 'is-valid-openai-tools-call' }, answerOf('none'), false],
  [{ type: 'not-is-valid-openai-tools-call' }, answerOf('none'), true],
  [{ type: 'promptory:token-count', value: { max: 5 } }, answerOf('', { tokens: 5 }), true],
  [{ type: 'promptory:token-count', value: 5 }, answerOf('', { tokens: 6 }), false],
  [{ type: 'promptory:ngram-similarity', value: 'The sea is blue.' }, answerOf('the sea is  blue'), true],
  [{ type: 'promptory:ngram-similarity', value: 'The sea is blue.' }, answerOf('Nothing alike'), false],
  [{ type: 'promptory:rating', value: 4 }, answerOf('', { rating: { verdict: null, stars: 4 } }), true],
  [{ type: 'promptory:rating', value: 4 }, answerOf('', { rating: { verdict: null, stars: 3 } }), false],
  [
    { type: 'promptory:rating', value: 'better' },
    answerOf('', { rating: { verdict: 'better', stars: null } }),
    true,
  ],
])('%j of %j: %j', (assertion, answer, passed) => {
  expect(verdictOf(assertion, answer)).toMatchObject({ kind: 'judged', passed });
});

test.each<[JsonValue, string]>([
  [{ type: 'regex', value: '(' }, 'The regular expression is not valid.'],
  [{ type: 'not-regex', value: '(' }, 'The regular expression is not valid.'],
  [{ type: 'is-json', value: { type: 'nothing' } }, 'The schema is not valid: "{fault}".'],
  [{ type: 'is-json', value: { $ref: '#' } }, 'The schema is not valid: "{fault}".'],
  [{ type: 'cost', threshold: 1 }, 'Its cost is not known.'],
  [{ type: 'latency' }, 'The check has no threshold.'],
  [{ type: 'contains', value: '' }, 'The check has no text to look for.'],
  [{ type: 'contains-any', value: '"open' }, 'A quote in its list of texts is not closed.'],
  [{ type: 'contains', value: ['a'] }, 'The check "{name}" has a value that it cannot have.'],
])('%j cannot be judged, with a sentence: %s', (assertion, sentence) => {
  const verdict = verdictOf(assertion, answerOf('{"a": 1}'));
  expect(verdict).toMatchObject({ kind: 'error', passed: false, reason: { sentence } });
});

test.each<[JsonValue, string]>([
  [{ type: 'llm-rubric', value: 'Is it kind?' }, 'It needs a model to judge it.'],
  [{ type: 'promptory:rating', value: 3 }, 'Nobody has rated it yet.'],
  [{ type: 'javascript', value: 'true' }, 'The check "{name}" is kept, and is not judged here.'],
  [{ type: 'contains', value: 'file://a.txt' }, 'The check "{name}" is kept, and is not judged here.'],
])('%j is left open: %s', (assertion, sentence) => {
  expect(verdictOf(assertion, answerOf('x'))).toMatchObject({ kind: 'open', reason: { sentence } });
});

test('a check that was ended because it took too long is an error, whatever it weighs', () => {
  const checks = [{ type: 'regex', value: 'a', weight: 0 }, yes].map(checkOfAssertion);
  const { verdicts } = judgeAnswer(answerOf('x'), checks);
  const total = totalOf(checks, [lateVerdict(), ...verdicts.slice(1)], 0.5);
  expect(total).toMatchObject({ passed: false, verdicts: [{ kind: 'error' }, { kind: 'judged' }] });
});

describe('the total', () => {
  const no = { type: 'contains', value: 'y' };
  const open = { type: 'llm-rubric', value: 'good' };
  const weighing = (check: { type: string; value: string }, weight: number) => ({ ...check, weight });
  test.each<[string, JsonValue[], number | undefined, { passed: boolean | null; score: number | null }]>([
    ['passes without a check', [], undefined, { passed: true, score: 1 }],
    ['needs every check where there is no threshold', [yes, no], undefined, { passed: false, score: 0.5 }],
    ['needs no more than the threshold', [yes, no], 0.5, { passed: true, score: 0.5 }],
    ['is the mean by weights', [weighing(yes, 3), no], 0.8, { passed: false, score: 0.75 }],
    ['takes no failure of weight 0', [yes, weighing(no, 0)], undefined, { passed: true, score: 1 }],
    ['has no score where nothing weighs', [weighing(no, 0)], undefined, { passed: true, score: 0 }],
    ['is open with an open check', [yes, open], undefined, { passed: null, score: 1 }],
    ['is not open where another check fails', [no, open], undefined, { passed: false, score: 0 }],
    ['is not open where the threshold is reached', [yes, open], 0.5, { passed: true, score: 1 }],
    ['is not open where it cannot be reached', [no, open], 0.9, { passed: false, score: 0 }],
    ['is open where only the open check decides', [yes, open], 0.9, { passed: null, score: 1 }],
    ['has no score of open checks alone', [open], undefined, { passed: null, score: null }],
  ])('%s', (_title, assertions, threshold, total) => {
    expect(judged(answerOf('x'), assertions, threshold)).toMatchObject(total);
  });
});

const types = [
  ...['equals', 'contains', 'icontains', 'contains-all', 'icontains-any', 'starts-with', 'regex', 'is-json'],
  ...['contains-json', 'word-count', 'levenshtein', 'cost', 'latency', 'is-refusal', 'llm-rubric', 'python'],
  ...['promptory:token-count', 'promptory:ngram-similarity', 'promptory:rating'],
];
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  json.map((value) => JSON.stringify(value)),
);
const anyCheck = fc.record(
  { type: fc.constantFrom(...types), value: fc.oneof(anyText, json), threshold: fc.double({ noNaN: true }) },
  { requiredKeys: ['type'] },
);

test('no check and no answer makes it throw, and scores are from 0 to 1', () => {
  fc.assert(
    fc.property(anyText, fc.array(anyCheck, { maxLength: 3 }), (text, checks) => {
      const { verdicts } = judged(answerOf(text), checks as JsonValue[]);
      expect(verdicts).toHaveLength(checks.length);
      for (const { score } of verdicts) expect(score === null || (score >= 0 && score <= 1)).toBe(true);
    }),
  );
});

test('`not` turns round what is judged, and nothing else', () => {
  fc.assert(
    fc.property(anyText, anyCheck, (text, drawn) => {
      const check = checkOfAssertion(drawn as JsonValue);
      if (check.kind === 'unknown') return;
      const inverse: Check = { ...check, not: true };
      const { verdicts } = judgeAnswer(answerOf(text), [check, inverse]);
      const [one, other] = verdicts;
      expect(other?.kind).toBe(one?.kind);
      if (one?.kind !== 'judged') return;
      expect(other?.passed).toBe(!one.passed);
      expect(other?.score).toBeCloseTo(1 - (one.score ?? 0));
    }),
  );
});
