import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

function scene(options: { perSecond: number; burst: number; maxKeys?: number }) {
  const clock = { at: 0 };
  return { clock, ...createTokenBuckets({ ...options, now: () => clock.at }) };
}

test('a bucket gives its burst at once, then as much as comes back, and names the wait for the rest', () => {
  const { take, clock } = scene({ perSecond: 2, burst: 4 });
  for (let count = 0; count < 4; count += 1) expect(take('ada', 1)).toEqual({ kind: 'taken' });
  expect(take('ada', 1)).toEqual({ kind: 'empty', retryAfterSeconds: 1 });
  expect(take('ada', 3)).toEqual({ kind: 'empty', retryAfterSeconds: 2 });
  expect(take('eve', 4)).toEqual({ kind: 'taken' });
  clock.at += 500;
  expect(take('ada', 1)).toEqual({ kind: 'taken' });
  clock.at += 60_000;
  expect(take('ada', 4)).toEqual({ kind: 'taken' });
  expect(take('ada', 1)).toMatchObject({ kind: 'empty' });
});

test('what costs more than a whole bucket is let through when the bucket is full', () => {
  const { take } = scene({ perSecond: 1, burst: 4 });
  expect(take('ada', 100)).toEqual({ kind: 'taken' });
  expect(take('ada', 100)).toEqual({ kind: 'empty', retryAfterSeconds: 4 });
});

test('the bucket that was used longest ago is dropped where there are too many', () => {
  const { take } = scene({ perSecond: 1, burst: 1, maxKeys: 2 });
  for (const key of ['ada', 'eve', 'ada', 'bob']) take(key, 1);
  expect(take('ada', 1)).toMatchObject({ kind: 'empty' });
  expect(take('eve', 1)).toEqual({ kind: 'taken' });
});

test('who waits as long as was asked is never refused, and nobody gets more than the burst and the rate', () => {
  const use = fc.record({ tokens: fc.integer({ min: 1, max: 20 }), afterMs: fc.nat(3_000) });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 60 }), (uses) => {
      const { take, clock } = scene({ perSecond: 3, burst: 20 });
      let given = 0;
      for (const { tokens, afterMs } of uses) {
        clock.at += afterMs;
        const first = take('ada', tokens);
        if (first.kind === 'empty') {
          clock.at += first.retryAfterSeconds * 1000;
          expect(take('ada', tokens)).toEqual({ kind: 'taken' });
        }
        given += tokens;
        expect(given).toBeLessThanOrEqual(20 + (3 * clock.at) / 1000 + 1e-6);
      }
    }),
  );
});

test('a clock that goes back takes nothing away and gives nothing', () => {
  const { take, clock } = scene({ perSecond: 1, burst: 2 });
  clock.at = 10_000;
  expect(take('ada', 1)).toEqual({ kind: 'taken' });
  clock.at = 0;
  expect(take('ada', 1)).toEqual({ kind: 'taken' });
  expect(take('ada', 1)).toMatchObject({ kind: 'empty' });
});
