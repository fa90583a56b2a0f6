/** The real sender against real receivers on this machine. */
import { createServer as createTls } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { DeliveryProblem } from '#shared/model/account/webhook.ts';
import { selfSigned } from '../testing/self-signed.ts';
import { webhookReceiver } from '../testing/webhook-receiver.ts';
import { createHttpSender, type HttpSenderOptions } from './http-sender.ts';

const body = JSON.stringify({
  type: 'ping',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { webhook: { id: 1 } },
});
const never = new AbortController().signal;
const failed = (problem: DeliveryProblem) => ({ kind: 'failed', problem });

const sendTo = (url: string, options: Partial<HttpSenderOptions> = {}, stop = never) =>
  createHttpSender({ allowPrivate: true, ...options }).send({ url, headers: { 'x-own': 'yes' }, body }, stop);

/** Resolves names of tests, one address each time in turn. */
function names(...answers: string[]): Required<Pick<HttpSenderOptions, 'lookUp'>> & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    lookUp(host, _options, done) {
      const address = answers[asked.length] ?? answers.at(-1) ?? '';
      asked.push(host);
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    },
  };
}

/** A server that does this with each connection. */
async function listening(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a message arrives as it is, and its answer is the status with the wish for a pause', async () => {
  await using receiver = await webhookReceiver((response) =>
    response.writeHead(503, { 'Retry-After': '17' }).end('later'),
  );
  expect(await sendTo(receiver.url)).toEqual({ kind: 'answered', status: 503, retryAfter: '17' });
  expect(receiver.received).toMatchObject([{ body, headers: { 'x-own': 'yes', connection: 'close' } }]);
});

test('a redirect is an answer like others and is not followed', async () => {
  await using secret = await webhookReceiver();
  await using receiver = await webhookReceiver((response) =>
    response.writeHead(307, { Location: secret.url }).end(),
  );
  expect(await sendTo(receiver.url)).toMatchObject({ status: 307 });
  expect(secret.received).toEqual([]);
});

test('a receiver that never answers or never ends costs no more than the time-out, one that answers too much is cut off', async () => {
  const timeoutMs = 100;
  await using silent = await webhookReceiver(() => {});
  expect(await sendTo(silent.url, { timeoutMs })).toEqual(failed('timeout'));
  await using endless = await webhookReceiver((response) => void response.writeHead(200).write('on and '));
  expect(await sendTo(endless.url, { timeoutMs })).toMatchObject({ status: 200 });
  using mute = await listening(() => {});
  expect(await sendTo(mute.url, { timeoutMs })).toEqual(failed('timeout'));
  let written = 0;
  await using flood = await webhookReceiver((response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) written += 64 * 1024;
    };
    response.on('drain', more);
    more();
  });
  expect(await sendTo(flood.url)).toMatchObject({ status: 200 });
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test('what goes wrong below the answer is told apart', async () => {
  using reset = await listening((socket) => socket.once('data', () => socket.resetAndDestroy()));
  expect(await sendTo(reset.url)).toEqual(failed('broken_off'));
  using other = await listening((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
  expect(await sendTo(other.url)).toEqual(failed('broken_off'));
  const closed = await webhookReceiver();
  await closed[Symbol.asyncDispose]();
  expect(await sendTo(closed.url)).toEqual(failed('unreachable'));
  const unknown: HttpSenderOptions['lookUp'] = (_host, _options, done) =>
    done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
  expect(await sendTo('http://nowhere.example/', { lookUp: unknown })).toEqual(failed('unknown_host'));
});

test('a certificate that nobody vouches for is refused', async () => {
  const server = createTls(selfSigned('localhost'), (_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  expect(await sendTo(`https://127.0.0.1:${address.port}/`)).toEqual(failed('not_secure'));
  server.close();
});

test('an attempt ends at once where the server stops', async () => {
  const stop = new AbortController();
  await using silent = await webhookReceiver(() => stop.abort());
  expect(await sendTo(silent.url, {}, stop.signal)).toEqual({ kind: 'stopped' });
});

test.each([
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://0.0.0.0:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://api.localhost./',
])('%s is refused by its letters, and nothing connects', async (pattern) => {
  await using receiver = await webhookReceiver();
  const url = pattern.replace('PORT', String(receiver.port));
  expect(createHttpSender({ allowPrivate: false }).allows(url)).toBe(false);
  expect(await sendTo(url, { allowPrivate: false })).toEqual(failed('private_address'));
  expect(receiver.received).toEqual([]);
});

test('a name is looked up where the socket connects, once, and a private address behind it is refused', async () => {
  await using receiver = await webhookReceiver();
  const url = `http://rebinding.example:${receiver.port}/`;
  const rebinding = names('127.0.0.1', '1.1.1.1');
  const sender = createHttpSender({ allowPrivate: false, lookUp: rebinding.lookUp });
  expect(sender.allows(url)).toBe(true);
  expect(await sender.send({ url, headers: {}, body }, never)).toEqual(failed('private_address'));
  expect([rebinding.asked, receiver.received]).toEqual([['rebinding.example'], []]);
  expect(await sendTo(url, { lookUp: names('127.0.0.1').lookUp })).toMatchObject({ status: 204 });
});

test('of the addresses of a name only the public ones are tried', async () => {
  await using receiver = await webhookReceiver();
  const lookUp: HttpSenderOptions['lookUp'] = (_host, _options, done) =>
    done(null, [
      { address: '::ffff:127.0.0.1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
  const answer = await sendTo(`http://mixed.example:${receiver.port}/`, { allowPrivate: false, lookUp });
  expect([answer, receiver.received]).toEqual([failed('private_address'), []]);
});
