/** Generates answers with assertions for them: half of the values are taken from the answer, so that many hold. */
import fc from 'fast-check';
import { z } from 'zod';
import type { JudgedAnswer } from '../../shared/checks/judge-answer.ts';
import type { JsonValue } from '../../shared/model/checks/json.ts';

export type AnswerToCheck = { answer: JudgedAnswer; assertions: JsonValue[]; threshold?: number | undefined };

const plain = { cost: null, milliseconds: null, tokens: null, toolCalls: [], tools: undefined };
const noRating = { verdict: null, stars: null } as const;
const answerOf = (text: string, more: Partial<JudgedAnswer> = {}): JudgedAnswer => ({
  ...{ text, ...plain, rating: noRating },
  ...more,
});

const words = [
  'Hello',
  'hello',
  'WORLD',
  'a, b',
  '"quoted"',
  'Straße',
  'naïve',
  '42',
  'two  spaces',
  '\n',
  'end.',
];
const jsons = [
  '{"a": 1}',
  '{"a": "x", "b": [1, 2]}',
  '[1, 2, 3]',
  'null',
  '"text"',
  '-0',
  '{"a": {"b": true}}',
];
const loose = [
  '{a: 1}',
  '{"a": 1',
  '{',
  '}',
  '{}',
  '{x}',
  'before {"a": 2} after {"b": 3}',
  '{"a": 1,}',
  '{"b": "}"}',
];
const refusals = [
  ...[
    'I cannot do that.',
    "I'm sorry, but no.",
    'Sure! I can help.',
    'As an AI, I think so.',
    'Sorry, no',
    '',
  ],
  ...[
    'It would be wrong, I won’t help.',
    'We cannot comply with it.',
    'You cannot enter.',
    'I apologize for it.',
  ],
];
const someText = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(' ')),
  },
  { weight: 3, arbitrary: fc.constantFrom(...jsons, ...loose) },
  { weight: 2, arbitrary: fc.constantFrom(...refusals) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
);
/** promptfoo fills `{{ }}` in values, which is left to cases here, and reads files that a value names. */
const isLiteral = (value: unknown) => !/\{[{%#]|file:|package:/.test(JSON.stringify(value));

/** Draws a part of the text, or some other text. */
const partOf = (text: string) =>
  fc.oneof(
    fc
      .tuple(fc.nat(text.length), fc.nat(text.length))
      .map(([one, other]) => text.slice(Math.min(one, other), Math.max(one, other))),
    someText,
  );

const schemas: JsonValue[] = [
  { type: 'object' },
  { type: 'object', required: ['a'], properties: { a: { type: 'number' } } },
  { type: 'array', items: { type: 'integer' }, minItems: 2 },
  { anyOf: [{ type: 'string' }, { type: 'null' }] },
  { type: 'object', properties: { a: { enum: [1, 'x'] } }, additionalProperties: false },
  { type: 'nothing' },
  { type: 'object', patternProperties: { '^a': { type: ['number', 'string'] } } },
];
const schemaValue = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<JsonValue>('', ...schemas, ...schemas.map((schema) => JSON.stringify(schema))),
  fc.constantFrom<JsonValue>('type: object\nrequired:\n  - a\n', 'type: [', null),
);
const count = fc.nat(8);
const counted = fc.oneof<fc.Arbitrary<JsonValue>[]>(
  count,
  count.map(String),
  fc.record({ min: count, max: count }),
  fc.record({ min: count }),
  fc.record({ max: count }),
  fc.constant({}),
);
const patterns = [
  '^Hello',
  'l+o',
  '(',
  '\\d{2}',
  '[a-z]+$',
  '^$',
  'ß',
  '(?i)x',
  '.',
  '(a|b)*c',
  '\\bworld\\b',
];

type Drawn = { type: string; value?: JsonValue | undefined; threshold?: number | undefined };

const number = (text: string): JsonValue => (/^\d+$/.test(text) ? Number(text) : text);

function assertionFor(text: string): fc.Arbitrary<Drawn> {
  const list = fc.oneof(
    fc.array(partOf(text), { maxLength: 3 }),
    fc.array(partOf(text), { maxLength: 3 }).map((parts) => parts.join(', ')),
    fc.array(partOf(text), { maxLength: 3 }).map((parts) => parts.map((part) => `"${part}"`).join(',')),
  );
  const typed = (
    types: readonly string[],
    value: fc.Arbitrary<JsonValue | undefined>,
    threshold = noThreshold,
  ) => fc.record({ type: fc.constantFrom(...types), value, threshold });
  return fc.oneof(
    typed(['equals'], fc.oneof(fc.constant(text), partOf(text), fc.constantFrom<JsonValue>(...jsonValues))),
    typed(['contains', 'icontains'], partOf(text).map(number)),
    typed(['contains-all', 'contains-any', 'icontains-all', 'icontains-any'], list),
    typed(
      ['starts-with'],
      fc.oneof(
        fc.nat(text.length).map((end) => text.slice(0, end)),
        partOf(text),
      ),
    ),
    typed(['regex'], fc.oneof(fc.constantFrom(...patterns), partOf(text))),
    typed(['is-json', 'contains-json'], schemaValue),
    typed(['word-count'], counted),
    typed(['levenshtein'], partOf(text), fc.option(fc.nat(10), { nil: undefined })),
    typed(['is-refusal'], fc.constant(undefined)),
    typed(['cost', 'latency'], fc.constant(undefined), fc.option(fc.nat(4), { nil: undefined })),
  );
}
const noThreshold: fc.Arbitrary<number | undefined> = fc.constant(undefined);
const jsonValues: JsonValue[] = [null, 42, true, { a: 1 }, { b: [1, 2], a: 'x' }, [1, 2, 3], 0];

const tools = JSON.stringify([
  { type: 'function', function: { name: 'find', parameters: { type: 'object', required: ['q'] } } },
]);
const calls = fc.record({
  name: fc.constantFrom('find', 'lose'),
  arguments: fc.constantFrom('{"q": 1}', '{}', '[]', 'no JSON'),
});

const called: fc.Arbitrary<AnswerToCheck> = fc.array(calls, { minLength: 1, maxLength: 2 }).map((made) => ({
  answer: answerOf('', { tools, toolCalls: made.map((call, index) => ({ id: `${index}`, ...call })) }),
  // Its `not-` form does the same in promptfoo.
  assertions: [{ type: 'is-valid-openai-tools-call' }],
}));

const known = fc.option(fc.nat(4), { nil: null });
const weighed = (text: string) =>
  fc.record({
    drawn: assertionFor(text),
    not: fc.boolean(),
    weight: fc.constantFrom(undefined, 0, 1, 2, 0.5),
  });

const judged: fc.Arbitrary<AnswerToCheck> = someText.chain((text) =>
  fc.record({
    answer: fc.record({ cost: known, milliseconds: known }).map((more) => answerOf(text, more)),
    assertions: fc
      .array(weighed(text), { minLength: 1, maxLength: 3 })
      .map((all) =>
        all.map(({ drawn, not, weight }) => assertionOf(drawn, not, all.length === 1 ? undefined : weight)),
      ),
    threshold: fc.option(fc.constantFrom(0, 0.3, 0.5, 0.9, 1), { nil: undefined }),
  }),
);

function assertionOf({ type, value, threshold }: Drawn, not: boolean, weight: number | undefined): JsonValue {
  return {
    type: not ? `not-${type}` : type,
    ...(value === undefined ? {} : { value }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(weight === undefined ? {} : { weight }),
  };
}

/**
 * Leaves out two differences. An expression that is none scores 0 in promptfoo, and is an error here, which neither a
 * threshold nor a weight of 0 makes good. An empty answer is a refusal in both, and scores 0 in promptfoo.
 */
function isAlike({ answer, assertions, threshold }: AnswerToCheck): boolean {
  const isAlone = assertions.length === 1 && threshold === undefined;
  const isEmptyRefusal = answer.text.trim() === '' && JSON.stringify(assertions).includes('is-refusal');
  return isAlone || !(isEmptyRefusal || assertions.some(hasBadPattern));
}

function hasBadPattern(assertion: JsonValue): boolean {
  const pattern = z
    .object({ type: z.literal(['regex', 'not-regex']), value: z.string() })
    .safeParse(assertion);
  if (!pattern.success) return false;
  try {
    return !(new RegExp(pattern.data.value) instanceof RegExp);
  } catch {
    return true;
  }
}

/** Generates answers with one assertion each, without weight and threshold. */
export function singleChecks({ generated, seed }: { generated: number; seed: number }): AnswerToCheck[] {
  const single = judged.map(({ answer, assertions }) => ({ answer, assertions: assertions.slice(0, 1) }));
  return fc.sample(
    single.filter(
      ({ assertions }) => isLiteral(assertions) && !JSON.stringify(assertions).includes('weight'),
    ),
    { numRuns: generated, seed },
  );
}

export function answersToCheck({ generated, seed }: { generated: number; seed: number }): AnswerToCheck[] {
  const drawn = fc.oneof({ weight: 19, arbitrary: judged }, { weight: 1, arbitrary: called });
  return fc.sample(
    drawn.filter((each) => isLiteral(each.assertions) && isAlike(each)),
    { numRuns: generated, seed },
  );
}
