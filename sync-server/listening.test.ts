/** Tests where a server listens: on a Unix socket, and with a certificate of its own. */
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect, TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { runServer } from './running-server.ts';
import { runPromptory } from './testing/run-promptory.ts';
import { selfSigned } from './testing/self-signed.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { testApp } from './testing/test-app.ts';
import { readTls, watchTls } from './tls-files.ts';

async function overSocket(socketPath: string, path: string) {
  const asked = request({ socketPath, path, headers: { Host: 'localhost' } }).end();
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  return { status: answer?.statusCode, body: answer && (await text(answer)) };
}

test('a server on a Unix socket answers its user and group, and takes over the socket of one that was killed', async () => {
  using folder = temporaryFolder();
  const socket = join(folder.path, 'promptory.sock');
  const variables = { HOST: `unix:${socket}`, REGISTRATION: 'open' };
  using first = spawnServer({ ...variables, DATA_DIR: join(folder.path, 'first') });
  expect(await first.ready).toBe(`unix:${socket}`);
  expect(statSync(socket).mode & 0o777).toBe(0o660);
  expect(await overSocket(socket, '/healthz')).toMatchObject({ status: 200 });
  expect(await overSocket(socket, '/metrics')).toMatchObject({ status: 404 });
  const health = await runPromptory(variables, ['healthcheck']);
  expect(health).toEqual({ code: 0, out: expect.stringContaining(`unix:${socket}: ok`), err: '' });

  using second = spawnServer({ ...variables, DATA_DIR: join(folder.path, 'second') });
  expect(await second.ended).toMatchObject({
    code: 1,
    err: `Another server already listens on ${socket}.\n`,
  });
  first.child.kill('SIGKILL');
  await first.ended;
  using third = spawnServer({ ...variables, DATA_DIR: join(folder.path, 'first') });
  expect(await third.ready).toBe(`unix:${socket}`);
  expect(await overSocket(socket, '/healthz')).toMatchObject({ status: 200 });
  third.child.kill('SIGTERM');
  expect(await third.ended).toMatchObject({ code: 0, err: '' });
  expect(statSync(socket, { throwIfNoEntry: false })).toBeUndefined();

  writeFileSync(socket, 'a text of somebody else');
  using refused = spawnServer({ ...variables, DATA_DIR: join(folder.path, 'second') });
  expect(await refused.ended).toMatchObject({
    code: 1,
    err: `HOST: ${socket} is there, and is no socket.\n`,
  });
});

/** The common name of the certificate, and the Set-Cookie of a sign-up. */
async function overTls(address: string, username: string) {
  const asked = secureRequest(`${address}/api/register`, {
    method: 'POST',
    agent: false,
    rejectUnauthorized: false,
    headers: { 'Content-Type': 'application/json' },
  });
  asked.end(JSON.stringify({ displayName: 'A', username, password: 'correct horse' }));
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  const socket = answer?.socket;
  const name = socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : undefined;
  if (answer !== undefined) await text(answer);
  return { name, status: answer?.statusCode, cookie: answer?.headers['set-cookie']?.[0] };
}

test('a server with a certificate serves https, takes a renewed one for new connections, and keeps the old one if it is broken', async () => {
  using folder = temporaryFolder();
  const files = { cert: join(folder.path, 'cert.pem'), key: join(folder.path, 'key.pem') };
  const write = ({ cert, key }: ReturnType<typeof selfSigned>) => {
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
  };
  write(selfSigned('before'));
  using server = testApp();
  const { app } = server;
  const running = await runServer({ app, host: '127.0.0.1', port: 0, drainMs: 1000, tls: readTls(files) });
  const warnings: string[] = [];
  const check = watchTls(files, { use: running.useTls, warn: (sentence) => warnings.push(sentence) });
  expect(running.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(await overTls(running.address, 'ada')).toMatchObject({
    name: 'before',
    status: 201,
    cookie: expect.stringMatching(/^__Host-promptory_session\.\d+=.*; Secure/),
  });
  const health = await runPromptory({}, ['healthcheck', '--url', running.address]);
  expect(health).toMatchObject({ code: 0, err: '' });
  check();
  expect((await overTls(running.address, 'bob')).name).toBe('before');
  writeFileSync(files.key, selfSigned('other').key);
  check();
  expect(warnings).toEqual([
    expect.stringMatching(
      /^The certificate was not read again\. TLS_CERT and TLS_KEY are no certificate with its key/,
    ),
  ]);
  expect((await overTls(running.address, 'cleo')).name).toBe('before');
  write(selfSigned('after'));
  check();
  expect((await overTls(running.address, 'dan')).name).toBe('after');
  await running.stop();
});

test('a server with a certificate of its own speaks TLS 1.2 and 1.3 with ciphers of forward secrecy only', async () => {
  using folder = temporaryFolder();
  const files = { cert: join(folder.path, 'cert.pem'), key: join(folder.path, 'key.pem') };
  const { cert, key } = selfSigned('own');
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  using server = testApp();
  const tls = readTls(files);
  const running = await runServer({ app: server.app, host: '127.0.0.1', port: 0, drainMs: 1000, tls });
  const agreed = (options: ConnectionOptions) =>
    new Promise<string>((resolve) => {
      const socket = connect({
        host: '127.0.0.1',
        port: running.port,
        rejectUnauthorized: false,
        ...options,
      });
      socket.once('error', () => resolve('refused'));
      socket.once('secureConnect', () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
        socket.destroy();
      });
    });
  const weakest = '@SECLEVEL=0';
  const upTo12 = { maxVersion: 'TLSv1.2' } as const;
  expect([
    await agreed({}),
    await agreed(upTo12),
    await agreed({ ...upTo12, ciphers: 'ECDHE+AES128+AESGCM' }),
    await agreed({ ...upTo12, ciphers: `ECDHE-ECDSA-AES128-SHA256:AES128-SHA:${weakest}` }),
    await agreed({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: `ALL:${weakest}` }),
  ]).toEqual([
    'TLSv1.3 TLS_AES_256_GCM_SHA384',
    'TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384',
    'TLSv1.2 ECDHE-ECDSA-AES128-GCM-SHA256',
    'refused',
    'refused',
  ]);
  await running.stop();
});

test('a certificate that is not there ends the start with a sentence that names the variable', async () => {
  using folder = temporaryFolder();
  const TLS_CERT = join(folder.path, 'cert.pem');
  using server = spawnServer({ DATA_DIR: folder.path, TLS_CERT, TLS_KEY: TLS_CERT });
  const { code, out, err } = await server.ended;
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^TLS_CERT cannot be read: ENOENT: .*\n$/);
});
