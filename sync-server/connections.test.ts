/** The real app behind a real socket, met by clients that stop, go on for ever, never read, or are merely slow. */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { usualBounds, watchConnections } from './connections.ts';
import { json, listening, patient } from './connections-scene.ts';
import { runServer } from './running-server.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { testApp } from './testing/test-app.ts';
import { multipart, resourceRow } from './testing/upload-requests.ts';

const MB = 1024 * 1024;

const chunkOf = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const spaces = new Uint8Array(64 * 1024).fill(0x20);
const chunked = { 'Transfer-Encoding': 'chunked' };
const octets = { 'Content-Type': 'application/octet-stream' };

const largeRow = resourceRow('', { fileSize: limits.maxUploadBytes, sha256: 'a'.repeat(64) });
const formHead = multipart({ bytes: '' });
const formOpening = new TextDecoder().decode(formHead.body).split('\r\n\r\n')[0] + '\r\n\r\n';

test.each([
  ['a JSON route', 'POST', '/api/projects', json, limits.bodyBytes, 'too_large'],
  ['sign-in', 'POST', '/api/login', json, 64 * 1024, 'too_large'],
  ['a push', 'POST', '/api/sync/push', json, limits.pushBodyBytes, 'too_large'],
  [
    'a compressed push',
    'POST',
    '/api/sync/push',
    { ...json, 'Content-Encoding': 'gzip' },
    0,
    'invalid_request',
  ],
  [
    'a piece of a file',
    'PUT',
    `/api/files/${'a'.repeat(64)}`,
    octets,
    limits.maxUploadBytes,
    'file_too_large',
  ],
  ['a form', 'POST', '/api/projects/1/resources', formHead.headers, 11 * MB, 'file_too_large'],
])(
  '%s in chunks is answered and closed once it is over its limit, though more would follow',
  async (...row) => {
    const [, method, path, headers, limit, code] = row;
    using server = testApp();
    const running = await listening(server);
    await running.json('POST', '/api/projects/1/resources', largeRow);
    using client = await rawConnection(running.address);
    await client.send(running.head(method, path, { ...headers, ...chunked }));
    if (path.endsWith('resources')) await client.send(chunkOf(Buffer.from(formOpening)));
    for (let sent = 0; sent <= limit; sent += spaces.byteLength) await client.send(chunkOf(spaces));
    // The last chunk is never sent: the client waits for more to send.
    const answer = await client.closed;
    expect(answer).toMatch(code === 'invalid_request' ? /^HTTP\/1.1 400 / : /^HTTP\/1.1 413 /);
    expect(answer).toContain(`"code":"${code}"`);
    expect(running.temporary()).toEqual([]);
    await running.stop();
  },
  patient.timeout,
);

test('a form with a file over the limit is answered, closed and leaves nothing', patient, async () => {
  using server = testApp();
  const running = await listening(server);
  const form = multipart({ bytes: new Uint8Array(12 * MB).fill(0x61) });
  for (const length of [{ 'Content-Length': String(form.body.byteLength) }, chunked]) {
    using client = await rawConnection(running.address);
    await client.send(running.head('POST', '/api/projects/1/resources', { ...form.headers, ...length }));
    await client.send('Transfer-Encoding' in length ? chunkOf(form.body) : form.body);
    expect(await client.closed).toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"file_too_large"/);
    expect(running.temporary()).toEqual([]);
  }
  expect((await running.json('GET', '/api/projects/1/resources')).body).toEqual([]);
  await running.stop();
});

test.each(['keep-alive', 'close'])(
  'a client that is refused on a connection to %s can send what it has begun, and reads the answer',
  async (connection) => {
    using server = testApp();
    const running = await listening(server);
    using client = await rawConnection(running.address);
    const length = 128 * spaces.byteLength;
    const headers = { ...json, 'Content-Length': String(length), Connection: connection };
    await client.send(running.head('POST', '/api/nothing', headers));
    await client.received('HTTP/1.1 404');
    const sent: boolean[] = [];
    for (let part = 0; part < 128; part += 1) sent.push(await client.send(spaces));
    expect(sent).toEqual(Array(128).fill(true));
    expect(await client.closed).toContain('"code":"not_found"');
    await running.stop();
  },
  patient.timeout,
);

