import { expect, test } from 'vitest';
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import type { ClientWorker } from '../../../ui/worker-client.ts';
import { createTokenCounter } from './token-counter.ts';
import type { TokenAnswer, TokenRequest } from './token-requests.ts';

/** Threads that answer when the test says so. */
function scene() {
  const clock = manualClock();
  const threads: { sent: TokenRequest[]; answer(answer: TokenAnswer): void; isEnded: boolean }[] = [];
  const startWorker = (): ClientWorker<TokenRequest, TokenAnswer> => {
    let listener: (answer: TokenAnswer) => void = () => undefined;
    const thread = {
      sent: [] as TokenRequest[],
      answer: (answer: TokenAnswer) => listener(answer),
      isEnded: false,
    };
    threads.push(thread);
    return {
      send: (request) => void thread.sent.push(request),
      onAnswer: (follow) => {
        listener = follow;
      },
      onFailure: () => undefined,
      terminate: () => {
        thread.isEnded = true;
      },
    };
  };
  const counter = createTokenCounter({ startWorker, clock });
  return { clock, threads, counter };
}
const encoding = 'o200k_base';
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('texts are counted one after the other, in one thread', async () => {
  const { threads, counter } = scene();
  const counts = Promise.all([
    counter.count({ text: 'one', encoding }),
    counter.count({ text: 'two', encoding }),
  ]);
  await settled();
  expect(threads[0]?.sent.map(({ text }) => text)).toEqual(['one']);
  threads[0]?.answer({ kind: 'counted', tokens: 1 });
  await settled();
  threads[0]?.answer({ kind: 'counted', tokens: 2 });
  expect(await counts).toEqual([1, 2]);
  expect(threads).toHaveLength(1);
});

test('a text that takes too long ends its thread, and the next text has another one', async () => {
  const { clock, threads, counter } = scene();
  const slow = counter.count({ text: 'aaaa', encoding });
  await settled();
  threads[0]?.answer({ kind: 'loaded' });
  clock.pass(10_000);
  expect(await slow).toBe('slow');
  expect(threads[0]?.isEnded).toBe(true);
  const next = counter.count({ text: 'short', encoding });
  await settled();
  threads[1]?.answer({ kind: 'counted', tokens: 1 });
  expect(await next).toBe(1);
});

test('a thread is not blamed for the time in which the page stands still', async () => {
  const { clock, threads, counter } = scene();
  const counted = counter.count({ text: 'one', encoding });
  await settled();
  clock.standStill(120_000);
  threads[0]?.answer({ kind: 'loaded' });
  clock.standStill(120_000);
  threads[0]?.answer({ kind: 'counted', tokens: 1 });
  expect(await counted).toBe(1);
});

test('a table that does not come is missing, however it fails', async () => {
  const { clock, threads, counter } = scene();
  const refused = counter.count({ text: 'one', encoding });
  await settled();
  threads[0]?.answer({ kind: 'failed', message: 'no network' });
  expect(await refused).toBe('missing');
  const stalled = counter.count({ text: 'one', encoding });
  await settled();
  clock.pass(60_000);
  expect(await stalled).toBe('missing');
  expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true]);
});

test('where no thread can be started each text is told, and none waits', async () => {
  const startWorker = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  const counter = createTokenCounter({ startWorker, clock: manualClock() });
  expect(await counter.count({ text: 'one', encoding })).toBe('missing');
  expect(await counter.count({ text: 'two', encoding })).toBe('missing');
});

test('whoever waits when it is stopped is told', async () => {
  const { counter, threads } = scene();
  const waiting = counter.count({ text: 'one', encoding });
  await settled();
  counter.stop();
  expect(await waiting).toBe('missing');
  expect(threads[0]?.isEnded).toBe(true);
});
