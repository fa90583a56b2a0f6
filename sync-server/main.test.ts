import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieOf, jsonRequest } from './testing/test-app.ts';

const ada = { displayName: 'Ada Lovelace', username: 'Ada', password: 'correct horse' };

test('the server says in one line when it is ready, answers, stops in order, and starts again on the same rows', async () => {
  using folder = temporaryFolder();
  const DATA_DIR = join(folder.path, 'rows');
  using first = spawnServer({ DATA_DIR });
  const address = await first.ready;
  const health = await fetch(`${address}/healthz`);
  expect([health.status, health.headers.get('X-Promptory')]).toEqual([200, '2']);
  expect((await fetch(`${address}/api/register`, jsonRequest('POST', ada))).status).toBe(201);
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual({
    code: 0,
    signal: null,
    out: `Promptory is ready at ${address}\n`,
    err: '',
  });

  using second = spawnServer({ DATA_DIR });
  const signIn = await fetch(`${await second.ready}/api/login`, jsonRequest('POST', ada));
  expect(signIn.status).toBe(400);
  const { username, password } = ada;
  const again = await fetch(`${await second.ready}/api/login`, jsonRequest('POST', { username, password }));
  expect(again.status).toBe(200);
  second.child.kill('SIGINT');
  expect((await second.ended).code).toBe(0);
});

test('a server that is asked to stop takes requests for as long as DRAIN_SECONDS, and says that it is going', async () => {
  using folder = temporaryFolder();
  using server = spawnServer({ DATA_DIR: folder.path, DRAIN_SECONDS: '60' });
  const address = await server.ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(503);
  const signedUp = await fetch(`${address}/api/register`, {
    ...jsonRequest('POST', ada, { Connection: 'close' }),
  });
  expect(signedUp.status).toBe(201);
});

test('a server that other devices reach by plain http says at its start what https is needed for', async () => {
  using folder = temporaryFolder();
  using open = spawnServer({ DATA_DIR: join(folder.path, 'open'), HOST: '0.0.0.0' });
  const address = await open.ready;
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  open.child.kill('SIGTERM');
  const { code, out, err } = await open.ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [ready, notice, first, ...more] = out.split('\n');
  expect(ready).toBe(`Promptory is ready at ${address}`);
  expect(notice).toMatch(
    /^Other devices reach it by plain http.* starting the app offline, and installing it\./,
  );
  expect(notice).toContain('set PUBLIC_ORIGIN');
  expect(first).toMatch(
    new RegExp(
      `^There is no account yet\\. Create the first one, the admin's, at ${address}/auth with the code [2-9A-Z-]{14}$`,
    ),
  );
  expect(more).toEqual(['']);

  const PUBLIC_ORIGIN = 'https://prompts.example.org';
  const proxiedAt = { DATA_DIR: join(folder.path, 'proxied'), HOST: '0.0.0.0', PUBLIC_ORIGIN };
  using proxied = spawnServer({ ...proxiedAt, REGISTRATION: 'open' });
  const inside = await proxied.ready;
  proxied.child.kill('SIGTERM');
  expect((await proxied.ended).out).toBe(`Promptory is ready at ${inside}\n`);
});

