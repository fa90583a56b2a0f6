import { expect, test } from 'vitest';
import { z } from 'zod';
import { ownValue, recordOf } from './record-of.ts';

const Texts = recordOf(z.string().max(20), z.string());
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'name'];

test.each(names)('a record keeps a value under the name %s', (name) => {
  const given: unknown = JSON.parse(`{"${name}":"Ada","other":"x"}`);
  const read = Texts.parse(given);
  expect(Object.entries(read).sort()).toEqual(
    [
      [name, 'Ada'],
      ['other', 'x'],
    ].sort(),
  );
  expect([ownValue(read, name), Object.getPrototypeOf(read)]).toEqual(['Ada', Object.prototype]);
  expect(Texts.safeParse(JSON.parse(`{"${name}":1}`)).success).toBe(false);
});

test.each(names)('a record without the name %s has no value under it', (name) => {
  expect(ownValue(Texts.parse({}), name)).toBeUndefined();
});

test('a record is described as z.record is, and is needed as one, also after a refinement', () => {
  const whole = (values: z.ZodType) => z.object({ values, more: values.nullable() });
  const plain = z.record(z.string().max(20), z.string());
  for (const io of ['input', 'output'] as const) {
    const own = Texts.refine((values) => Object.keys(values).length < 3);
    expect(z.toJSONSchema(whole(own), { io })).toEqual(z.toJSONSchema(whole(plain), { io }));
    expect(Object.keys(own.parse(JSON.parse('{"__proto__":"x"}')))).toEqual(['__proto__']);
  }
});
