/** Tests backing up a data folder that a server uses, and putting a backup in its place. */
import {
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';
import { expect, test } from 'vitest';
import { MadeApiToken } from '#shared/model/account/api-token.ts';
import { backUp } from './storage/backup/back-up.ts';
import { restoreBackup } from './storage/backup/restore-backup.ts';
import { restoreMarker } from './storage/data-folder/unfinished-folder.ts';
import { openServerStorages, openStorages } from './storage/open-storages.ts';
import { openDatabase } from './storage/sqlite/open-database.ts';
import { type RestClient, restClient } from './testing/rest-client.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { multipart } from './testing/upload-requests.ts';

const at = Date.parse('2026-03-01T10:00:00Z');
const now = () => at;

type Scene = { server: TestApp; client: RestClient; out: string; folder: string; [Symbol.dispose](): void };

/** A server whose person has a project with a prompt and a file, and a place for backups. */
async function scene(): Promise<Scene> {
  const outside = temporaryFolder();
  const server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'Mine', color: 'red' });
  await client.call('POST', '/api/prompts', { id: 2, title: 'First', content: 'words', projectId: 1 });
  const file = multipart({ bytes: '# A plan', fields: { description: 'd' } });
  expect(await client.send('POST', '/api/projects/1/resources', file)).toMatchObject({ status: 201 });
  return {
    server,
    client,
    out: join(outside.path, 'backup.tar'),
    folder: join(outside.path, 'data'),
    [Symbol.dispose]() {
      server[Symbol.dispose]();
      outside[Symbol.dispose]();
    },
  };
}

const back = ({ server, out }: Scene) =>
  backUp({ dataFolder: server.dataFolder, out, version: '0.0.0-test', now });

/** Starts a server on a folder that was restored. */
function startedOn(folder: string): TestApp {
  return testApp({ outside: { database: openDatabase({ file: join(folder, 'promptory.sqlite'), now }) } });
}

async function titles(app: TestApp, cookie: string): Promise<string[]> {
  const answer = await app.app.request('/api/projects/1/prompts', { headers: { cookie } });
  const prompts: { title: string }[] = await answer.json();
  return prompts.map(({ title }) => title).sort();
}

async function signedIn(app: TestApp): Promise<string> {
  const body = JSON.stringify({ username: 'ada', password: 'correct horse' });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await app.app.request('/api/login', { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  return answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
}

test('an API token works after its backup was restored', async () => {
  using here = await scene();
  const made = await here.client.call('POST', '/api/tokens', { name: 'ci', scope: 'read' });
  const { token } = MadeApiToken.parse(made.body);
  await back(here);
  await restoreBackup({ dataFolder: here.folder, file: here.out, now });
  using again = startedOn(here.folder);
  const answer = await again.app.request('/api/prompts/2', { headers: { Authorization: `Bearer ${token}` } });
  expect(await answer.json()).toMatchObject({ title: 'First' });
});

test('a backup has the rows and the files, for its owner alone, and is restored into an empty folder', async () => {
  using here = await scene();
  const summary = await back(here);
  expect(summary).toMatchObject({ users: 1, rows: 3, files: 1, missing: [], file: here.out });
  expect(summary.createdAt).toBe(new Date(at).toISOString());
  expect(statSync(here.out).size).toBe(summary.bytes);
  expect(statSync(here.out).mode & 0o077).toBe(0);
  expect(readdirSync(here.server.dataFolder).filter((name) => name.startsWith('backup-'))).toEqual([]);

  const restored = await restoreBackup({ dataFolder: here.folder, file: here.out, now });
  expect(restored).toMatchObject({
    createdAt: summary.createdAt,
    users: 1,
    rows: 3,
    files: 1,
    setAside: null,
  });
  using again = startedOn(here.folder);
  expect(await titles(again, await signedIn(again))).toEqual(['First']);
  const blobs = readdirSync(join(here.folder, 'files'), { recursive: true, withFileTypes: true });
  const [blob] = blobs.filter((entry) => entry.isFile());
  expect(readFileSync(join(blob?.parentPath ?? '', blob?.name ?? ''), 'utf8')).toBe('# A plan');
  expect(statSync(join(here.folder, 'promptory.sqlite')).mode & 0o077).toBe(0);
});

test('what was acknowledged before a backup began is in it while others go on writing', async () => {
  using here = await scene();
  let id = 100;
  const write = async () => {
    id += 1;
    const made = { id, title: `T${id}`, content: 'more', projectId: 1 };
    expect(await here.client.call('POST', '/api/prompts', made)).toMatchObject({ status: 201 });
  };
  for (let written = 0; written < 20; written += 1) await write();
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await write();
  })();
  await back(here);
  isDone = true;
  await writing;
  await restoreBackup({ dataFolder: here.folder, file: here.out, now });
  using again = startedOn(here.folder);
  const found = await titles(again, await signedIn(again));
  expect(found).toEqual(expect.arrayContaining(['First', 'T101', 'T120']));
});

test('what a restore writes belongs to the owner of the data folder, whoever ran it', async () => {
  using here = await scene();
  await back(here);
  mkdirSync(here.folder);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(here.folder, 12_345, 12_346);
  for (const _ of ['into an empty folder', 'once more']) {
    await restoreBackup({ dataFolder: here.folder, file: here.out, now });
    const { uid, gid } = statSync(here.folder);
    const written = readdirSync(here.folder, { recursive: true, encoding: 'utf8' });
    expect(written).toContain('promptory.sqlite');
    for (const name of written) {
      expect([name, lstatSync(join(here.folder, name))]).toMatchObject([name, { uid, gid }]);
    }
  }
});

