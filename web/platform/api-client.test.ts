import { gunzipSync } from 'node:zlib';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { protocolHeader } from '#shared/sync/wire.ts';
import { type ApiRequest, createApiClient, ownAnswers } from './api-client.ts';
import { createExchange, type ExchangeRequest } from './exchange.ts';
import { type Fault, foreignPage, network, origin, ownAnswer, reset } from './network-scene.ts';

const push: ApiRequest = { method: 'POST', path: '/push', body: { text: 'a line\n'.repeat(2000) } };
const ours = ownAnswer('{}');
const takesGzip = ownAnswer('{}', { headers: { 'Accept-Encoding': 'gzip' } });

/** Answers each request with the next of these. */
function clientOf(...answers: Fault[]) {
  const requests: ExchangeRequest[] = [];
  const exchange = createExchange({ base: origin, fetch, stallMs: 1500 });
  network.use(
    http.all(`${origin}/*`, ({ request }) => {
      const answer = answers[requests.length - 1];
      if (answer === undefined) throw new Error('One request too many.');
      return answer(request);
    }),
  );
  const send = createApiClient({
    protocolHeader,
    exchange: (request) => {
      requests.push(request);
      return exchange(request);
    },
  });
  return { send, requests };
}

test('an answer of the server is its status, its JSON, and how much went each way', async () => {
  const { send } = clientOf(ownAnswer('{"a":"ü"}', { status: 429, headers: { 'Retry-After': '7' } }));
  expect(await send({ method: 'POST', path: '/', body: { b: 1 } })).toEqual({
    status: 429,
    retryAfter: '7',
    body: { a: 'ü' },
    sentBytes: 7,
    receivedBytes: 10,
  });
});

test.each([
  ['a cut line', reset],
  ['JSON that breaks off', ownAnswer('{"a":')],
  ['a 502 of a proxy', foreignPage(502)],
])('%s is no answer', async (_, fault) => {
  const { send } = clientOf(fault);
  expect(await send(push)).toBeNull();
});

test('a 413 of a proxy is an answer about the size, and says whose it is', async () => {
  const { send } = clientOf(foreignPage(413));
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
    const { send } = clientOf(foreignPage(status), foreignPage(status));
    expect(await send(push)).toMatchObject({ status, body: undefined, isForeign: true });
    expect(await ownAnswers(send)(push)).toBeNull();
  },
);

test('a body is compressed once the server has announced that it takes that, and no longer when it does not', async () => {
  const { send, requests } = clientOf(takesGzip, takesGzip, ours, ours);
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
  const { send, requests } = clientOf(takesGzip, takesGzip);
  for (const _ of [1, 2]) await send({ method: 'POST', path: '/', body: { a: 1 } });
  expect(requests.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined]);
  // No Blob: the browser stores one in another process, and the request waits for that.
  expect(requests.map(({ body }) => body)).toEqual([1, 2].map(() => new TextEncoder().encode('{"a":1}')));
});
