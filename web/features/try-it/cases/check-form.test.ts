import { expect, test } from 'vitest';
import { judgedByPromptfoo } from '#shared/checks/judged-by-promptfoo-samples.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import { assertionOfForm, type CheckForm, checkKinds, formOfCheck, newCheck } from './check-form.ts';

test('a check that nobody changed is written as it was', () => {
  const others: JsonValue[] = [
    { type: 'javascript', value: 'true' },
    { type: 'not-contains-any', value: ['a, b', 'c"d', 3], weight: 2, metric: 'kind' },
    { type: 'word-count', value: { max: 5 } },
    { type: 'is-json', value: 'type: object' },
  ];
  for (const raw of [...judgedByPromptfoo.map(([, assertion]) => assertion), ...others]) {
    expect(assertionOfForm(formOfCheck(raw, 1))).toEqual(raw);
  }
});

const form = (more: Partial<CheckForm>): CheckForm => ({ ...newCheck(1), ...more });

test.each<[Partial<CheckForm>, JsonValue | null]>([
  [{ value: 'Ada' }, { type: 'contains', value: 'Ada' }],
  [
    { value: 'Ada', not: true, weight: '2' },
    { type: 'not-contains', value: 'Ada', weight: 2 },
  ],
  [
    { kind: 'icontains-all', value: 'a, "b, c"' },
    { type: 'icontains-all', value: 'a, "b, c"' },
  ],
  [
    { kind: 'latency', value: 'left over', threshold: '800' },
    { type: 'latency', threshold: 800 },
  ],
  [
    { kind: 'cost', threshold: '0,5' },
    { type: 'cost', threshold: 0.5 },
  ],
  [{ kind: 'is-json' }, { type: 'is-json' }],
  [
    { kind: 'is-json', value: '{"type": "object"}' },
    { type: 'is-json', value: { type: 'object' } },
  ],
  [
    { kind: 'contains-json', value: 'type: object' },
    { type: 'contains-json', value: 'type: object' },
  ],
  [
    { kind: 'word-count', value: '5' },
    { type: 'word-count', value: 5 },
  ],
  [
    { kind: 'word-count', value: '{"min": 2}' },
    { type: 'word-count', value: { min: 2 } },
  ],
  [{ kind: 'word-count', value: 'many' }, null],
  [
    { kind: 'promptory:rating', value: '4' },
    { type: 'promptory:rating', value: 4 },
  ],
  [
    { kind: 'promptory:rating', value: 'better' },
    { type: 'promptory:rating', value: 'better' },
  ],
  [{ kind: 'promptory:rating', value: '6' }, null],
  [{ value: 'Ada', weight: 'x' }, null],
  [{ value: 'Ada', weight: '-1' }, null],
])('the form %j is the assertion %j', (more, assertion) => {
  expect(assertionOfForm(form(more))).toEqual(assertion);
});

test('the rest of an assertion stays where one field of it is changed', () => {
  const raw = { type: 'contains-any', value: ['a', 3], weight: 2, metric: 'kind' };
  expect(assertionOfForm({ ...formOfCheck(raw, 1), weight: '1' })).toEqual({ ...raw, weight: 1 });
  expect(assertionOfForm({ ...formOfCheck(raw, 1), not: true })).toEqual({
    ...raw,
    type: 'not-contains-any',
  });
});

test('every kind can be chosen', () => {
  expect(new Set(checkKinds).size).toBe(23);
});

test.each<[JsonValue, Partial<CheckForm>, JsonValue | null]>([
  [
    { type: 'llm-rubric', value: 'Is it kind?', threshold: 0.8 },
    { value: 'Is it very kind?' },
    { type: 'llm-rubric', value: 'Is it very kind?', threshold: 0.8 },
  ],
  [{ type: 'equals', value: { a: 1 } }, { value: '{"a": 2}' }, { type: 'equals', value: { a: 2 } }],
  [{ type: 'equals', value: [1, 2] }, { value: '[1, 2, 3]' }, { type: 'equals', value: [1, 2, 3] }],
  [{ type: 'equals', value: { a: 1 } }, { value: '{"a": 2' }, null],
])('what is changed of %j leaves the rest of what it means', (raw, change, expected) => {
  expect(assertionOfForm({ ...formOfCheck(raw, 1), ...change })).toEqual(expected);
});