test('what was there before a backup was put in place is set aside', async () => {
  using here = await scene();
  await back(here);
  mkdirSync(here.folder);
  using other = testApp({
    outside: { database: openDatabase({ file: join(here.folder, 'promptory.sqlite'), now }) },
  });
  await restClient(other, 'grace');
  other.sqlite().close();
  const { setAside } = await restoreBackup({ dataFolder: here.folder, file: here.out, now });
  expect(readdirSync(setAside ?? '')).toContain('promptory.sqlite');
  using again = startedOn(here.folder);
  expect(await again.services.accounts.findUser('grace')).toBeUndefined();
  expect(await again.services.accounts.findUser('ada')).toMatchObject({ username: 'ada' });
});

/** Flips one byte in the middle of the first place where the archive has these bytes. */
function flipped(bytes: Buffer, within: string): Buffer {
  const place = bytes.indexOf(within);
  expect(place).toBeGreaterThan(0);
  const changed = Buffer.from(bytes);
  changed.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return changed;
}

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['ends in the middle', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['has a wrong byte in its database', (bytes) => flipped(bytes, 'correct horse')],
  ['has a wrong byte in a file', (bytes) => flipped(bytes, '# A plan')],
  ['has a wrong byte in its manifest', (bytes) => flipped(bytes, 'promptory-backup')],
  ['is something else', () => Buffer.from('words, no archive')],
  ['is empty', () => Buffer.alloc(0)],
])('a backup that %s is refused, and the folder stays as it was', async (_, damage) => {
  using here = await scene();
  await back(here);
  writeFileSync(here.out, damage(readFileSync(here.out)));
  mkdirSync(here.folder);
  writeFileSync(join(here.folder, 'promptory.sqlite'), 'what was there');
  await expect(restoreBackup({ dataFolder: here.folder, file: here.out, now })).rejects.toThrow(
    `${here.out} is not an intact backup`,
  );
  expect(readFileSync(join(here.folder, 'promptory.sqlite'), 'utf8')).toBe('what was there');
  expect(readdirSync(here.folder).toSorted()).toEqual(['promptory.sqlite', 'server.lock']);
});

test('an archive with anything else in it is refused', async () => {
  using here = await scene();
  const content = join(here.out, '..');
  writeFileSync(join(content, 'manifest.json'), '{}');
  writeFileSync(join(content, 'run-me.sh'), 'echo');
  await create({ file: here.out, cwd: content, portable: true }, ['manifest.json', 'run-me.sh']);
  await expect(restoreBackup({ dataFolder: here.folder, file: here.out, now })).rejects.toThrow(
    '"run-me.sh" is no part of a backup',
  );
});

test('a folder that a server uses is not restored into, and a backup that is there is not written over', async () => {
  using here = await scene();
  await back(here);
  await expect(back(here)).rejects.toThrow('is there already');
  const storages = await openServerStorages({ dataFolder: here.folder, databaseUrl: undefined, now });
  await expect(restoreBackup({ dataFolder: here.folder, file: here.out, now })).rejects.toThrow(
    'Another Promptory server is already using',
  );
  await storages.close();
});

test('no server starts on a folder in which a restore was broken off, and restoring once more finishes it', async () => {
  using here = await scene();
  await back(here);
  mkdirSync(here.folder);
  writeFileSync(join(here.folder, restoreMarker), '');
  await expect(openServerStorages({ dataFolder: here.folder, databaseUrl: undefined, now })).rejects.toThrow(
    'broken off',
  );
  await restoreBackup({ dataFolder: here.folder, file: here.out, now });
  const storages = await openServerStorages({ dataFolder: here.folder, databaseUrl: undefined, now });
  expect(await storages.accounts.findUser('ada')).toMatchObject({ username: 'ada' });
  await storages.close();
});

test('files that are missing from the folder are named, and the rest is backed up', async () => {
  using here = await scene();
  const files = join(here.server.dataFolder, 'files');
  const blob = readdirSync(files, { recursive: true, withFileTypes: true }).find((entry) => entry.isFile());
  rmSync(join(blob?.parentPath ?? '', blob?.name ?? ''));
  expect(await back(here)).toMatchObject({ files: 0, missing: [blob?.name], rows: 3 });
  await restoreBackup({ dataFolder: here.folder, file: here.out, now });
  expect(existsSync(join(here.folder, 'promptory.sqlite'))).toBe(true);
});

test('a tool makes no database in a folder that has none', async () => {
  using folder = temporaryFolder();
  await expect(openStorages({ databaseUrl: undefined, dataFolder: folder.path, now })).rejects.toThrow(
    `There is no library in ${folder.path}`,
  );
  await expect(
    openStorages({ databaseUrl: undefined, dataFolder: join(folder.path, 'none'), now }),
  ).rejects.toThrow('There is no library');
  expect(readdirSync(folder.path)).toEqual([]);
  copyFileSync(import.meta.filename, join(folder.path, 'promptory.sqlite'));
  await expect(openStorages({ databaseUrl: undefined, dataFolder: folder.path, now })).rejects.toThrow(
    'is not an intact SQLite database',
  );
});
