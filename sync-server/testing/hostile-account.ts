/**
 * Does with one account whatever a client can do to a server, until it is killed: `hostile-account.ts ORIGIN COOKIE`.
 * A process of its own, so that its work is not in the times of whoever measures.
 */
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

const [origin = '', cookie = ''] = process.argv.slice(2);
const { hostname, port } = new URL(origin);
const json = { 'Content-Type': 'application/json' };
const MB = 1024 * 1024;
let number = 0;
const next = () => {
  number += 1;
  return number;
};

/** Sends one request and reads its answer; resolves when it has ended in any way. */
function send(
  method: string,
  path: string,
  body?: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const sent = request({
      hostname,
      port,
      method,
      path,
      headers: { Cookie: cookie, Origin: origin, ...headers },
    });
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('close', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

const text = 'hostile words '.repeat(70_000);
const push = (mutations: object[]) => send('POST', '/api/sync/push', JSON.stringify({ mutations }), json);
const prompt = (id: number, content: string) => ({
  key: `h:${id}`,
  method: 'POST',
  path: '/api/prompts',
  body: { id, title: 'T', content, projectId: 1 },
});

/** Silent connections: as many as there may be, each with the beginning of a body that never comes. */
function stalled(path: string, headers: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n${headers}\r\n\r\n{"a":`,
      );
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
}

const bomb = gzipSync(Buffer.alloc(200 * MB, 0x20));
const zipped = { ...json, 'Content-Encoding': 'gzip' };
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function upload(): Promise<number> {
  const bytes = Buffer.concat([Buffer.from('hostile '), randomBytes(MB).map((byte) => 0x20 + (byte % 90))]);
  const sha256 = hash(bytes);
  const row = {
    id: next(),
    name: 'F',
    originalFilename: 'f.txt',
    fileType: 'text/plain',
    fileSize: bytes.length,
  };
  await send('POST', '/api/projects/1/resources', JSON.stringify({ ...row, sha256 }), json);
  const octets = { 'Content-Type': 'application/octet-stream' };
  return send('PUT', `/api/files/${sha256}`, bytes, octets);
}

const acts: readonly { times: number; act: () => Promise<unknown> }[] = [
  { times: 6, act: () => push([prompt(next(), text)]) },
  { times: 4, act: () => push(Array.from({ length: 500 }, () => prompt(next(), 'x'.repeat(8_000)))) },
  { times: 4, act: () => push(Array.from({ length: 15 }, () => prompt(next(), text))) },
  { times: 4, act: () => send('POST', '/api/sync/push', '['.repeat(16 * MB), json) },
  { times: 4, act: () => send('POST', '/api/sync/push', `{"mutations":[${'{},'.repeat(5 * MB)}{}]}`, json) },
  { times: 4, act: () => send('POST', '/api/projects', bomb, zipped) },
  { times: 10, act: () => send('GET', '/api/search?q=words') },
  { times: 10, act: () => send('GET', '/api/sync/changes?full=1') },
  { times: 10, act: () => send('GET', '/api/projects/1/prompts') },
  { times: 40, act: upload },
  { times: 300, act: () => send('GET', '/api/sync/events') },
  {
    times: 200,
    act: () => stalled('/api/sync/push', 'Content-Type: application/json\r\nContent-Length: 16000000'),
  },
  { times: 4, act: () => send('POST', '/api/login', '{"username":"other","password":"guess it"}', json) },
  { times: 20, act: () => send('GET', '/api/user') },
  {
    times: 4,
    act: () =>
      send('DELETE', '/api/projects/1').then(() =>
        send('POST', '/api/projects', '{"id":1,"name":"P"}', json),
      ),
  },
];

// It ends with whoever started it, however that happens.
process.stdin.resume().once('end', () => process.exit());
await send('POST', '/api/projects', '{"id":1,"name":"P"}', json);
for (const { times, act } of acts) {
  for (let turn = 0; turn < times; turn += 1) {
    void (async () => {
      for (;;) await act();
    })();
  }
}
