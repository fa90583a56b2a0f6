import { Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { Exclusive } from './exclusive.ts';
import { serverEvents } from './server-events.ts';

/** A stream that a test opens, ends and refuses as a browser would tell of it. */
class Stream extends EventTarget {
  readonly CLOSED = 2;
  readyState = 0;
  close(): void {
    this.readyState = this.CLOSED;
  }
  sends(event: 'open' | 'poke' | 'error', readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event(event));
  }
}

function listening(
  exclusive: Exclusive = (_, task) => task(),
  onLead: (leads: boolean | null) => void = () => undefined,
) {
  const streams: Stream[] = [];
  const hope = new Subject<void>();
  let pokes = 0;
  const open = () => {
    const stream = new Stream();
    streams.push(stream);
    return stream;
  };
  const subscription = serverEvents({ exclusive, lockName: 'events', open, hope, onLead }).subscribe(() => {
    pokes += 1;
  });
  return { streams, hope, subscription, pokes: () => pokes };
}

test('a poke is told, and so is once that the stream broke off, and that it is open again', () => {
  const { streams, pokes } = listening();
  streams[0]?.sends('open', 1);
  streams[0]?.sends('poke', 1);
  expect(pokes()).toBe(2);
  for (const _ of [1, 2, 3]) streams[0]?.sends('error', 0);
  expect(pokes()).toBe(3);
  streams[0]?.sends('open', 1);
  expect(pokes()).toBe(4);
  expect(streams).toHaveLength(1);
});

test('a stream that was refused is opened again once the server answers, and only then', () => {
  const { streams, hope, pokes } = listening();
  streams[0]?.sends('error', 0);
  hope.next();
  expect(streams).toHaveLength(1);
  streams[0]?.sends('error', 2);
  expect(streams).toHaveLength(1);
  hope.next();
  hope.next();
  expect(streams).toHaveLength(2);
  streams[1]?.sends('open', 1);
  streams[1]?.sends('poke', 1);
  expect(pokes()).toBe(2);
});

test('a client that stops listening closes the stream, and opens none any more', () => {
  const { streams, hope, subscription } = listening();
  subscription.unsubscribe();
  expect(streams[0]?.readyState).toBe(2);
  hope.next();
  expect(streams).toHaveLength(1);
});

test('a tab that waits for its turn opens no stream, also not when its turn comes too late', async () => {
  let turn: () => void = () => {};
  const { streams, hope, subscription } = listening(async (_, task) => {
    await new Promise<void>((resolve) => {
      turn = resolve;
    });
    return task();
  });
  hope.next();
  expect(streams).toHaveLength(0);
  subscription.unsubscribe();
  turn();
  await Promise.resolve();
  expect(streams).toHaveLength(0);
});

test('a tab that loses the lock closes its stream, and listens again when it gets the lock back', async () => {
  const turns: { take(): void; lose(): void }[] = [];
  const exclusive: Exclusive = async (_, task) => {
    const lost = new AbortController();
    await new Promise<void>((resolve) => turns.push({ take: resolve, lose: () => lost.abort() }));
    return task(lost.signal);
  };
  const leads: (boolean | null)[] = [];
  const { streams, hope, subscription } = listening(exclusive, (now) => leads.push(now));
  turns[0]?.take();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  turns[0]?.lose();
  await vi.waitFor(() => expect(turns).toHaveLength(2));
  expect(streams[0]?.readyState).toBe(2);
  hope.next();
  expect(streams).toHaveLength(1);
  turns[1]?.take();
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  expect(leads).toEqual([false, true, false, true]);
  subscription.unsubscribe();
  expect(streams[1]?.readyState).toBe(2);
  expect(leads.at(-1)).toBe(null);
});
