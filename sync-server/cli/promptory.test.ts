/** Tests the command line tool by its processes, on real data folders. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDatabase } from '../storage/sqlite/open-database.ts';
import { restClient } from '../testing/rest-client.ts';
import { runPromptory, spawnPromptory } from '../testing/run-promptory.ts';
import { environmentOf, spawnServer } from '../testing/spawned-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { jsonRequest, testApp } from '../testing/test-app.ts';

const ada = { displayName: 'Ada Lovelace', username: 'ada', password: 'correct horse' };

/** A folder with `data`, in which Ada has an account, a project and a prompt. */
async function folderOfAda() {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  mkdirSync(data);
  const database = openDatabase({ file: join(data, 'promptory.sqlite'), now: Date.now });
  using app = testApp({ outside: { database } });
  const { call } = await restClient(app);
  await call('POST', '/api/projects', { id: 5, name: 'P' });
  await call('POST', '/api/prompts', { id: 6, title: 'T', content: 'a', projectId: 5 });
  return { path: folder.path, data, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const commands = [
  'export',
  'sync',
  'run',
  'mcp',
  'serve',
  'migrate',
  'healthcheck',
  'config',
  'backup',
  'restore',
  'import',
  'restore-deleted',
  'token',
];

test('the help lists every command, each command has a help of its own, and the exit code is 0', async () => {
  const help = await spawnPromptory({}, ['--help']);
  expect(help).toMatchObject({ code: 0, err: '' });
  for (const command of commands) {
    expect(help.out).toContain(`\n  ${command} `);
    const own = await runPromptory({}, [command, '--help']);
    expect(own).toMatchObject({ code: 0, err: '' });
    expect(own.out).toContain(`Usage: promptory ${command}`);
  }
  expect((await runPromptory({}, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  ['an unknown command', {}, ['back-up'], "Unknown command 'back-up'"],
  ['an unknown option', {}, ['config', '--to'], "Unknown option '--to'"],
  ['a wrong setting', { PORT: 'many' }, ['config'], 'PORT must be a whole number'],
  ['a wrong setting of the server', { PORT: 'many' }, ['serve'], 'PORT must be a whole number'],
  ['a wrong address', {}, ['healthcheck', '--url', 'here'], '--url must be an address like'],
])('the tool names %s in a sentence with exit code 2', async (_, variables, args, sentence) => {
  const ended = await runPromptory(variables, args);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain(sentence);
});

test('with --json a failure is one JSON value on standard output, and a sentence on standard error', async () => {
  using folder = temporaryFolder();
  const sentence = `There is no library in ${folder.path}: DATA_DIR names its folder.`;
  expect(await spawnPromptory({ DATA_DIR: folder.path }, ['migrate', '--json'])).toEqual({
    code: 1,
    out: `${JSON.stringify({ error: sentence })}\n`,
    err: `${sentence}\n`,
  });
});

test.each([
  ['import', ['--user', 'ada', import.meta.filename]],
  ['restore-deleted', ['--user', 'ada']],
  ['migrate', []],
  ['backup', ['--out', 'never-written.tar']],
])('the command %s names a data folder without a library, and makes nothing in it', async (command, args) => {
  using folder = temporaryFolder();
  for (const DATA_DIR of [folder.path, join(folder.path, 'none')]) {
    const ended = await runPromptory({ DATA_DIR }, [command, ...args], { cwd: folder.path });
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain(DATA_DIR);
    expect(ended.err.trimEnd().split('\n')).toHaveLength(1);
  }
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a backup is written where the person stands, and restored into another folder', async () => {
  using here = await folderOfAda();
  const INIT_CWD = here.path;
  const backup = await spawnPromptory({ DATA_DIR: here.data, INIT_CWD }, [
    'backup',
    '--out',
    'b.tar',
    '--json',
  ]);
  expect(backup).toMatchObject({ code: 0, err: '' });
  const file = join(here.path, 'b.tar');
  expect(JSON.parse(backup.out)).toMatchObject({ file, users: 1, rows: 2, files: 0, missing: [] });
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const elsewhere = join(here.path, 'elsewhere');
  const restored = await spawnPromptory({ DATA_DIR: elsewhere, INIT_CWD }, ['restore', 'b.tar']);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toMatch(/is as it was at .*Z: 1 accounts, 2 rows and 0 files\.\n$/);
  const all = readdirSync(elsewhere, { recursive: true, encoding: 'utf8' });
  expect(all.filter((name) => (statSync(join(elsewhere, name)).mode & 0o077) !== 0)).toEqual([]);

  writeFileSync(file, 'words');
  const refused = await runPromptory({ DATA_DIR: elsewhere }, ['restore', file]);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(/^.*b\.tar is not an intact backup: .*\n$/);
});

test('a file is imported from where the person stands', async () => {
  using here = await folderOfAda();
  writeFileSync(join(here.path, 'My own.jsonl'), JSON.stringify({ title: 'New', versions: ['text'] }));
  const args = ['import', '--user', 'ada', 'My own.jsonl', '--json'];
  const ended = await spawnPromptory({ DATA_DIR: here.data, INIT_CWD: here.path }, args);
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(ended.out)).toMatchObject({ new: 1, refused: 0 });
});

test('what was deleted is listed and restored by a process', async () => {
  using here = await folderOfAda();
  const args = ['restore-deleted', '--user', 'ada', '--json'];
  const ended = await spawnPromptory({ DATA_DIR: here.data }, args);
  expect(ended).toEqual({ code: 0, out: '[]\n', err: '' });
});

test('tables are brought up to date while no server runs, and a server is well until it ends', async () => {
  using here = await folderOfAda();
  const migrated = await spawnPromptory({ DATA_DIR: here.data }, ['migrate', '--json']);
  expect(migrated).toMatchObject({ code: 0, err: '' });
  const { from, to } = JSON.parse(migrated.out);
  expect(from).toBe(to);

  using server = spawnServer({ DATA_DIR: here.data });
  const address = await server.ready;
  const refused = await runPromptory({ DATA_DIR: here.data }, ['migrate']);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Another Promptory server') });
  const { port } = new URL(address);
  const health = await spawnPromptory({ PORT: port }, ['healthcheck', '--json']);
  expect(health).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(health.out)).toMatchObject({ status: 'ok' });
  server.child.kill('SIGTERM');
  await server.ended;
  const gone = await runPromptory({}, ['healthcheck', '--url', address]);
  expect(gone).toMatchObject({ code: 1, out: '', err: expect.stringContaining('does not answer') });
});

test('a health check does not take another program for a server', async () => {
  const other = createServer((_request, response) => response.end('words'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const bound = other.address();
  const PORT = String(typeof bound === 'object' ? bound?.port : '');
  const ended = await runPromptory({ PORT }, ['healthcheck']);
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toContain('answers, but is no Promptory server.');
  await new Promise((resolve) => other.close(resolve));
});

test('the effective settings are listed with where they come from', async () => {
  const ended = await spawnPromptory({ PORT: '9400', HOST: '' }, ['config', '--json']);
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(ended.out)).toEqual(
    expect.arrayContaining([
      { name: 'PORT', value: 9400, from: 'variable' },
      { name: 'HOST', value: '127.0.0.1', from: 'default' },
      { name: 'PUBLIC_ORIGIN', value: null, from: 'default' },
      { name: 'REGISTRATION', value: 'open', from: 'default' },
    ]),
  );
  expect((await runPromptory({ PORT: '9400' }, ['config'])).out).toContain('PORT=9400  (variable)\n');
});

test('the tool serves until it is told to stop', async () => {
  using folder = temporaryFolder();
  using server = spawnServer({ DATA_DIR: folder.path }, { program: 'promptory', args: ['serve'] });
  const address = await server.ready;
  expect((await fetch(`${address}/api/register`, jsonRequest('POST', ada))).status).toBe(201);
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, err: '' });
});

test('the linked command runs from any folder, and files are relative to that folder', async () => {
  using here = await folderOfAda();
  const bin = fileURLToPath(new URL('../../.ci/promptory.mjs', import.meta.url));
  const env = environmentOf({ DATA_DIR: here.data, INIT_CWD: 'another' });
  const args = [bin, 'backup', '--out', 'linked.tar'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: here.path });
  expect(stdout).toContain(`${join(here.path, 'linked.tar')} has 1 accounts, 2 rows and 0 files`);
});
