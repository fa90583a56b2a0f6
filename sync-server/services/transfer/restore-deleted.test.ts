import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../storage/sqlite/open-database.ts';
import { restClient } from '../../testing/rest-client.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testApp } from '../../testing/test-app.ts';
import { fileClient, madeId } from '../../testing/upload-requests.ts';

function restoreIn(folder: string) {
  return async (...args: string[]) => {
    const ended = await runPromptory({ DATA_DIR: folder }, ['restore-deleted', '--user', 'ada', ...args]);
    expect(ended).toMatchObject({ code: 0, err: '' });
    return ended.out;
  };
}

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
  const restore = restoreIn(folder.path);
  const listed = await restore();
  expect(listed).toMatch(/^6 {2}2026-01-01 {2}prompt T6$/m);
  expect(listed).toMatch(/^2 deleted prompts, versions, kept runs, test cases and files can be restored\.$/m);
  expect(await restore('6')).toBe('1 of 1 restored.\n');
  expect((await get('/api/projects')).body).toMatchObject([{ id: 5, name: 'P' }]);
  expect((await get('/api/prompts/6')).body).toMatchObject({ title: 'T6', content: 'b' });
  expect((await get('/api/prompts/6/versions')).body).toMatchObject([{ id: 61, content: 'b' }]);
  expect(await get('/api/prompts/7')).toMatchObject({ status: 404 });
  expect(await restore('--all')).toBe('1 of 1 restored.\n');
  expect((await get('/api/projects/5/prompts')).body).toHaveLength(2);
  expect(await restore()).toBe(
    '0 deleted prompts, versions, kept runs, test cases and files can be restored.\n',
  );
});

test('a version and a file that were deleted by themselves come back as they were', async () => {
  using folder = temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'promptory.sqlite'), now: Date.now });
  using server = testApp({ outside: { database } });
  const { json, upload, download } = await fileClient(server);
  await json('POST', '/api/prompts', { id: 6, title: 'T', content: 'a', projectId: 1 });
  for (const id of [61, 62]) {
    await json('PUT', '/api/prompts/6', { id, content: `text ${id}`, description: 'kept' });
  }
  const file = madeId(await upload(1, { bytes: '# Plan', fields: { name: 'Plan' } }));
  const read = async () => [
    (await json('GET', '/api/prompts/6/versions')).body,
    (await json('GET', '/api/projects/1/resources')).body,
  ];
  const before = await read();
  await json('DELETE', '/api/prompts/6/versions/61');
  await json('DELETE', `/api/resources/${file}`);
  expect(await read()).toMatchObject([[{ id: 62 }], []]);
  const restore = restoreIn(folder.path);

  const listed = await restore();
  expect(listed).toMatch(/^61 {2}2026-01-01 {2}version 1 of prompt 6: kept$/m);
  expect(listed).toMatch(new RegExp(`^${file} {2}2026-01-01 {2}file Plan$`, 'm'));
  expect(await restore('--all')).toBe('2 of 2 restored.\n');
  expect(await read()).toEqual(before);
  expect(await (await download(file)).text()).toBe('# Plan');
});

test.each([
  ['no user', [], "Required option '--user <name>' not specified."],
  ['something that is no id', ['--user', 'ada', 'all'], 'IDs are numbers, as they are listed.'],
  ['an unknown user', ['--user', 'nobody'], 'There is no user named nobody'],
])('a restore with %s ends with one sentence', async (_, args, sentence) => {
  using folder = temporaryFolder();
  openDatabase({ file: join(folder.path, 'promptory.sqlite'), now: Date.now }).close();
  const ended = await runPromptory({ DATA_DIR: folder.path }, ['restore-deleted', ...args]);
  expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) });
});
