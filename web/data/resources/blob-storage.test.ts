// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Resource } from '#shared/model/resource.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { fileScene, projectId } from '../testing/resources-scene.ts';
import {
  blobsToFetch,
  defaultFileLimit,
  keepsOffline,
  setBlobLimit,
  setKeepOffline,
  storedBlobs,
} from './blob-storage.ts';
import { storeFetched } from './blobs.ts';
import { blobBytes, resourcesOf } from './resources.ts';
import { sha256OfText as sha256 } from './sha256.ts';
import { settleUploads } from './uploads.ts';

const isHere = async (library: Library, text: string) =>
  (await library.db.files.get(await sha256(text))) !== undefined;
const here = async (library: Library, ...text: string[]) => {
  const found = await Promise.all(text.map((each) => isHere(library, each)));
  return text.filter((_, index) => found[index]);
};

test('what nobody used for longest goes first, and what was opened just now stays', async () => {
  const scene = await fileScene();
  const { library } = scene;
  const ids = [];
  for (const text of ['aaaa', 'bbbb', 'cccc']) ids.push(await scene.add(text));
  await scene.confirm(...ids);
  await settleUploads(library);
  scene.clock.at += 1000;
  await blobBytes(library, await sha256('aaaa'));
  await setBlobLimit(library, 8);
  expect(await here(library, 'aaaa', 'bbbb', 'cccc')).toEqual(['aaaa', 'cccc']);
  expect(await resourcesOf(library, projectId)).toMatchObject([
    { here: true },
    { here: false },
    { here: true },
  ]);
  await scene.add('dddd');
  expect(await here(library, 'aaaa', 'bbbb', 'cccc', 'dddd')).toEqual(['aaaa', 'dddd']);
  expect(await storedBlobs(library)).toEqual({ usedBytes: 8, limitBytes: 8, waitingBytes: 4 });
});

test('neither what the server lacks nor what is kept for offline use ever goes', async () => {
  const scene = await fileScene();
  const { library } = scene;
  await commit(library, 'createProject', { id: 2, name: 'Kept', color: 'red' });
  const kept = await scene.add('kept', { projectId: 2 });
  const other = await scene.add('other');
  await scene.confirm(kept, other);
  await scene.add('waiting');
  await settleUploads(library);
  await setKeepOffline(library, 2, true);
  expect([await keepsOffline(library, 2), await keepsOffline(library, 1)]).toEqual([true, false]);
  await setBlobLimit(library, 0);
  expect(await here(library, 'kept', 'other', 'waiting')).toEqual(['kept', 'waiting']);
  await setKeepOffline(library, 2, false);
  expect(await here(library, 'kept', 'other', 'waiting')).toEqual(['waiting']);
});

test('the limit is 500 MiB until somebody sets another', async () => {
  const { library } = await fileScene();
  expect(await storedBlobs(library)).toEqual({ usedBytes: 0, limitBytes: defaultFileLimit, waitingBytes: 0 });
});

const foreign = async (text: string): Promise<Resource> => ({
  id: 77,
  projectId,
  name: 'From elsewhere',
  originalFilename: 'a.txt',
  description: '',
  fileType: 'text/plain',
  fileSize: text.length,
  sha256: await sha256(text),
  createdAt: '2026-01-01T00:00:00.000Z',
  available: true,
});

test('files of a kept project that are not here are to be fetched, each once', async () => {
  const { library, pull } = await fileScene();
  const row = await foreign('far');
  await pull(row);
  await pull({ ...row, id: 78 });
  expect(await blobsToFetch(library)).toEqual([]);
  await setKeepOffline(library, projectId, true);
  expect(await blobsToFetch(library)).toMatchObject([{ sha256: row.sha256 }]);
  await storeFetched(library, row.sha256, new TextEncoder().encode('far').buffer);
  expect(await blobsToFetch(library)).toEqual([]);
});

test('fetched bytes are kept only if they are what their row says, and if there still is one', async () => {
  const { library, pull } = await fileScene();
  await pull(await foreign('far'));
  const content = (text: string) => new TextEncoder().encode(text).buffer;
  expect(await storeFetched(library, await sha256('far'), content('another'))).toBe(null);
  expect(await library.db.files.count()).toBe(0);
  const orphan = await storeFetched(library, await sha256('orphan'), content('orphan'));
  expect(await orphan?.text()).toBe('orphan');
  expect(await library.db.files.count()).toBe(0);
  await storeFetched(library, await sha256('far'), content('far'));
  expect(await here(library, 'far')).toEqual(['far']);
});
