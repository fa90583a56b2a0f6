// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { emptyBin } from '../bin/clear-bin.ts';
import { commit } from '../commit/commit.ts';
import { deleteLibrary, type Library, openLibrary } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { fileScene, projectId, sentenceOf, textFile } from '../testing/resources-scene.ts';
import { addResource, blobBytes, resourceCountOf, resourcesOf } from './resources.ts';
import { sha256OfText as sha256 } from './sha256.ts';
import {
  cancelUpload,
  noteUpload,
  retryUpload,
  settleUploads,
  unsentUploads,
  uploadsToSend,
} from './uploads.ts';

const isHere = async (library: Library, text: string) =>
  (await library.db.files.get(await sha256(text))) !== undefined;
const here = async (library: Library, ...text: string[]) => {
  const found = await Promise.all(text.map((each) => isHere(library, each)));
  return text.filter((_, index) => found[index]);
};
const uploadStates = async ({ db }: Library) => (await db.uploads.toArray()).map(({ state }) => state);

test('a file that was added is listed, here, waiting, and survives closing the browser', async () => {
  const { library, add } = await fileScene();
  const id = await add('hello', { name: 'Grüße.txt' });
  library.db.close();
  const reopened = await openLibrary(library.user, library.deps);
  expect(await resourcesOf(reopened, projectId)).toEqual([
    {
      resource: {
        id,
        projectId,
        name: 'Grüße.txt',
        originalFilename: 'Grüße.txt',
        description: '',
        fileType: 'text/plain',
        fileSize: 5,
        sha256: await sha256('hello'),
        createdAt: '2026-01-01T00:00:00.001Z',
        available: false,
      },
      here: true,
      upload: { state: 'waiting', sent: 0, total: 5, reason: null },
    },
  ]);
  const bytes = await blobBytes(reopened, await sha256('hello'));
  expect(await bytes?.text()).toBe('hello');
  expect(await readOutbox(reopened)).toMatchObject([{ name: 'createProject' }, { name: 'createResource' }]);
});

test.each<[string, File, string, string]>([
  [
    'a byte too large',
    new File([new Uint8Array(limits.maxUploadBytes + 1)], 'a.txt'),
    'n',
    messages.fileTooLarge,
  ],
  ['of another type', textFile('MZ', 'a.exe', 'application/x-msdownload'), 'n', messages.invalidFileType],
  [
    'something else than it says',
    textFile('no picture', 'a.png', 'image/png'),
    'n',
    messages.invalidFileType,
  ],
  ['without a name', textFile('x', 'a.txt'), '  ', messages.resourceNameRequired],
])('a file that is %s is refused in words, and nothing of it stays', async (_, file, name, sentence) => {
  const { library } = await fileScene();
  expect(sentenceOf(await addResource(library, { projectId, file, name, description: '' }))).toBe(sentence);
  expect(await resourceCountOf(library, projectId)).toBe(0);
  expect(await library.db.files.count()).toBe(0);
  expect(await library.db.uploads.count()).toBe(0);
});

test('10 MiB to the byte, and a file of no bytes at all, are taken', async () => {
  const { library } = await fileScene();
  const largest = new File([new Uint8Array(limits.maxUploadBytes).fill(32)], 'a.txt');
  for (const file of [largest, textFile('', 'b.txt')]) {
    expect(await addResource(library, { projectId, file, name: 'n', description: '' })).toMatchObject({
      ok: true,
    });
  }
});

test('a file that cannot be read any more is refused in words', async () => {
  const { library } = await fileScene();
  const gone = Object.assign(textFile('x', 'a.txt'), {
    arrayBuffer: () => Promise.reject(new Error('gone')),
  });
  const added = await addResource(library, { projectId, file: gone, name: 'n', description: '' });
  expect(sentenceOf(added)).toBe(messages.fileUnreadable);
});

test('a full disk is named, and neither row nor blob nor entry is stored by half', async () => {
  const { library } = await fileScene();
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  library.db.files.hook('creating', full);
  const file = textFile('x', 'a.txt');
  const added = await addResource(library, { projectId, file, name: 'n', description: '' });
  expect(sentenceOf(added)).toBe(messages.deviceFull);
  expect(await resourceCountOf(library, projectId)).toBe(0);
  expect(await readOutbox(library)).toHaveLength(1);
  library.db.files.hook('creating').unsubscribe(full);
});

test('where the disk is full, what the server has makes room for what it does not have', async () => {
  const scene = await fileScene();
  const { library, add } = scene;
  const id = await add('fetched again');
  await scene.confirm(id);
  await settleUploads(library);
  let isFull = true;
  library.db.files.hook('creating', () => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
  });
  library.db.files.hook('deleting', () => {
    isFull = false;
  });
  await add('new');
  expect(await here(library, 'fetched again', 'new')).toEqual(['new']);
});

test('the same bytes are kept once, and go with the last row that is about them', async () => {
  const scene = await fileScene();
  const { library, add } = scene;
  const first = await add('same');
  const second = await add('same', { name: 'other.txt' });
  expect(await library.db.files.count()).toBe(1);
  expect(await library.db.uploads.count()).toBe(1);
  await commit(library, 'deleteResource', { id: first });
  await scene.confirm();
  await settleUploads(library);
  expect(await here(library, 'same')).toEqual(['same']);
  await commit(library, 'deleteResource', { id: second });
  await scene.confirm();
  await emptyBin(library);
  await settleUploads(library);
  expect(await here(library, 'same')).toEqual([]);
  expect(await library.db.uploads.count()).toBe(0);
});

