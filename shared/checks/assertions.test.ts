import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Check } from '#shared/model/checks/check.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import { assertionOf, checkOfAssertion } from './assertions.ts';

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
const type = fc.oneof(
  fc.constantFrom(
    'equals',
    'not-contains',
    'contains-all',
    'is-json',
    'not-word-count',
    'cost',
    'assert-set',
  ),
  fc.string(),
);
const fields = fc.record(
  {
    type,
    value: fc.oneof(fc.string(), fc.array(fc.string()), fc.nat(), json),
    threshold: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), json),
    weight: fc.oneof(fc.nat(), json),
    metric: fc.oneof(fc.string(), json),
    provider: json,
    kind: json,
  },
  { requiredKeys: ['type'] },
) as fc.Arbitrary<JsonValue>;

test('an assertion that is read is written back as it was, known or not', () => {
  fc.assert(
    fc.property(fc.oneof(fields, json), (raw) => {
      const check = checkOfAssertion(raw);
      expect(assertionOf(check)).toEqual(raw);
      expect(Check.parse(check)).toEqual(check);
    }),
  );
});

test.each<[JsonValue, string]>([
  [{ type: 'contains', value: 'a' }, 'contains'],
  [{ type: 'not-contains', value: 'a', weight: 2, metric: 'tone' }, 'contains'],
  [{ type: 'is-json' }, 'is-json'],
  [{ type: 'word-count', value: { min: 1 } }, 'word-count'],
  [{ type: 'assert-set', assert: [{ type: 'contains', value: 'a' }] }, 'unknown'],
  [{ type: 'contains', value: 'a', transform: 'output.b' }, 'unknown'],
  [{ type: 'contains-any', value: ['a', 'file://b.txt'] }, 'unknown'],
  [{ type: 'equals', value: 'package:a' }, 'unknown'],
  [{ type: 'contains', value: 'a', weight: -1 }, 'unknown'],
  ['contains: a', 'unknown'],
])('%j is a check of kind %s', (raw, kind) => {
  expect(checkOfAssertion(raw).kind).toBe(kind);
});