test('a start without accounts prints a new code at each start, until the first account is made with it', async () => {
  using folder = temporaryFolder();
  const closed = { DATA_DIR: folder.path, REGISTRATION: 'closed' };
  const codeOf = (out: string) => / with the code (\S+)\n$/.exec(out)?.[1];
  using first = spawnServer(closed);
  await first.ready;
  first.child.kill('SIGTERM');
  const before = codeOf((await first.ended).out);

  using second = spawnServer(closed);
  const address = await second.ready;
  const code = codeOf(await second.printed('with the code'));
  expect(code).not.toBe(before);
  const register = (sent: string | undefined) =>
    fetch(`${address}/api/register`, jsonRequest('POST', { ...ada, code: sent }));
  expect((await register(before)).status).toBe(403);
  expect((await register(code)).status).toBe(201);
  second.child.kill('SIGTERM');
  await second.ended;

  using third = spawnServer(closed);
  const ready = await third.ready;
  third.child.kill('SIGTERM');
  expect((await third.ended).out).toBe(`Promptory is ready at ${ready}\n`);
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
  'a %s finishes the request under way and ends event streams',
  async (signal) => {
    using folder = temporaryFolder();
    using server = spawnServer({ DATA_DIR: folder.path });
    const address = await server.ready;
    const Cookie = cookieOf(await fetch(`${address}/api/register`, jsonRequest('POST', ada)));
    const events = await fetch(`${address}/api/sync/events`, { headers: { Cookie } });
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(': listening\n\n');

    const body = JSON.stringify({ username: 'Ada', password: 'correct horse' });
    // The server's 100 says that it has the head of this request, so it is under way.
    const slow = request(`${address}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' },
    });
    slow.flushHeaders();
    await once(slow, 'continue');

    server.child.kill(signal);
    expect((await reader?.read())?.done).toBe(true);
    slow.end(body);
    const [answer] = await once(slow, 'response');
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await server.ended).toMatchObject({ code: 0, err: '' });
  },
);

test('a body over the limit is refused while it is sent, and the server goes on', async () => {
  using folder = temporaryFolder();
  using server = spawnServer({ DATA_DIR: folder.path });
  const address = await server.ready;
  const endless = request(`${address}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  });
  endless.on('error', () => {});
  const answered = once(endless, 'response');
  endless.write(' '.repeat(200_000));
  const [answer] = await answered;
  expect(answer.statusCode).toBe(413);
  expect(answer.headers['x-promptory']).toBe('2');
  endless.destroy();
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});

test('a second server on the same data folder is refused in one sentence; after a kill -9 a new one starts', async () => {
  using folder = temporaryFolder();
  const DATA_DIR = folder.path;
  using first = spawnServer({ DATA_DIR });
  await first.ready;
  using second = spawnServer({ DATA_DIR });
  expect(await second.ended).toMatchObject({
    code: 1,
    out: '',
    err: `Another Promptory server is already using the data folder ${DATA_DIR}.\n`,
  });
  first.child.kill('SIGKILL');
  await first.ended;
  using third = spawnServer({ DATA_DIR });
  expect(await third.ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('a port in use, a data folder that cannot be written and a wrong variable end with one sentence', async () => {
  using folder = temporaryFolder();
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const bound = occupant.address();
  const PORT = String(typeof bound === 'object' ? bound?.port : '');
  using portInUse = spawnServer({ DATA_DIR: join(folder.path, 'rows'), PORT });
  expect(await portInUse.ended).toMatchObject({
    code: 1,
    out: '',
    err: `Port ${PORT} on 127.0.0.1 is already in use: set PORT to another one.\n`,
  });
  occupant.close();

  writeFileSync(join(folder.path, 'file'), '');
  using unwritable = spawnServer({ DATA_DIR: join(folder.path, 'file', 'below') });
  const { code, err } = await unwritable.ended;
  expect(code).toBe(1);
  expect(err).toMatch(/^The data folder .* cannot be created: .*\n$/);

  using wrong = spawnServer({ DATA_DIR: folder.path, PORT: 'many' });
  expect(await wrong.ended).toMatchObject({
    code: 1,
    err: 'PORT must be a whole number from 0 to 65535 (it is "many").\n',
  });

  const models = join(folder.path, 'models.yaml');
  writeFileSync(models, 'models:\n  - name: a\n    address: https://a.example/v1\n');
  using unreadable = spawnServer({ DATA_DIR: folder.path, MODELS_FILE: models });
  expect(await unreadable.ended).toMatchObject({
    code: 1,
    err: `MODELS_FILE: ${models}, line 2: models.0.people must be everyone, or a list of usernames.\n`,
  });
});
