import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type ApiRequest, createApiClient, ownAnswers } from './api-client.ts';
import type { ExchangeRequest } from './exchange.ts';

const ours = { 'X-Ours': '1' };
const push: ApiRequest = { method: 'POST', path: '/push', body: { text: 'a line\n'.repeat(2000) } };

/** Answers each request with the next of these. */
function clientOf(...answers: { status?: number; headers?: Record<string, string>; text?: string }[]) {
  const requests: ExchangeRequest[] = [];
  const send = createApiClient({
    protocolHeader: 'X-Ours',
    exchange: async (request) => {
      requests.push(request);
      const answer = answers[requests.length - 1];
      if (answer === undefined) throw new Error('Cut off.');
      const headers = new Headers(answer.headers ?? ours);
      const bytes = new TextEncoder().encode(answer.text ?? '{}').buffer;
      return { status: answer.status ?? 200, header: (name) => headers.get(name), bytes };
    },
  });
  return { send, requests };
}

test('an answer of the server is its status, its JSON, and how much went each way', async () => {
  const { send } = clientOf({ status: 429, headers: { ...ours, 'Retry-After': '7' }, text: '{"a":"ü"}' });
  expect(await send({ method: 'POST', path: '/', body: { b: 1 } })).toEqual({
    status: 429,
    retryAfter: '7',
    body: { a: 'ü' },
    sentBytes: 7,
    receivedBytes: 10,
  });
});

test.each([
  ['a cut line', undefined],
  ['JSON that breaks off', { text: '{"a":' }],
  ['a 502 of a proxy', { headers: {}, status: 502 }],
])('%s is no answer', async (_, answer) => {
  const { send } = clientOf(...(answer === undefined ? [] : [answer]));
  expect(await send(push)).toBeNull();
});

test('a 413 of a proxy is an answer about the size, and says whose it is', async () => {
  const { send } = clientOf({ status: 413, headers: {}, text: '<html>' });
  expect(await send(push)).toEqual({
    status: 413,
    retryAfter: null,
    body: undefined,
    sentBytes: JSON.stringify(push.body).length,
    isForeign: true,
  });
});

test.each([302, 200, 401, 403])(
  'the %i of somebody on the way is told apart, and none where nobody shows it',
  async (status) => {
    const page = { status, headers: {}, text: '<html>' };
    const { send } = clientOf(page, page);
    expect(await send(push)).toMatchObject({ status, body: undefined, isForeign: true });
    expect(await ownAnswers(send)(push)).toBeNull();
  },
);

test('a body is compressed once the server has announced that it takes that, and no longer when it does not', async () => {
  const takes = { headers: { ...ours, 'Accept-Encoding': 'gzip' } };
  const { send, requests } = clientOf(takes, takes, {}, {});
  const answers = [await send(push), await send(push), await send(push), await send(push)];
  const json = JSON.stringify(push.body);
  expect(requests.map(({ headers }) => headers['content-encoding'])).toEqual([
    ...[undefined, 'gzip', 'gzip', undefined],
  ]);
  const packed = requests[1]?.body;
  if (!(packed instanceof Uint8Array)) throw new Error('The body is compressed.');
  expect(gunzipSync(packed).toString()).toBe(json);
  expect(answers.map((answer) => answer?.sentBytes)).toEqual([
    json.length,
    packed.byteLength,
    packed.byteLength,
    json.length,
  ]);
  expect(packed.byteLength).toBeLessThan(json.length / 10);
});

test('a small body is sent as it is', async () => {
  const takes = { headers: { ...ours, 'Accept-Encoding': 'gzip' } };
  const { send, requests } = clientOf(takes, takes);
  for (const _ of [1, 2]) await send({ method: 'POST', path: '/', body: { a: 1 } });
  expect(requests.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined]);
  // No Blob: the browser stores one in another process, and the request waits for that.
  expect(requests.map(({ body }) => body)).toEqual([1, 2].map(() => new TextEncoder().encode('{"a":1}')));
});
