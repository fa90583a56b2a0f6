/**
 * Tests files in a bucket: on a store of its own, or on any other one, with
 *   TEST_FILES_URL='s3://bucket?endpoint=http://127.0.0.1:8080' AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… \
 *     npx vitest run --config vitest.workspace.ts --project server sync-server/storage/blobs/bucket-blobs.test.ts
 * and `--project server-bucket` for the routes of files. Each run writes below a prefix of its own, and leaves it there.
 */
import { afterAll, expect, test } from 'vitest';
import { objectStoreOfRun } from '../../testing/object-store.ts';
import { bytesOf, type FilesScene, fileStorageSuite, hashOf } from '../ports/blob-storage-suite.ts';
import { openBucket } from './bucket.ts';
import { createBucketBlobs } from './bucket-blobs.ts';

const store = await objectStoreOfRun();
afterAll(() => store[Symbol.asyncDispose]());

fileStorageSuite((): FilesScene => {
  const access = store.access();
  const open = () => createBucketBlobs(openBucket(access));
  return { files: open(), again: open, [Symbol.dispose]: () => {} };
});

async function* stream(text: string) {
  yield bytesOf(text);
}

/** Two nodes on one bucket. */
function twoNodes() {
  const access = store.access();
  const bucket = openBucket(access);
  const node = () => createBucketBlobs(openBucket(access));
  return { bucket, a: node(), b: node() };
}

async function keysOf(bucket: ReturnType<typeof openBucket>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list('')) keys.push(key);
  return keys;
}

const name = { userId: 7, sha256: hashOf('hello world') };

test('each node takes any piece, and a kept file lies alone where it does on a disk', async () => {
  const { a, b, bucket } = twoNodes();
  await a.partial(name).append(stream('hel'), 11);
  await b.partial(name).append(stream('lo wo'), 11);
  expect(await a.partial(name).size()).toBe(8);
  await a.partial(name).append(stream('rld'), 11);
  await b.partial(name).keep(name);
  expect(await keysOf(bucket)).toEqual([`7/${name.sha256.slice(0, 2)}/${name.sha256}`]);
  const found = await a.find(name);
  expect(await new Response(found?.read(0, 11)).text()).toBe('hello world');
});

test('pieces that two nodes took of the same place are one file', async () => {
  const { a, b } = twoNodes();
  await Promise.all([
    a.partial(name).append(stream('hello w'), 11),
    b.partial(name).append(stream('hel'), 11),
  ]);
  expect(await a.partials(7)).toMatchObject([{ ...name, size: 7 }]);
  await b.partial(name).append(stream('orld'), 11);
  expect(await a.partial(name).inspect()).toMatchObject({ size: 11, sha256: name.sha256 });
  await a.partial(name).keep(name);
  expect(await b.partials()).toEqual([]);
});

test('pieces that are not the bytes of the name become no file', async () => {
  const { a } = twoNodes();
  await a.partial(name).append(stream('hello there'), 11);
  await expect(a.partial(name).keep(name)).rejects.toThrow('not those of its name');
  expect(await a.find(name)).toBeUndefined();
  expect(await a.partial(name).size()).toBe(11);
});

test('lists of more objects than one answer has are whole', async () => {
  const access = store.access();
  const bucket = openBucket(access, { pageSize: 2 });
  const keys = Array.from({ length: 7 }, (_, at) => `7/list/${at}`);
  for (const key of keys) await bucket.put(key, bytesOf('x'));
  expect(await keysOf(bucket)).toEqual(keys);
  await createBucketBlobs(bucket).removeAllOf(7);
  expect(await keysOf(bucket)).toEqual([]);
});
