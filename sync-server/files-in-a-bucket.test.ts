/** Tests a server whose files lie in a bucket: its start, its health while the store is away, its doctor, its backups. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createServices } from './app.ts';
import { readEnvironment } from './environment.ts';
import { openBucket } from './storage/blobs/bucket.ts';
import { createBucketBlobs } from './storage/blobs/bucket-blobs.ts';
import { usualPatience } from './storage/blobs/bucket-fetch.ts';
import { CannotStart } from './storage/failures/cannot-start.ts';
import { openBlobs, openServerBlobs } from './storage/open-blobs.ts';
import { startObjectStore } from './testing/object-store.ts';
import { runPromptory } from './testing/run-promptory.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { testApp } from './testing/test-app.ts';
import { fileClient, madeId, resourceRow, sha256 } from './testing/upload-requests.ts';

const store = await startObjectStore();
afterAll(() => store[Symbol.asyncDispose]());

const { FILES_URL = '' } = store.variables;

test.each([
  [{ AWS_ACCESS_KEY_ID: 'NOBODY' }, /403 InvalidAccessKeyId; AWS_ACCESS_KEY_ID and/],
  [{ AWS_SECRET_ACCESS_KEY: '' }, /FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  [{ AWS_SESSION_TOKEN: 'of-an-hour' }, /no temporary credentials/],
  [{ FILES_URL: 's3://files?endpoint=here' }, /FILES_URL: its endpoint must be/],
])('a server is not opened with %j', async (changed, sentence) => {
  const open = async () => openServerBlobs(readEnvironment({ ...store.variables, ...changed }), () => {});
  await expect(open()).rejects.toThrow(sentence);
  await expect(open()).rejects.toBeInstanceOf(CannotStart);
});

test('a server does not start on a bucket that is not there', async () => {
  using folder = temporaryFolder();
  const variables = { ...store.variables, FILES_URL: FILES_URL.replace('files', 'other') };
  using server = spawnServer({ ...variables, DATA_DIR: folder.path });
  const { code, err } = await server.ended;
  expect([code, err]).toEqual([1, expect.stringContaining('there is no bucket s3://other; create it')]);
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function* one(text: string) {
  yield bytesOf(text);
}

/** An app whose files lie in a part of the bucket, and its settings for the command line tool. */
async function bucketScene(prefix: string) {
  const variables = { ...store.variables, FILES_URL: FILES_URL.replace('?', `/${prefix}?`) };
  const access = readEnvironment(variables).bucket;
  if (access === undefined) throw new Error('the files are not in a bucket');
  const files = await openBlobs({ dataFolder: '', bucket: access });
  const app = testApp({ outside: { files } });
  const client = await fileClient(app);
  const settings = { ...variables, DATA_DIR: app.dataFolder };
  const run = (...args: string[]) => runPromptory(settings, args, { now: () => app.clock.at });
  return { app, access, files, client, settings, run, [Symbol.dispose]: () => app[Symbol.dispose]() };
}

test('a start removes pieces that nobody wants, and no form that another node may be reading', async () => {
  using here = await bucketScene('start');
  const { app, files } = here;
  const form = files.temporary();
  await form.append(one('a form'), 9);
  await files.partial({ userId: 1, sha256: sha256('a text') }).append(one('a te'), 9);
  app.clock.at = Date.now();
  await app.services.clearBlobs.afterStart();
  expect([await form.size(), await files.partials()]).toEqual([6, []]);
  await app.services.clearBlobs.atStop();
  expect(await form.size()).toBe(6);
  app.clock.at += 2 * 60 * 60 * 1000;
  await app.services.clearBlobs.afterStart();
  expect(await form.size()).toBe(0);
});

test('of nodes that start together one clears what is left over, and the others serve at once', async () => {
  using here = await bucketScene('starts');
  const { app, files } = here;
  await files.partial({ userId: 1, sha256: sha256('a text') }).append(one('a te'), 9);
  app.outside.storages.nodes.once = async () => 'busy';
  const services = createServices(app.outside);
  await services.clearBlobs.afterStart();
  expect(await files.partials()).toHaveLength(1);
  await app.services.clearBlobs.daily();
});

