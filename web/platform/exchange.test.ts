import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createExchange, type ExchangeAnswer, type UploadingRequest } from './exchange.ts';
import { type Fault, network, origin, ownAnswer, silence, slowBody } from './network-scene.ts';

// Only the exchange's own clock stands still: streams need the immediates of Node.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const kilobyte = new TextEncoder().encode('x'.repeat(1024));

/** An exchange by `fetch` alone, and when a request of it has come to what answers it. */
function fetching(answer: Fault) {
  const asked = new Promise<void>((resolve) => {
    network.use(
      http.all(`${origin}/*`, ({ request }) => {
        resolve();
        return answer(request);
      }),
    );
  });
  return { exchange: createExchange({ base: origin, fetch, stallMs: 1000 }), asked };
}

/** An XMLHttpRequest that does what a test says. */
function scriptedUpload(responseURL = 'http://app.test/api/x?y=1') {
  const upload = new EventTarget();
  const request = new EventTarget();
  const seen: { headers: string[]; body: unknown; isAborted: boolean } = {
    headers: [],
    body: null,
    isAborted: false,
  };
  const response = new TextEncoder().encode('{"a":1}').buffer;
  const scripted: UploadingRequest = Object.assign(request, {
    upload,
    responseType: 'arraybuffer' as const,
    response,
    responseURL,
    status: 207,
    open: (method: string, path: string) => void seen.headers.push(`${method} ${path}`),
    setRequestHeader: (name: string, content: string) => void seen.headers.push(`${name}: ${content}`),
    getResponseHeader: (name: string) => `got ${name}`,
    send: (body: unknown) => {
      seen.body = body;
    },
    abort: () => {
      seen.isAborted = true;
      request.dispatchEvent(new Event('abort'));
    },
  });
  const moved = (target: EventTarget, type: string) =>
    target.dispatchEvent(Object.assign(new Event(type), { loaded: 3, total: 9 }));
  return { scripted, seen, upload, request, moved };
}

function uploading(scene: ReturnType<typeof scriptedUpload>, body = kilobyte, signal?: AbortSignal) {
  const exchange = createExchange({ fetch, upload: () => scene.scripted, stallMs: 1000 });
  const progress: number[][] = [];
  const onProgress = (...amounts: number[]) => void progress.push(amounts);
  const answer: Promise<ExchangeAnswer | 'broken off'> = exchange({
    ...{ method: 'POST', path: '/api/x?y=1', headers: { accept: 'a' }, body, onProgress, signal },
  }).catch(() => 'broken off' as const);
  return { answer, progress };
}

describe('a request with a body', () => {
  test('a request with a body is answered with status, headers and bytes', async () => {
    const scene = scriptedUpload();
    const { answer, progress } = uploading(scene);
    scene.moved(scene.request, 'progress');
    scene.moved(scene.request, 'load');
    const received = await answer;
    if (received === 'broken off') throw new Error(received);
    expect([received.status, received.header('ETag'), new TextDecoder().decode(received.bytes)]).toEqual([
      207,
      'got ETag',
      '{"a":1}',
    ]);
    expect(scene.seen).toMatchObject({ headers: ['POST /api/x?y=1', 'accept: a'], body: kilobyte });
    expect(progress).toEqual([[3, 9]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a request with a body is never ended while its bytes move, however long that takes', async () => {
    const scene = scriptedUpload();
    const { answer } = uploading(scene);
    for (let second = 0; second < 3600; second += 1) {
      vi.advanceTimersByTime(999);
      scene.moved(second < 1800 ? scene.upload : scene.request, 'progress');
    }
    scene.moved(scene.request, 'load');
    expect(await answer).toMatchObject({ status: 207 });
  });

  test('a request with a body ends when nothing has moved for the time of a stall', async () => {
    const scene = scriptedUpload();
    const { answer } = uploading(scene);
    vi.advanceTimersByTime(999);
    scene.moved(scene.upload, 'progress');
    vi.advanceTimersByTime(999);
    expect(scene.seen.isAborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(scene.seen.isAborted).toBe(true);
    expect(await answer).toBe('broken off');
  });

  test.each([
    [1024, 1000 + 512],
    [1024 * 1024, 1000 + 128 * 1024],
  ])(
    'a request of %i bytes is waited for %i ms after its last byte left for the buffers on the way',
    (size, most) => {
      const scene = scriptedUpload();
      uploading(scene, new Uint8Array(size));
      scene.moved(scene.upload, 'load');
      vi.advanceTimersByTime(most - 1);
      expect(scene.seen.isAborted).toBe(false);
      vi.advanceTimersByTime(1);
      expect(scene.seen.isAborted).toBe(true);
    },
  );

  test.each(['http://app.test/login', 'http://portal.test/api/x', 'http://app.test/api/x'])(
    'a request with a body that was answered by %s after a redirect has no answer',
    async (responseUrl) => {
      const scene = scriptedUpload(responseUrl);
      const { answer } = uploading(scene);
      scene.moved(scene.request, 'load');
      expect(await answer).toBe('broken off');
    },
  );

  test('a request with a body is broken off by whoever asked, before it began and while it is under way', async () => {
    const scene = scriptedUpload();
    const asker = new AbortController();
    const { answer } = uploading(scene, kilobyte, asker.signal);
    asker.abort();
    expect([await answer, scene.seen.isAborted]).toEqual(['broken off', true]);
    const late = scriptedUpload();
    expect(await uploading(late, kilobyte, asker.signal).answer).toBe('broken off');
    expect(late.seen.body).toBeNull();
  });

  test('a request with a body goes through fetch where there is nothing else, with all the time that its size could take', async () => {
    const { exchange, asked } = fetching(silence);
    const ended = vi.fn();
    const answer = exchange({ method: 'POST', path: '/', headers: {}, body: new Uint8Array(200_000) });
    const failed = expect(answer.finally(ended)).rejects.toThrow('aborted');
    await asked;
    await vi.advanceTimersByTimeAsync(1000 + 99_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  });
});

describe('a request without a body', () => {
  /** A request that has been sent. `piece` brings a part of its answer, and ends when that was seen. */
  async function slowAnswer() {
    const { body, give } = slowBody();
    const { exchange, asked } = fetching(ownAnswer(body, { headers: { 'Content-Length': '6' } }));
    const progress: number[][] = [];
    let seen = () => {};
    const onProgress = (...amounts: number[]) => {
      progress.push(amounts);
      seen();
    };
    const answer = exchange({ method: 'GET', path: '/', headers: {}, onProgress });
    await asked;
    const piece = () =>
      new Promise<void>((resolve) => {
        seen = resolve;
        give(new Uint8Array([1, 2]));
      });
    return { answer, progress, piece };
  }

  test('a request without a body is never ended while its answer moves, and says how much has come', async () => {
    const { answer, progress, piece } = await slowAnswer();
    for (let count = 0; count < 3; count += 1) {
      await vi.advanceTimersByTimeAsync(999);
      await piece();
    }
    expect((await answer).bytes.byteLength).toBe(6);
    expect(progress).toEqual([
      [2, 6],
      [4, 6],
      [6, 6],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a request without a body ends when its answer stalls in the middle', async () => {
    const { answer, piece } = await slowAnswer();
    const failed = expect(answer).rejects.toThrow('aborted');
    await vi.advanceTimersByTimeAsync(500);
    await piece();
    await vi.advanceTimersByTimeAsync(1000);
    await failed;
  });
});
