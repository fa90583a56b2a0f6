import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDatabase } from '../storage/sqlite/open-database.ts';
import { restClient } from '../testing/rest-client.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { testApp } from '../testing/test-app.ts';

const cli = fileURLToPath(new URL('../restore-cli.ts', import.meta.url));

test('what was deleted is listed for 30 days, and comes back with its versions and its project', async () => {
  using folder = temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'promptory.sqlite'), now: Date.now });
  using server = testApp({ outside: { database } });
  const { call, get } = await restClient(server);
  await call('POST', '/api/projects', { id: 5, name: 'P' });
  for (const id of [6, 7])
    await call('POST', '/api/prompts', { id, title: `T${id}`, content: 'a', projectId: 5 });
  await call('PUT', '/api/prompts/6', { id: 61, content: 'b', description: 'kept' });
  await call('DELETE', '/api/projects/5');
  const restore = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder.path };
    return (await promisify(execFile)(process.execPath, [cli, '--user', 'ada', ...args], { env })).stdout;
  };

  const listed = await restore();
  expect(listed).toMatch(/^6 {2}2026-01-01 {2}T6$/m);
  expect(listed).toMatch(/^2 deleted prompts can be restored\.$/m);
  expect(await restore('6')).toBe('1 of 1 prompts restored.\n');
  expect((await get('/api/projects')).body).toMatchObject([{ id: 5, name: 'P' }]);
  expect((await get('/api/prompts/6')).body).toMatchObject({ title: 'T6', content: 'b' });
  expect((await get('/api/prompts/6/versions')).body).toMatchObject([{ id: 61, content: 'b' }]);
  expect(await get('/api/prompts/7')).toMatchObject({ status: 404 });
  expect(await restore('--all')).toBe('1 of 1 prompts restored.\n');
  expect((await get('/api/projects/5/prompts')).body).toHaveLength(2);
  expect(await restore()).toBe('0 deleted prompts can be restored.\n');
});

test.each([
  ['no user', [], 'Usage: npm run restore'],
  ['something that is no id', ['--user', 'ada', 'all'], 'Usage:'],
  ['an unknown user', ['--user', 'nobody'], 'There is no user named nobody'],
])('a restore with %s ends with one sentence', async (_, args, sentence) => {
  using folder = temporaryFolder();
  const env = { PATH: process.env.PATH, DATA_DIR: folder.path };
  const ended = promisify(execFile)(process.execPath, [cli, ...args], { env });
  await expect(ended).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
});
