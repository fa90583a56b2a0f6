import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '#shared/model/problem.ts';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';
import type { ServerContext } from '../server-context.ts';
import { readJson } from './json-body.ts';

const limit = 1024 * 1024;

/** Answers with the JSON that it was sent, of at most `limit` bytes. */
function echo(): Hono<ServerContext> {
  return new Hono<ServerContext>().post('/', async (c) => {
    const body = await readJson(c, z.unknown(), { maxBytes: limit });
    return body.ok ? c.json(body.content) : body.answer;
  });
}

async function sendGzip(bytes: BodyInit, headers: Record<string, string> = {}) {
  const answer = await echo().request('/', {
    method: 'POST',
    body: bytes,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', ...headers },
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text) };
}

const packed = (content: unknown) => new Uint8Array(gzipSync(JSON.stringify(content)));

test.each(['gzip', 'GZIP', 'x-gzip'])('a JSON body with Content-Encoding: %s is decoded', async (coding) => {
  const text = 'a line of text\n'.repeat(2000);
  const answer = await sendGzip(packed({ text }), { 'Content-Encoding': coding });
  expect(answer).toMatchObject({ status: 200, body: { text } });
});

test('every answer of the API names the coding that bodies may have', async () => {
  using server = testApp();
  const codings = await Promise.all(
    ['/api/user', '/api/sync/changes', '/api/nothing'].map(async (path) => {
      const answer = await server.app.request(path);
      return answer.headers.get('Accept-Encoding');
    }),
  );
  expect(codings).toEqual(['gzip', 'gzip', 'gzip']);
});

test('a compressed push is done like any other', async () => {
  using server = testApp();
  const client = await restClient(server);
  const mutation = { key: 'c1:1', method: 'POST', path: '/api/projects', body: { id: 5, name: 'P' } };
  const answer = await client.send('POST', '/api/sync/push', {
    body: packed({ mutations: [mutation] }),
    headers: { 'Content-Encoding': 'gzip' },
  });
  expect(answer).toMatchObject({ status: 200, body: { seq: 1, results: [{ key: 'c1:1', status: 201 }] } });
});

const whole = packed({ text: 'words '.repeat(10_000) });
const changed = whole.map((byte, index) => (index === 40 ? byte ^ 0xff : byte));

test.each([
  ['is cut off', whole.slice(0, whole.length - 20)],
  ['has a changed byte', changed],
  ['has a wrong checksum', whole.map((byte, index) => (index === whole.length - 6 ? byte ^ 0xff : byte))],
  ['is not compressed at all', new TextEncoder().encode('{"plain":true}')],
  ['is followed by something else', new Uint8Array([...whole, 1, 2, 3, 4])],
  ['holds no UTF-8', new Uint8Array(gzipSync(new Uint8Array([0x22, 0xff, 0x22])))],
])('a compressed body that %s is answered 400', async (_what, bytes) => {
  const answer = await sendGzip(bytes);
  expect(answer.status).toBe(400);
  expect(Problem.parse(answer.body).code).toBe('invalid_request');
});

/** A body that never ends, and how much of it was taken. */
function endless(part: Uint8Array, first: Uint8Array = part) {
  const taken = { bytes: 0 };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = taken.bytes === 0 ? first : part;
      taken.bytes += next.byteLength;
      controller.enqueue(next);
    },
  });
  return { stream, taken };
}

const streamed = (stream: ReadableStream<Uint8Array>) =>
  new Request('http://localhost/', {
    method: 'POST',
    body: stream,
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    ...{ duplex: 'half' },
  });

test('a body of 1 MB that unpacks to 1 GB is answered 413 before it is read', async () => {
  // Members one after the other are one body (RFC 1952): 64 of 16 MB.
  const member = new Uint8Array(gzipSync(Buffer.alloc(16 * limit, 0x20), { level: 9 }));
  const { stream, taken } = endless(member);
  const answer = await echo().request(streamed(stream));
  expect(answer.status).toBe(413);
  expect(Problem.parse(await answer.json()).code).toBe('too_large');
  // A few members lie in the buffers on the way; the others are neither read nor unpacked.
  expect(taken.bytes).toBeLessThan(limit / 4);
});

test('a compressed body that goes on for ever without holding anything is answered 413', async () => {
  const nothing = new Uint8Array(10_000).map((_byte, index) => [0, 0, 0, 0xff, 0xff][index % 5] ?? 0);
  const head = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const { stream, taken } = endless(nothing, head);
  const answer = await echo().request(streamed(stream));
  expect(answer.status).toBe(413);
  expect(taken.bytes).toBeLessThan(3 * limit);
});

test.each([
  ['JSON', 'POST', '/api/projects', 'application/json', 'br', 'gzip'],
  ['JSON', 'POST', '/api/sync/push', 'application/json', 'gzip, gzip', 'gzip'],
  [
    'a piece of a file',
    'PUT',
    `/api/files/${'a'.repeat(64)}`,
    'application/octet-stream',
    'gzip',
    'identity',
  ],
])(
  '%s in a coding that is not read is answered 415 (%s %s, %s, %s), and told which one is',
  async (...row) => {
    const [, method, path, type, coding, accepted] = row;
    using server = testApp();
    const headers = { 'Content-Type': type, 'Content-Encoding': coding };
    const answer = await server.app.request(path, { method, body: 'anything', headers });
    expect(answer.status).toBe(415);
    expect(answer.headers.get('Accept-Encoding')).toBe(accepted);
    expect(Problem.parse(await answer.json()).code).toBe('unsupported_media_type');
  },
);