test('bytes stay as long as the delete of their row is not confirmed', async () => {
  const scene = await fileScene();
  const { library } = scene;
  const id = await scene.add('wanted');
  await scene.confirm(id);
  await commit(library, 'deleteResource', { id });
  await settleUploads(library);
  expect(await here(library, 'wanted')).toEqual(['wanted']);
});

test('lists and counts read no blobs, and a live list follows the rows that it shows', async () => {
  const { library, add } = await fileScene();
  const reads: string[] = [];
  library.db.files.hook('reading', (file) => {
    reads.push(file.sha256);
    return file;
  });
  const seen: number[] = [];
  const listening = liveQuery(() => resourcesOf(library, projectId)).subscribe((items) =>
    seen.push(items.filter(({ upload }) => upload?.state === 'waiting').length),
  );
  await add('one');
  await add('two');
  expect(await resourceCountOf(library, projectId)).toBe(2);
  await expect.poll(() => seen.at(-1)).toBe(2);
  await noteUpload(library, await sha256('one'), { state: 'sending', sent: 1 });
  await expect.poll(() => seen.at(-1)).toBe(1);
  listening.unsubscribe();
  expect(reads).toEqual([]);
});

test('an upload record goes when the feed shows that the server has the blob, not before', async () => {
  const scene = await fileScene();
  const { library } = scene;
  const id = await scene.add('bytes');
  expect(await uploadsToSend(library)).toEqual([]);
  await scene.confirm();
  expect(await uploadsToSend(library)).toMatchObject([{ total: 5 }]);
  await noteUpload(library, await sha256('bytes'), { state: 'sending', sent: 5 });
  await settleUploads(library);
  expect(await uploadStates(library)).toEqual(['sending']);
  await scene.confirm(id);
  expect(await resourcesOf(library, projectId)).toMatchObject([{ upload: null, here: true }]);
  await settleUploads(library);
  expect(await uploadStates(library)).toEqual([]);
});

test('what the server lost is to be sent again by whoever has it', async () => {
  const scene = await fileScene();
  const { library } = scene;
  const id = await scene.add('bytes');
  await scene.confirm(id);
  await settleUploads(library);
  const row = (await library.db.resources.get(id))?.row;
  if (row !== undefined) await scene.pull({ ...row, available: false });
  await settleUploads(library);
  expect(await uploadsToSend(library)).toMatchObject([{ state: 'waiting', sent: 0, total: 5 }]);
});

test('an upload that is given up takes its row along; the same file can be added again', async () => {
  const scene = await fileScene();
  const { library } = scene;
  const id = await scene.add('bytes');
  await cancelUpload(library, id);
  expect(await resourceCountOf(library, projectId)).toBe(0);
  expect(await uploadStates(library)).toEqual(['cancelled']);
  expect(await noteUpload(library, await sha256('bytes'), { state: 'sending' })).toBe(false);
  expect(await unsentUploads(library)).toBe(0);
  await scene.add('bytes');
  expect(await uploadStates(library)).toEqual(['waiting']);
});

test('giving up one of two rows about the same bytes goes on with the upload for the other', async () => {
  const scene = await fileScene();
  const { library } = scene;
  const id = await scene.add('bytes');
  await scene.add('bytes');
  await cancelUpload(library, id);
  expect(await resourceCountOf(library, projectId)).toBe(1);
  expect(await uploadStates(library)).toEqual(['waiting']);
});

test('what the server has by now cannot be given up', async () => {
  const scene = await fileScene();
  const { library } = scene;
  const id = await scene.add('bytes');
  await scene.confirm(id);
  expect(await cancelUpload(library, id)).toMatchObject({ ok: false });
  expect(await resourceCountOf(library, projectId)).toBe(1);
});

test('a row that somebody else wanted after all has its upload taken up again', async () => {
  const scene = await fileScene();
  const { library } = scene;
  const id = await scene.add('bytes');
  await scene.confirm();
  await cancelUpload(library, id);
  const kept = (await library.db.confirmed.get(`resource:${id}`))?.stored;
  await library.db.outbox.clear();
  await library.db.confirmed.clear();
  if (kept?.type === 'resource') await scene.pull({ ...kept.row, name: 'Renamed elsewhere' });
  await settleUploads(library);
  expect(await uploadStates(library)).toEqual(['waiting']);
});

test('a refused upload waits for a person, who can try again', async () => {
  const scene = await fileScene();
  const { library } = scene;
  const id = await scene.add('bytes');
  await scene.confirm();
  await noteUpload(library, await sha256('bytes'), { state: 'refused', reason: 'Full.' });
  await settleUploads(library);
  expect(await uploadsToSend(library)).toEqual([]);
  expect(await resourcesOf(library, projectId)).toMatchObject([
    { upload: { state: 'refused', reason: 'Full.' } },
  ]);
  await retryUpload(library, id);
  expect(await uploadsToSend(library)).toMatchObject([{ state: 'waiting' }]);
  expect(await resourcesOf(library, projectId)).toMatchObject([{ upload: { reason: null } }]);
});

test('files that the server lacks count as unsent once, with their entry or without', async () => {
  const scene = await fileScene();
  const { library } = scene;
  await scene.add('bytes');
  expect(await unsentUploads(library)).toBe(0);
  await scene.confirm();
  expect(await readOutbox(library)).toEqual([]);
  expect(await unsentUploads(library)).toBe(1);
});

test('signing out leaves no bytes on the device', async () => {
  const { library, add } = await fileScene();
  await add('secret');
  library.db.close();
  await deleteLibrary(library.user, library.deps);
  const reopened = await openLibrary(library.user, library.deps);
  expect([
    await reopened.db.files.count(),
    await reopened.db.fileUses.count(),
    await reopened.db.uploads.count(),
  ]).toEqual([0, 0, 0]);
});
