/** Tests the server and the command line tool as processes with DATABASE_URL. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from './testing/postgres/test-postgres.ts';
import { runPromptory } from './testing/run-promptory.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieAt, cookieOf, jsonRequest } from './testing/test-app.ts';

const ada = { displayName: 'Ada Lovelace', username: 'Ada', password: 'correct horse' };

test('two nodes on one empty database start together, and what a person does on one is on the other', async () => {
  using folder = temporaryFolder();
  const DATABASE_URL = await freshDatabase();
  const start = () => spawnServer({ DATABASE_URL, DATA_DIR: join(folder.path, 'files') });
  using first = start();
  using second = start();
  const [here, there] = await Promise.all([first.ready, second.ready]);
  const signedUp = await fetch(`${here}/api/register`, jsonRequest('POST', ada));
  expect(signedUp.status).toBe(201);
  const Cookie = cookieOf(signedUp);
  const project = { id: 5, name: 'P', color: 'red' };
  const added = await fetch(`${here}/api/projects`, jsonRequest('POST', project, { Cookie }));
  expect(added.status).toBe(201);
  const projects = await fetch(`${there}/api/projects`, { headers: { Cookie: cookieAt(there, Cookie) } });
  expect(await projects.json()).toMatchObject([{ id: 5, name: 'P' }]);
  const ready = await fetch(`${there}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { writes: 'ok', room: 'ok' } }]);
  for (const node of [first, second]) {
    node.child.kill('SIGTERM');
    expect(await node.ended).toMatchObject({ code: 0, err: '' });
  }
  expect(existsSync(join(folder.path, 'files', 'promptory.sqlite'))).toBe(false);
});

test('a server whose database is away or newer, or that would back up nothing, says why it does not start', async () => {
  using folder = temporaryFolder();
  const started = async (variables: Record<string, string>) => {
    using server = spawnServer({ DATA_DIR: folder.path, ...variables });
    return await server.ended;
  };
  const away = await started({ DATABASE_URL: 'postgres://ada@127.0.0.1:1/promptory' });
  expect(away).toMatchObject({
    ...{ code: 1, out: '' },
    err: 'The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n',
  });
  const backups = await started({ DATABASE_URL: await freshDatabase(), BACKUP_DIR: folder.path });
  expect(backups).toMatchObject({ code: 1, err: expect.stringContaining('pg_dump') });
});

test('the command line tool works on the database of DATABASE_URL, or says what to use instead', async () => {
  using folder = temporaryFolder();
  const DATABASE_URL = await freshDatabase();
  const run = (args: string[], input = '') =>
    runPromptory({ DATABASE_URL, DATA_DIR: folder.path }, args, {
      cwd: folder.path,
      readInput: async () => input,
    });
  expect(await run(['doctor'])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^problem: The tables are at 0 of \d+: run migrate\.\n$/),
  });
  expect(await run(['migrate'])).toMatchObject({ code: 0, out: expect.stringContaining('went from 0 to') });
  expect(await run(['migrate'])).toMatchObject({ out: expect.stringContaining('are up to date') });
  expect(await run(['user', 'add', 'ada', '--password-stdin'], 'correct horse\n')).toMatchObject({ code: 0 });
  expect((await run(['user', 'list'])).out).toContain('ada');
  expect(await run(['user', 'sessions', 'ada'])).toMatchObject({ code: 0 });
  expect(await run(['user', 'sessions', 'eve'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no user named eve in the database of DATABASE_URL.'),
  });
  expect(await run(['user', 'invite', '--days', '3'])).toMatchObject({ code: 0 });
  const token = ['token', 'create', 'ada', '--token-name', 'ci'];
  expect((await run(token)).out).not.toBe('');
  expect(await run(['export', '--user', 'ada', 'all.json'])).toMatchObject({ code: 0 });
  expect(await run(['import', '--user', 'ada', 'all.json'])).toMatchObject({ code: 0 });
  expect(await run(['restore-deleted', '--user', 'ada'])).toMatchObject({ code: 0 });
  expect(await run(['doctor', '--deep'])).toEqual({
    ...{ code: 0, err: '' },
    out: 'the database of DATABASE_URL is well.\n',
  });
  expect(await run(['backup', '--out', 'b.tar'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('back it up with pg_dump'),
  });
  expect(await run(['restore', 'b.tar'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('pg_restore'),
  });
  expect(existsSync(join(folder.path, 'promptory.sqlite'))).toBe(false);
});
