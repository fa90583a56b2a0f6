import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { setKeepOffline } from '../data/resources/blob-storage.ts';
import { resourcesOf } from '../data/resources/resources.ts';
import { fileScene, projectId } from '../data/testing/resources-scene.ts';
import type { BlobAnswer } from '../platform/blob-transfer.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import { elsewhere, oneByOne, started, takingServer, waitingFile } from './blob-lane-scene.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('a wake sends the pending blobs, and asks for a pull', async () => {
  const scene = await waitingFile();
  const server = takingServer();
  const { lane, arrived } = started(scene, server);
  lane.wake();
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
  expect(server.methods()).toEqual(['GET', 'PUT']);
  expect(server.requests[1]?.headers).toMatchObject({ 'Upload-Offset': '0', 'X-Promptory-User': '1' });
  expect(await resourcesOf(scene.library, projectId)).toMatchObject([
    { upload: { state: 'sending', sent: 5 } },
  ]);
});

test('a text that is under way comes before each piece', async () => {
  const scene = await waitingFile();
  const server = takingServer();
  const text = Promise.withResolvers<void>();
  const { lane, arrived } = started(scene, { transfer: server.transfer, afterText: () => text.promise });
  lane.wake();
  await vi.waitFor(() => expect(server.methods()).toEqual(['GET']));
  await new Promise((resolve) => setImmediate(resolve));
  expect(server.methods()).toEqual(['GET']);
  text.resolve();
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
});

test('it has a lock of its own, so that no round of text ever waits for a file', async () => {
  const scene = await waitingFile();
  const names: string[] = [];
  const exclusive: Exclusive = (name, task) => {
    names.push(name);
    return task();
  };
  const { lane, arrived } = started(scene, { exclusive });
  lane.wake();
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
  expect(names).toEqual([`promptory-files-${scene.library.db.name}`]);
});

test('a server that asked for an hour is left alone by the passes after rounds of text, and not by a person', async () => {
  const scene = await waitingFile();
  let isBusy = true;
  const busy: BlobAnswer = { status: 429, retryAfter: '3600', body: { code: 'rate_limited' } };
  const server = takingServer(() => (isBusy ? Promise.resolve(busy) : undefined));
  let now = 0;
  const ended = Promise.withResolvers<void>();
  let passes = 0;
  const exclusive: Exclusive = (_name, task) => {
    passes += 1;
    return task().finally(() => ended.resolve());
  };
  const { lane, arrived } = started(scene, { transfer: server.transfer, now: () => now, exclusive });
  lane.wake('round');
  await ended.promise;
  await new Promise((resolve) => setImmediate(resolve));
  isBusy = false;
  now = 3_599_000;
  lane.wake('round');
  expect(passes).toBe(1);
  lane.wake();
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
});

test('where the network fails it tries again after a pause, and goes on where it was', async () => {
  const scene = await waitingFile();
  let gone = true;
  const server = takingServer(({ method }) => (gone && method === 'PUT' ? Promise.resolve(null) : undefined));
  let passed = 0;
  const { lane, arrived } = started(scene, { transfer: server.transfer, now: () => passed });
  lane.wake();
  await vi.waitFor(async () =>
    expect(await resourcesOf(scene.library, projectId)).toMatchObject([{ upload: { state: 'waiting' } }]),
  );
  await vi.waitFor(() => expect(server.methods()).toEqual(['GET', 'PUT']));
  gone = false;
  await vi.waitFor(() => {
    passed += 100;
    vi.advanceTimersByTime(100);
    expect(arrived).toHaveBeenCalledOnce();
  });
  expect(server.methods()).toEqual(['GET', 'PUT', 'GET', 'PUT']);
});

test('a file that failed is left alone by the passes after rounds of text until its pause is over', async () => {
  const scene = await waitingFile();
  let passed = 0;
  const server = takingServer(() => Promise.resolve({ status: 500, retryAfter: null, body: undefined }));
  const passes: Promise<unknown>[] = [];
  const exclusive: Exclusive = (_name, task) => {
    const pass = task();
    passes.push(pass);
    return pass;
  };
  const { lane } = started(scene, { transfer: server.transfer, now: () => passed, exclusive });
  const triesAfter = async (ms: number, wake: () => void) => {
    passed = ms;
    const before = passes.length;
    wake();
    await vi.waitFor(() => expect(passes).toHaveLength(before + 1));
    await passes.at(-1);
    await new Promise((resolve) => setImmediate(resolve));
    return server.requests.length;
  };
  expect(await triesAfter(0, () => lane.wake('round'))).toBe(1);
  expect(await triesAfter(1000, () => lane.wake('round'))).toBe(1);
  expect(await triesAfter(2000, () => lane.wake('round'))).toBe(2);
  expect(await triesAfter(4000, () => lane.wake('round'))).toBe(2);
  expect(await triesAfter(4000, () => lane.wake())).toBe(3);
  lane.hurry();
  expect(await triesAfter(4000, () => lane.wake('round'))).toBe(4);
});

