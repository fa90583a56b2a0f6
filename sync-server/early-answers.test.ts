/** The real app behind a real socket: what follows on a connection whose request was refused before its body had come. */
import { expect, test } from 'vitest';
import { runServer } from './running-server.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { testApp } from './testing/test-app.ts';

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '\r\n'].join('\r\n');
const json = 'Content-Type: application/json';
const body = JSON.stringify({ id: 5, name: 'Project' });
const length = `Content-Length: ${body.length}`;
const health = head('GET /healthz');

async function listening() {
  const server = testApp();
  const running = await runServer({ app: server.app, host: '127.0.0.1', port: 0, drainMs: 1_000_000 });
  return { running, [Symbol.dispose]: () => server[Symbol.dispose]() };
}

test.each([
  ['without a session', head('POST /api/projects', json, length), 'HTTP/1.1 401'],
  ['of a wrong method', head('PUT /api/projects', json, length), 'HTTP/1.1 405'],
  ['of a wrong type', head('POST /api/projects', 'Content-Type: text/plain', length), 'HTTP/1.1 415'],
])(
  'a request %s that is refused before its short body has come leaves the connection to the next one',
  async (_, refused, status) => {
    using scene = await listening();
    for (const rest of ['with the head', 'after the answer']) {
      using client = await rawConnection(scene.running.address);
      await client.send(rest === 'with the head' ? refused + body : refused);
      await client.received(status);
      if (rest === 'after the answer') await client.send(body);
      await client.send(health);
      await client.received('HTTP/1.1 200 OK');
      await client.send(head('GET /healthz', 'Connection: close'));
      const [first, second] = (await client.closed).split('HTTP/1.1 200 OK');
      expect(first).toContain('Connection: keep-alive');
      expect(second).toContain('Connection: keep-alive');
    }
    await scene.running.stop();
  },
);

test.each([
  ['is announced to be long', `Content-Length: ${1024 * 1024}`],
  ['comes in chunks', 'Transfer-Encoding: chunked'],
])('the answer to a request whose unread body %s says that it ends the connection', async (_, announced) => {
  using scene = await listening();
  using client = await rawConnection(scene.running.address);
  await client.send(head('POST /api/projects', json, announced));
  await client.received('"code":"signed_out"');
  expect(await client.closed).toMatch(/^HTTP\/1.1 401 [\s\S]*\r\nConnection: close\r\n/);
  await scene.running.stop();
});

test('a refused request that asked to close the connection gets it closed when its short body has come', async () => {
  using scene = await listening();
  for (const parts of [
    [head('POST /api/projects', json, length, 'Connection: close') + body],
    [head('POST /api/projects', json, length, 'Connection: close'), body],
  ]) {
    using client = await rawConnection(scene.running.address);
    for (const part of parts) await client.send(part);
    expect(await client.closed).toMatch(/^HTTP\/1.1 401 [\s\S]*\r\nConnection: close\r\n[\s\S]*"signed_out"/);
  }
  await scene.running.stop();
});

test('an answer over a network has the headers of the same answer without one', async () => {
  using server = testApp();
  const running = await runServer({ app: server.app, host: '127.0.0.1', port: 0, drainMs: 1_000_000 });
  for (const path of ['/healthz', '/api/user', '/api/registration', '/nothing', '/api/nothing']) {
    const ofNetwork = new Map(await fetch(`${running.address}${path}`).then(({ headers }) => headers));
    const direct = await server.app.request(`${running.address}${path}`);
    for (const [name, value] of direct.headers) {
      if (name !== 'x-request-id') expect([path, name, ofNetwork.get(name)]).toEqual([path, name, value]);
    }
    expect(ofNetwork.get('x-request-id')).toMatch(/./);
  }
  await running.stop();
});