test('while the store is away texts go on, files wait, and readiness names it', async () => {
  const own = await startObjectStore();
  const patience = { ...usualPatience, pauseMs: 1 };
  const files = createBucketBlobs(openBucket(own.access(), { patience }));
  using app = testApp({ outside: { files } });
  const client = await fileClient(app);
  await client.json('POST', '/api/projects/1/resources', resourceRow('words'));
  await own[Symbol.asyncDispose]();
  const refused = await client.put('words', { offset: 0 });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
  expect((await client.put('words', { offset: 0 })).status).toBe(503);
  expect(app.errors.map(({ name }) => name)).toEqual(['FilesUnavailable']);
  expect((await client.json('POST', '/api/projects', { id: 9, name: 'Q' })).status).toBe(201);
  const ready = async () => {
    const answer = await app.app.request('http://10.0.0.9/readyz');
    return [answer.status, (await answer.json()).checks.files];
  };
  expect(await ready()).toEqual([200, 'failing']);
  await using _again = await startObjectStore({ port: Number(new URL(own.address).port) });
  app.clock.at += 60_000;
  expect(await ready()).toEqual([200, 'ok']);
  expect((await client.put('words', { offset: 0 })).status).toBe(200);
});

test('the doctor compares records with the bucket, and names what is missing, damaged and unknown', async () => {
  using here = await bucketScene('doctor');
  const { app, client, files, run } = here;
  const Findings = z.array(z.object({ sentence: z.string() }));
  const ofBucket = async (...args: string[]) => {
    const findings = Findings.parse(JSON.parse((await run('doctor', ...args, '--json')).out));
    return findings.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('s3://'));
  };
  for (const bytes of ['one', 'two']) madeId(await client.upload(1, { bytes }));
  expect(await ofBucket('--deep')).toEqual([]);
  const userId = Number(app.sqlite().connection.prepare('SELECT user_id FROM blobs').pluck().get());
  await files.remove({ userId, sha256: sha256('one') });
  const bucket = openBucket(here.access);
  await bucket.put(`${userId}/${sha256('two').slice(0, 2)}/${sha256('two')}`, bytesOf('owt'));
  await bucket.put('notes.txt', bytesOf('mine'));
  const missing = expect.stringMatching(/^1 stored files are missing, like s3:\/\/files\/doctor\/\d+\/76\//);
  const damaged = expect.stringMatching(/^1 stored files are damaged, like s3:\/\/files\/doctor\/\d+\/3f\//);
  const unknown = expect.stringContaining('1 files are in no record, like s3://files/doctor/notes.txt');
  expect(await ofBucket()).toEqual([missing, unknown]);
  expect(await ofBucket('--deep')).toEqual([missing, damaged, unknown]);
});

test('the doctor names a bucket that cannot be used', async () => {
  using here = await bucketScene('doctor');
  const ended = await runPromptory({ ...here.settings, AWS_ACCESS_KEY_ID: 'NOBODY' }, ['doctor', '--json']);
  expect(JSON.parse(ended.out)).toContainEqual({
    level: 'problem',
    sentence: expect.stringContaining('s3://files/doctor cannot be used: the store answered 403'),
  });
});

test('a backup says where the files are, and is restored only where a server looks for them there', async () => {
  using here = await bucketScene('backup');
  using folder = temporaryFolder();
  const out = join(folder.path, 'a.tar');
  madeId(await here.client.upload(1, { bytes: 'one' }));
  const made = await here.run('backup', '--out', out);
  expect([made.code, made.out]).toEqual([0, expect.stringContaining('files lie in s3://files/backup')]);
  const { FILES_URL: place = '' } = here.settings;
  const elsewhere = { ...here.settings, DATA_DIR: join(folder.path, 'restored') };
  const refused = await runPromptory({ ...elsewhere, FILES_URL: '' }, ['restore', out]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Set FILES_URL to it')]);
  expect((await runPromptory({ ...elsewhere, FILES_URL: place }, ['restore', out])).code).toBe(0);
});

test('a backup with files in it is not restored where a server looks for them in a bucket', async () => {
  using app = testApp();
  using folder = temporaryFolder();
  madeId(await (await fileClient(app)).upload(1, { bytes: 'one' }));
  const out = join(folder.path, 'a.tar');
  expect((await runPromptory({ DATA_DIR: app.dataFolder }, ['backup', '--out', out])).code).toBe(0);
  const variables = { ...store.variables, DATA_DIR: join(folder.path, 'restored') };
  const refused = await runPromptory(variables, ['restore', out]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('restore without FILES_URL')]);
});

test('an export of the command line tool has files of a bucket', async () => {
  using here = await bucketScene('export');
  using folder = temporaryFolder();
  madeId(await here.client.upload(1, { bytes: 'one' }));
  const ended = await here.run('export', '--user', 'ada', '--out', join(folder.path, 'all.json'));
  expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('1 files')]);
});