test('a wake during a pass is one more pass afterwards', async () => {
  const scene = await waitingFile();
  const first = Promise.withResolvers<BlobAnswer>();
  const server = takingServer(({ method }) => (method === 'PUT' ? first.promise : undefined));
  const { lane } = started(scene, server);
  lane.wake();
  await vi.waitFor(() => expect(server.methods()).toEqual(['GET', 'PUT']));
  lane.wake();
  lane.wake();
  first.resolve({ status: 200, retryAfter: null, body: { offset: 5, size: 5, complete: true } });
  await vi.waitFor(() => expect(server.methods()).toEqual(['GET', 'PUT', 'GET', 'PUT']));
});

test('a lane that was stopped breaks off what is under way and sends nothing any more', async () => {
  const scene = await waitingFile();
  const signals: (AbortSignal | undefined)[] = [];
  const server = takingServer(({ method, signal }) => {
    signals.push(signal);
    if (method !== 'PUT') return undefined;
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null)));
  });
  const { lane } = started(scene, server);
  lane.wake();
  await vi.waitFor(() => expect(server.methods()).toEqual(['GET', 'PUT']));
  lane.stop();
  expect(signals.at(-1)?.aborted).toBe(true);
  lane.wake();
  vi.advanceTimersByTime(120_000);
  expect(server.methods()).toEqual(['GET', 'PUT']);
});

test('pieces are as large as the limit', async () => {
  const scene = await fileScene();
  await scene.add('x'.repeat(limits.uploadChunkBytes + 1), { name: 'large.txt' });
  await scene.confirm();
  const sizes: number[] = [];
  const server = takingServer(({ bytes }) => {
    if (bytes !== undefined) sizes.push(bytes.size);
    const offset = sizes.reduce((sum, size) => sum + size, 0);
    const size = limits.uploadChunkBytes + 1;
    return Promise.resolve({
      status: 200,
      retryAfter: null,
      body: { offset, size, complete: offset === size },
    });
  });
  const { lane, arrived } = started(scene, server);
  lane.wake();
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
  expect(sizes).toEqual([limits.uploadChunkBytes, 1]);
});

const hello = async (): Promise<BlobAnswer> => ({
  status: 200,
  retryAfter: null,
  body: undefined,
  bytes: new TextEncoder().encode('hello').buffer,
});

test('a file is fetched once, and is here from then on', async () => {
  const scene = await fileScene();
  await scene.pull(elsewhere);
  const server = takingServer(hello);
  const { lane } = started(scene, server);
  for (const _ of [1, 2]) {
    const bytes = await lane.fetchBlob(elsewhere);
    expect([await bytes?.text(), bytes?.type]).toEqual(['hello', 'application/octet-stream']);
  }
  expect(server.requests).toMatchObject([{ method: 'GET', path: '/api/resources/9/download' }]);
});

test('what the server does not have is not asked for', async () => {
  const scene = await fileScene();
  const server = takingServer(hello);
  const { lane } = started(scene, server);
  expect(await lane.fetchBlob({ ...elsewhere, available: false })).toBe(null);
  expect(server.requests).toEqual([]);
});

test('a file that is missing on the server is asked for once in a lane, not every time', async () => {
  const scene = await fileScene();
  await scene.pull(elsewhere);
  await setKeepOffline(scene.library, projectId, true);
  const problem = { type: 'about:blank', title: '', status: 404, code: 'bytes_missing' };
  const server = takingServer(() => Promise.resolve({ status: 404, retryAfter: null, body: problem }));
  const passes: Promise<unknown>[] = [];
  const lock = oneByOne();
  const exclusive: Exclusive = (name, task) => {
    const pass = lock(name, task);
    passes.push(pass);
    return pass;
  };
  const { lane } = started(scene, { transfer: server.transfer, exclusive });
  lane.wake();
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  lane.wake();
  await vi.waitFor(() => expect(passes).toHaveLength(2));
  await Promise.all(passes);
  expect(server.requests).toHaveLength(1);
  // It was gone and came back before this device heard of either: its row has another place in the feed.
  await scene.pull(elsewhere);
  lane.wake();
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
});
