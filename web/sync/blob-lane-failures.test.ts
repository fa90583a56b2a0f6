import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileScene } from '../data/testing/resources-scene.ts';
import type { BlobAnswer, BlobRequest } from '../platform/blob-transfer.ts';
import { elsewhere, started, takingServer, waitingFile } from './blob-lane-scene.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('the pause grows with each failure, is at least as long as the server asks, and starts over after a success', async () => {
  const set = vi.spyOn(globalThis, 'setInterval');
  const waits = () => set.mock.calls.map(([, ms]) => ms);
  const scene = await waitingFile();
  let answer: BlobAnswer = null;
  const server = takingServer(() => Promise.resolve(answer));
  const { lane } = started(scene, { transfer: server.transfer });
  lane.wake();
  for (const reported of [[500], [500, 1000]]) {
    await vi.waitFor(() => expect(waits()).toEqual(reported));
    vi.advanceTimersByTime(reported.at(-1) ?? 0);
  }
  await vi.waitFor(() => expect(waits()).toEqual([500, 1000, 2000]));
  answer = { status: 429, retryAfter: '70', body: undefined };
  lane.wake();
  await vi.waitFor(() => expect(waits()).toEqual([500, 1000, 2000, 70_000]));
  answer = { status: 200, retryAfter: null, body: { offset: 5, size: 5, complete: true } };
  const before = server.requests.length;
  lane.wake();
  await vi.waitFor(() => expect(server.requests).toHaveLength(before + 1));
  answer = null;
  lane.wake();
  await vi.waitFor(() => expect(waits()).toEqual([500, 1000, 2000, 70_000, 500]));
  lane.stop();
  set.mockRestore();
});

test('a pass that the database ended is tried again, and one under a sign-out reports nothing', async () => {
  const scene = await waitingFile();
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  const uses = vi.spyOn(scene.library.db.fileUses, 'count').mockRejectedValueOnce(new Error('broken'));
  const { lane, arrived } = started(scene);
  lane.wake();
  await vi.waitFor(() => {
    vi.advanceTimersByTime(100);
    expect(arrived).toHaveBeenCalledOnce();
  });
  expect(consoleError).toHaveBeenCalledOnce();
  const closed = vi.spyOn(scene.library.db, 'isOpen').mockReturnValue(false);
  uses.mockClear();
  uses.mockRejectedValueOnce(new Error('closed'));
  lane.wake();
  await vi.waitFor(() => expect(uses).toHaveBeenCalled());
  lane.stop();
  expect(consoleError).toHaveBeenCalledOnce();
  for (const spy of [consoleError, uses, closed]) spy.mockRestore();
});

test('whoever asks for a file can break it off, and so can the end of the lane', async () => {
  const scene = await fileScene();
  await scene.pull(elsewhere);
  const signals: (AbortSignal | undefined)[] = [];
  const transfer = ({ signal }: BlobRequest) => {
    signals.push(signal);
    return new Promise<null>((resolve) => signal?.addEventListener('abort', () => resolve(null)));
  };
  const { lane } = started(scene, { transfer });
  const asking = new AbortController();
  const fetched = [lane.fetchBlob(elsewhere, undefined, asking.signal), lane.fetchBlob(elsewhere)];
  await vi.waitFor(() => expect(signals).toHaveLength(2));
  asking.abort();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  lane.stop();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  expect(await Promise.all(fetched)).toEqual([null, null]);
});
