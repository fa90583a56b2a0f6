import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectDatabase } from '../../storage/sqlite/database-copy.ts';
import { openDatabase } from '../../storage/sqlite/open-database.ts';
import { restClient } from '../../testing/rest-client.ts';
import { runPromptory, spawnPromptory } from '../../testing/run-promptory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { multipart } from '../../testing/upload-requests.ts';

const day = 24 * 60 * 60 * 1000;

/** A data folder in use, with a prompt and a file. */
async function scene() {
  const app = testApp();
  chmodSync(join(app.dataFolder, 'promptory.sqlite'), 0o600);
  for (const end of ['-wal', '-shm']) chmodSync(join(app.dataFolder, `promptory.sqlite${end}`), 0o600);
  const { call, send } = await restClient(app);
  await call('POST', '/api/projects', { id: 5, name: 'P', color: 'red' });
  await call('POST', '/api/prompts', { id: 6, title: 'T', content: 'a', projectId: 5 });
  const sent = multipart({ bytes: '# A plan', fields: { description: 'd' } });
  expect(await send('POST', '/api/projects/5/resources', sent)).toMatchObject({ status: 201 });
  return {
    app,
    blob: blobOf(app),
    async doctor(...args: string[]) {
      const variables = { DATA_DIR: app.dataFolder };
      const ended = await runPromptory(variables, ['doctor', '--json', ...args], { now: () => app.clock.at });
      return { code: ended.code, findings: JSON.parse(ended.out) };
    },
    [Symbol.dispose]: () => app[Symbol.dispose](),
  };
}

function blobOf({ dataFolder }: TestApp): string {
  const files = readdirSync(join(dataFolder, 'files'), { recursive: true, withFileTypes: true });
  const file = files.find((entry) => entry.isFile());
  return join(file?.parentPath ?? '', file?.name ?? '');
}

const saying = (level: string, part: string) => [{ level, sentence: expect.stringContaining(part) }];

test('a data folder in use without any damage is well', async () => {
  using here = await scene();
  expect(await here.doctor('--deep')).toEqual({ code: 0, findings: [] });
});

test('the doctor is a process that finds a new data folder well', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'promptory.sqlite');
  openDatabase({ file, now: Date.now }).close();
  chmodSync(file, 0o600);
  const ended = await spawnPromptory({ DATA_DIR: folder.path }, ['doctor']);
  expect(ended).toEqual({ code: 0, out: `${folder.path} is well.\n`, err: '' });
});

test('a disk that is almost full is a problem', async () => {
  using here = await scene();
  const variables = { DATA_DIR: here.app.dataFolder };
  const roomFor = (bytes: number) =>
    runPromptory(variables, ['doctor'], { now: () => here.app.clock.at, freeBytes: async () => bytes });
  expect(await roomFor(99 * 1024 ** 2)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^problem: Only 99 MB are free/),
  });
});

test.each<[string, string, (folder: string, blob: string) => void]>([
  ['a file that is missing', '1 stored files are missing', (_, blob) => rmSync(blob)],
  ['a file of another size', '1 stored files are damaged', (_, blob) => writeFileSync(blob, 'short')],
  [
    'a file that is in no record',
    '1 files are in no record',
    (folder) => writeFileSync(join(folder, 'files', 'notes.txt'), 'mine'),
  ],
  [
    'a database that others can read',
    'chmod 600',
    (folder) => chmodSync(join(folder, 'promptory.sqlite'), 0o644),
  ],
  [
    'a restore that was broken off',
    'restore it once more',
    (folder) => writeFileSync(join(folder, 'restore-unfinished'), ''),
  ],
])('the doctor names %s with exit code 1', async (_, sentence, damage) => {
  using here = await scene();
  damage(here.app.dataFolder, here.blob);
  expect(await here.doctor()).toEqual({ code: 1, findings: saying('problem', sentence) });
});

test('a database that the system does not open is not called damaged', () => {
  using folder = temporaryFolder();
  // As where it belongs to another user, which no test that root runs can see.
  const file = join(folder.path, 'promptory.sqlite');
  expect(() => inspectDatabase(file)).toThrow('cannot be opened by this user (unable to open database file)');
});

test('a file with other bytes of the same size is found by --deep alone', async () => {
  using here = await scene();
  writeFileSync(here.blob, '# B plan');
  expect(await here.doctor()).toEqual({ code: 0, findings: [] });
  expect(await here.doctor('--deep')).toEqual({
    code: 1,
    findings: saying('problem', '1 stored files are damaged'),
  });
});

test('rows from the future are named', async () => {
  using here = await scene();
  here.app.clock.at -= day;
  expect(await here.doctor()).toEqual({ code: 1, findings: saying('problem', 'is in the future') });
});

test('what a backup, a restore or an upload left behind is a notice, and no failure', async () => {
  using here = await scene();
  const old = new Date(here.app.clock.at - 2 * day);
  for (const name of ['backup-abc', 'restore-abc', 'replaced-2026', join('files', 'temporary', 'x')]) {
    const path = join(here.app.dataFolder, name);
    mkdirSync(path, { recursive: true });
    utimesSync(path, old, old);
  }
  const { code, findings } = await here.doctor();
  expect(code).toBe(0);
  expect(findings).toHaveLength(4);
  expect(findings).toEqual(Array.from(findings, () => saying('notice', 'is left over')[0]));
});

test('a folder that is not there, is no folder, or has no library or no intact one is named, and left as it is', async () => {
  using folder = temporaryFolder();
  const doctor = (DATA_DIR: string) => runPromptory({ DATA_DIR }, ['doctor']);
  const none = join(folder.path, 'none');
  expect(await doctor(none)).toMatchObject({ code: 1, out: expect.stringContaining('is no folder') });
  expect(existsSync(none)).toBe(false);
  expect(await doctor(folder.path)).toMatchObject({ code: 1, out: expect.stringContaining('no library') });
  expect(readdirSync(folder.path)).toEqual([]);
  const file = join(folder.path, 'promptory.sqlite');
  writeFileSync(file, 'words', { mode: 0o600 });
  expect(await doctor(folder.path)).toMatchObject({
    code: 1,
    out: expect.stringContaining('is not an intact database'),
  });
  expect(await doctor(file)).toMatchObject({ code: 1, out: expect.stringContaining('is no folder') });
});

test('tables that are behind are named', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'promptory.sqlite');
  const database = openDatabase({ file, now: Date.now });
  database.connection.exec(
    'DELETE FROM applied_migrations WHERE number = (SELECT max(number) FROM applied_migrations)',
  );
  database.close();
  chmodSync(file, 0o600);
  const ended = await runPromptory({ DATA_DIR: folder.path }, ['doctor']);
  expect(ended).toMatchObject({ code: 1, out: expect.stringContaining('run migrate') });
});
