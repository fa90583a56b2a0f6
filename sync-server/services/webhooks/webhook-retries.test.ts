import { expect, test } from 'vitest';
import { type Attempt, afterAttempt, webhookRetries } from './webhook-retries.ts';
import type { WebhookAnswer } from './webhook-sender.ts';

const at = Date.parse('2026-01-10T12:00:00Z');
const fresh = { number: 7, attempts: 0, lane: 'line', failures: 0, failingSince: null } as const;
const status = (code: number, retryAfter: string | null = null) =>
  ({ kind: 'answered', status: code, retryAfter }) as const;
const timeout = { kind: 'failed', problem: 'timeout' } as const;

const after = (
  delivery: Partial<Attempt['delivery']>,
  answer: Exclude<WebhookAnswer, { kind: 'stopped' }>,
  random = 1,
) => afterAttempt({ delivery: { ...fresh, ...delivery }, answer, from: at - 30, at, random });

test.each([200, 202, 204, 299])(
  'an answer of %i is a delivery, and ends the failures of its webhook',
  (code) => {
    expect(after({ failures: 3, failingSince: 1 }, status(code))).toEqual({
      ...{ number: 7, at, tookMs: 30, status: code, problem: null, attempts: 1 },
      next: { state: 'delivered' },
      webhook: { failures: 0, failingSince: null, stops: false, retriesAside: false },
    });
  },
);

test.each([status(301), status(404), status(500), timeout])('%o is tried again', (answer) => {
  expect(after({}, answer)).toMatchObject({
    next: { state: 'waiting', lane: 'line', dueAt: at + webhookRetries.firstMs },
    webhook: { failures: 1, failingSince: at, stops: false },
  });
});

test('the pauses grow up to hours, with full jitter, for each delivery and for its webhook', () => {
  const pauses = (of: (failed: number) => Partial<Attempt['delivery']>, random = 1) =>
    Array.from({ length: 9 }, (_, failed) => {
      const { next } = after(of(failed), timeout, random);
      return next.state === 'waiting' ? (next.dueAt - at) / 1000 : null;
    });
  const bounds = [5, 20, 80, 320, 1280, 5120, 14_400, 14_400, 14_400];
  expect(pauses((attempts) => ({ attempts }))).toEqual(bounds);
  expect(pauses((failures) => ({ failures }))).toEqual(bounds);
  expect(pauses((attempts) => ({ attempts }), 0.5)).toEqual(bounds.map((bound) => bound / 2));
  expect(pauses((attempts) => ({ attempts }), 0)).toEqual(bounds.map(() => 1));
});

test('a receiver is given the pause that it asks for, up to the longest', () => {
  expect(after({}, status(429, '600'), 0).next).toMatchObject({ dueAt: at + 600_000 });
  expect(after({}, status(503, '9999999'), 0).next).toMatchObject({ dueAt: at + webhookRetries.longestMs });
});

test('a delivery waits aside after five attempts in line, and is given up after twelve', () => {
  expect(after({ attempts: 3 }, timeout).next).toMatchObject({ lane: 'line' });
  expect(after({ attempts: 4 }, timeout).next).toMatchObject({ lane: 'aside' });
  expect(after({ attempts: 10, lane: 'aside' }, timeout).next).toMatchObject({ lane: 'aside' });
  expect(after({ attempts: 11, lane: 'aside' }, timeout)).toMatchObject({
    ...{ attempts: 12, next: { state: 'failed' }, problem: 'timeout' },
  });
});

test('a webhook that fails for three days is stopped, one that answers 410 at once', () => {
  const since = (ms: number) => ({ failingSince: at - ms, failures: 20 });
  expect(after(since(webhookRetries.stopsAfterMs - 1), timeout).webhook).toMatchObject({ stops: false });
  expect(after(since(webhookRetries.stopsAfterMs), timeout)).toMatchObject({
    ...{ next: { state: 'waiting' }, webhook: { stops: true } },
  });
  expect(after({}, status(410)).webhook).toMatchObject({ stops: true });
});

test('after a receiver was away for long, what waits aside is tried at once', () => {
  expect(after({ failures: 5 }, status(200)).webhook).toMatchObject({ retriesAside: true });
});

test('what a person asked for is tried once, and says nothing about the webhook unless it arrives', () => {
  expect(after({ lane: 'asked', failures: 2, failingSince: 1 }, timeout)).toMatchObject({
    ...{ next: { state: 'failed' }, webhook: null },
  });
  expect(after({ lane: 'asked', failures: 2 }, status(200))).toMatchObject({
    ...{ next: { state: 'delivered' }, webhook: { failures: 0 } },
  });
});
