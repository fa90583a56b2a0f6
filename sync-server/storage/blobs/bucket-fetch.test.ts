import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createBucketFetch, usualPatience } from './bucket-fetch.ts';

const patience = { ...usualPatience, pauseMs: 1 };

/** A store that gives these answers, one after the other, and then only the last; null: none at all. */
async function storeThatAnswers(...answers: ([status: number, body: string] | null)[]) {
  let requests = 0;
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests, answers.length - 1)] ?? null;
    requests += 1;
    open.add(response);
    request.resume();
    if (answer !== null) response.writeHead(answer[0]).end(answer[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/bucket/key`,
    requests: () => requests,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const slowDown: [number, string] = [503, '<Error><Code>SlowDown</Code></Error>'];

test('a failure that passes by itself is tried again', async () => {
  using store = await storeThatAnswers(slowDown, [500, ''], [200, 'bytes']);
  const answer = await createBucketFetch(patience)(store.url);
  expect([await answer.text(), store.requests()]).toEqual(['bytes', 3]);
});

test('a failure that lasts is named after three attempts', async () => {
  using store = await storeThatAnswers(slowDown);
  await expect(createBucketFetch(patience)(store.url)).rejects.toMatchObject({
    kind: 'unreachable',
    message: 'the store answered 503 SlowDown',
  });
  expect(store.requests()).toBe(3);
});

test('a refusal is not tried again, and an answer that leads elsewhere is not followed', async () => {
  for (const status of [403, 307]) {
    using store = await storeThatAnswers([status, '<Error><Code>Other</Code></Error>']);
    await expect(createBucketFetch(patience)(store.url)).rejects.toMatchObject({
      kind: 'refused',
      message: `the store answered ${status} Other`,
    });
    expect(store.requests()).toBe(1);
  }
});

test('a store that never answers is waited for only so long', async () => {
  using store = await storeThatAnswers(null);
  const quick = createBucketFetch({ ...patience, answerMs: 20, sendMs: 20 });
  for (const method of ['GET', 'PUT']) {
    await expect(quick(store.url, { method })).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('takes too long'),
    });
  }
});

test('a store that is not there is named with the reason', async () => {
  const store = await storeThatAnswers([200, '']);
  store[Symbol.dispose]();
  await expect(createBucketFetch(patience)(store.url)).rejects.toThrow(/does not answer \(ECONN\w+\)/);
});
