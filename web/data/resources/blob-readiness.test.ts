// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Resource } from '#shared/model/resource.ts';
import { fileScene, projectId, type ResourceScene } from '../testing/resources-scene.ts';
import { type BlobReadiness, blobReadiness } from './blob-readiness.ts';
import { setBlobLimit, setKeepOffline } from './blob-storage.ts';
import { storeFetched } from './blobs.ts';
import { sha256Of } from './sha256.ts';

const contentOf = (text: string) => new TextEncoder().encode(text).buffer;

/** A row of another device, whose bytes are these words. */
async function foreign(scene: ResourceScene, id: number, text: string, changes: Partial<Resource> = {}) {
  await scene.pull({
    ...{ id, projectId, name: `${text}.txt`, originalFilename: 'a.txt', description: '' },
    ...{ fileType: 'text/plain', fileSize: text.length, sha256: await sha256Of(contentOf(text)) },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', available: true },
    ...changes,
  });
}

async function ready({ library }: ResourceScene): Promise<unknown> {
  const { toFetch, limitBytes: _limit, ...counts } = await blobReadiness(library);
  return { ...counts, toFetch: toFetch.map(({ id }) => id) };
}

const none: Omit<BlobReadiness, 'toFetch' | 'limitBytes'> & { toFetch: number[] } = {
  ...{ total: 0, here: 0, toFetch: [], fetchBytes: 0, elsewhere: 0 },
  tooMuch: { count: 0, bytes: 0 },
};

test('a library without files lacks none', async () => {
  const scene = await fileScene();
  expect(await ready(scene)).toEqual(none);
  expect((await blobReadiness(scene.library)).limitBytes).toBe(500 * 1024 * 1024);
});

test('files of another device are to be fetched, small ones first, until they are here', async () => {
  const scene = await fileScene();
  await scene.add('mine');
  await foreign(scene, 7, 'a longer one');
  await foreign(scene, 8, 'short');
  expect(await ready(scene)).toEqual({ ...none, total: 3, here: 1, toFetch: [8, 7], fetchBytes: 17 });
  await storeFetched(scene.library, await sha256Of(contentOf('short')), contentOf('short'));
  expect(await ready(scene)).toEqual({ ...none, total: 3, here: 2, toFetch: [7], fetchBytes: 12 });
});

test('the same bytes under two names are two files, and are fetched once', async () => {
  const scene = await fileScene();
  await foreign(scene, 7, 'same', { available: false });
  await foreign(scene, 8, 'same');
  expect(await ready(scene)).toEqual({ ...none, total: 2, toFetch: [8], fetchBytes: 4 });
  await foreign(scene, 9, 'same', { available: false });
  expect(await ready(scene)).toEqual({ ...none, total: 3, toFetch: [8], fetchBytes: 4 });
});

test('what no device has sent yet cannot be fetched, and is missing all the same', async () => {
  const scene = await fileScene();
  await foreign(scene, 7, 'far', { available: false });
  await foreign(scene, 8, 'far', { available: false });
  expect(await ready(scene)).toEqual({ ...none, total: 2, elsewhere: 2 });
});

test('what files may take here is filled up to the last byte and not over it', async () => {
  const scene = await fileScene();
  await scene.add('mine');
  await foreign(scene, 7, 'four');
  await foreign(scene, 8, 'fives');
  await foreign(scene, 9, 'fives', { name: 'again' });
  await setBlobLimit(scene.library, 8);
  expect(await ready(scene)).toEqual({
    ...none,
    ...{ total: 4, here: 1, toFetch: [7], fetchBytes: 4 },
    tooMuch: { count: 2, bytes: 5 },
  });
  await setBlobLimit(scene.library, 7);
  expect(await ready(scene)).toMatchObject({ toFetch: [], tooMuch: { count: 3, bytes: 9 } });
});

test('what is kept offline comes in any case, and takes its room before the rest', async () => {
  const scene = await fileScene();
  await foreign(scene, 7, 'abc');
  await foreign(scene, 8, 'a longer one', { projectId: 2 });
  await setKeepOffline(scene.library, 2, true);
  await setBlobLimit(scene.library, 14);
  expect(await ready(scene)).toMatchObject({ toFetch: [8], tooMuch: { count: 1, bytes: 3 } });
  await setBlobLimit(scene.library, 15);
  expect(await ready(scene)).toMatchObject({ toFetch: [8, 7], tooMuch: { count: 0, bytes: 0 } });
  await setBlobLimit(scene.library, 0);
  expect(await ready(scene)).toMatchObject({ toFetch: [8], tooMuch: { count: 1, bytes: 3 } });
});