test('a client that stops sending a form is cut off, and nothing of it is left', patient, async () => {
  using server = testApp();
  const running = await listening(server, { ...usualBounds, stallMs: 300 });
  using client = await rawConnection(running.address);
  const headers = { ...formHead.headers, 'Content-Length': String(MB) };
  await client.send(running.head('POST', '/api/projects/1/resources', headers) + formOpening + 'words');
  await expect.poll(running.temporary).toHaveLength(1);
  expect(await client.closed).toBe('');
  await expect.poll(running.temporary).toEqual([]);
  await running.stop();
});

test('a client that never reads a large answer is cut off', patient, async () => {
  const server = createServer((_incoming, outgoing) => {
    outgoing.end(new Uint8Array(64 * MB));
  });
  watchConnections(server, { ...usualBounds, stallMs: 300 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  using client = await rawConnection(`http://127.0.0.1:${port}`, { reads: false });
  const requested = once(server, 'request');
  await client.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [, outgoing] = await requested;
  expect(outgoing.writableEnded).toBe(true);
  await once(outgoing, 'close');
  expect(outgoing.writableFinished).toBe(false);
  server.close();
});

test('a body that trickles in with less than the bytes that it must bring is cut off', patient, async () => {
  using server = testApp();
  const running = await listening(server, { ...usualBounds, progress: { bytes: 1024, ms: 600 } });
  using client = await rawConnection(running.address);
  const headers = { ...json, 'Content-Length': String(MB) };
  await client.send(running.head('POST', '/api/sync/push', headers));
  // Ten bytes or so in the time in which 1,024 must come, for as long as the connection lasts.
  await client.trickle(' '.repeat(100_000), 50);
  expect(await client.closed).toBe('');
  await running.stop();
});

test('a body that goes on trickling after its answer is cut off', patient, async () => {
  using server = testApp();
  const running = await listening(server, { ...usualBounds, progress: { bytes: 1024, ms: 600 } });
  using client = await rawConnection(running.address);
  await client.send(running.head('POST', '/api/nothing', { ...json, 'Content-Length': String(MB) }));
  await client.received('HTTP/1.1 404');
  await client.trickle(' '.repeat(100_000), 50);
  expect(await client.closed).toContain('"code":"not_found"');
  await running.stop();
});

test('a request with two Host headers is refused, whichever of them is ours', patient, async () => {
  using server = testApp();
  const running = await listening(server);
  for (const hosts of [
    ['127.0.0.1', 'evil.example'],
    ['evil.example', '127.0.0.1'],
  ]) {
    using client = await rawConnection(running.address);
    const lines = hosts.map((host) => `Host: ${host}`).join('\r\n');
    await client.send(`GET /api/user HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);
    expect(await client.closed).toMatch(/^HTTP\/1.1 400 [\s\S]*more than one Host header/);
  }
  await running.stop();
});

test.each([
  ['both a length and chunks', 'POST /api/login HTTP/1.1', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
  ['two lengths', 'POST /api/login HTTP/1.1', 'Content-Length: 2\r\nContent-Length: 3'],
  ['chunks that are not the last coding', 'POST /api/login HTTP/1.1', 'Transfer-Encoding: chunked, identity'],
  [
    'a header that goes on in the next line',
    'POST /api/login HTTP/1.1',
    'Transfer-Encoding:\r\n chunked\r\n: x',
  ],
  ['a length with a sign', 'POST /api/login HTTP/1.1', 'Content-Length: +2'],
  ['the method TRACE', 'TRACE /api/user HTTP/1.1', 'X-Secret: word\r\nConnection: close'],
  ['the method CONNECT', 'CONNECT example.org:80 HTTP/1.1', 'X-Secret: word'],
])(
  'a request with %s is refused, repeats nothing, and its connection ends',
  patient,
  async (_, line, more) => {
    using server = testApp();
    const running = await listening(server);
    using client = await rawConnection(running.address);
    const smuggled = line.startsWith('POST') ? '{}GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n' : '';
    await client.send(
      `${line}\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${more}\r\n\r\n${smuggled}`,
    );
    const answers = await client.closed;
    expect(answers).toMatch(/^(HTTP\/1\.1 4\d\d [\s\S]*)?$/);
    expect(answers.match(/HTTP\/1\.1 /g) ?? []).toHaveLength(answers === '' ? 0 : 1);
    expect(answers).not.toContain('word');
    expect(server.errors).toEqual([]);
    await running.stop();
  },
);

test('a head that trickles in for longer than heads may take is cut off', patient, async () => {
  using server = testApp();
  const running = await listening(server, { ...usualBounds, headMs: 200 });
  using client = await rawConnection(running.address);
  await client.trickle('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '.padEnd(1000, 'x'), 20);
  expect(await client.closed).toMatch(/^HTTP\/1.1 408 /);
  await running.stop();
});

test('a server that stops does not wait for clients that neither send nor read', patient, async () => {
  using server = testApp();
  const running = await listening(server);
  using halfSent = await rawConnection(running.address);
  const headers = { ...formHead.headers, 'Content-Length': String(MB) };
  await halfSent.send(running.head('POST', '/api/projects/1/resources', headers) + formOpening + 'words');
  using unread = await rawConnection(running.address, { reads: false });
  const content = 'words '.repeat(300_000);
  for (const id of [11, 12, 13, 14, 15, 16, 17, 18]) {
    await running.json('POST', '/api/prompts', { id, projectId: 1, title: 'T', content });
  }
  await unread.send(running.head('GET', '/api/projects/1/prompts', {}));
  using refused = await rawConnection(running.address);
  await refused.send(running.head('POST', '/api/nothing', { ...json, 'Content-Length': String(MB) }));
  await refused.received('HTTP/1.1 404');
  await expect.poll(running.temporary).toHaveLength(1);
  await running.stop();
  expect(await halfSent.closed).toBe('');
  await expect.poll(running.temporary).toEqual([]);
});

test('a connection that carries many requests gathers no listeners', async () => {
  const server = createServer();
  watchConnections(server, { ...usualBounds, stallMs: 1000, headMs: 1000 });
  const socket = new EventEmitter();
  server.emit('connection', socket);
  const before = socket.listenerCount('close');
  for (let request = 0; request < 20; request += 1) {
    server.emit('request', { socket, complete: true }, new EventEmitter());
  }
  expect(before).toBeGreaterThan(0);
  expect(socket.listenerCount('close')).toBe(before);
});

test('one connection too many, from one address or in all, is closed at once, and the others go on', async () => {
  using server = testApp();
  for (const bounds of [
    { ...usualBounds, mostPerAddress: 2 },
    { ...usualBounds, most: 2 },
  ]) {
    const running = await runServer({
      app: server.app,
      host: '127.0.0.1',
      port: 0,
      drainMs: 1_000_000,
      bounds,
    });
    const first = await rawConnection(running.address);
    using second = await rawConnection(running.address);
    using tooMany = await rawConnection(running.address);
    expect(await tooMany.closed).toBe('');
    const head = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    await second.send(head);
    await second.received('200 OK');
    first[Symbol.dispose]();
    await expect
      .poll(async () => {
        using next = await rawConnection(running.address);
        await next.send(`${head.trimEnd()}\r\nConnection: close\r\n\r\n`);
        return await next.closed;
      }, patient)
      .toContain('200 OK');
    second[Symbol.dispose]();
    await running.stop();
  }
});
