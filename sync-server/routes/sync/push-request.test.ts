import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PushRequest } from '#shared/sync/wire.ts';
import { isPlainPush, pushRequest } from './push-request.ts';

const odd = fc.constantFrom<unknown>(undefined, null, '', 'x', -1, 1.5, 2 ** 53, true, [], {}, 'previous', 7);
const or = (usual: fc.Arbitrary<unknown>, ...wrong: unknown[]) =>
  fc.oneof({ weight: 20, arbitrary: usual }, odd, fc.constantFrom<unknown>('', ...wrong));
const more = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  fc.constantFrom('more', '__proto__', 'constructor'),
);

const mutation = fc
  .tuple(
    fc.record(
      {
        key: or(
          fc.constantFrom('c1:1', 'c_-:9007199254740991', 'c1:0', ':1', 'c1:01', 'c1:9999999999999999'),
        ),
        method: or(fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'), 'GET'),
        path: or(fc.constantFrom('/api/prompts', 'x'.repeat(2000)), 'x'.repeat(2001)),
        body: fc.jsonValue({ maxDepth: 2 }),
        ifMatch: or(fc.constantFrom(0, 7, 'previous')),
      },
      { requiredKeys: ['key', 'method', 'path'] },
    ),
    more,
  )
  .map(withMore);

const push = fc
  .tuple(
    fc.record(
      {
        mutations: or(fc.array(mutation, { maxLength: 3 })),
        since: or(fc.constant('abc.1'), 'abc.', 'a b.1'),
        acknowledged: or(fc.nat()),
        device: or(fc.constantFrom('desk', 'x'.repeat(100)), 'x'.repeat(101)),
        brief: or(fc.boolean()),
      },
      { requiredKeys: ['mutations'] },
    ),
    more,
  )
  .map(withMore);

/** As JSON has it: `__proto__` is a field like any other. */
function withMore([fields, name]: [object, string | undefined]): unknown {
  const json = JSON.stringify(fields);
  return JSON.parse(name === undefined ? json : json.replace(/\}$/, `,"${name}":1}`));
}

test('a push that needs no schema is one that the schema takes as it is', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(push, odd), (content) => {
      const parsed = PushRequest.safeParse(content);
      if (isPlainPush(content)) {
        plain += 1;
        expect(parsed).toEqual({ success: true, data: content });
      }
      expect(pushRequest.safeParse(content)).toEqual(parsed);
    }),
    { numRuns: 1_000 },
  );
  expect(plain).toBeGreaterThan(50);
});

test('a push as the app sends it needs no schema', () => {
  const content = {
    mutations: [{ key: 'c1:1', method: 'PATCH', path: '/api/prompts/1', body: { title: 'a' }, ifMatch: 7 }],
    ...{ since: 'abc.1', acknowledged: 0, device: 'desk', brief: true },
  };
  expect(isPlainPush(content)).toBe(true);
});
