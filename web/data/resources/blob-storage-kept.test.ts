/** Tests which blobs are kept and which go, in the cases that `resources.test.ts` leaves out. */
import { describe, expect, test, vi } from 'vitest';
import type { Resource } from '#shared/model/resource.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { fileScene, projectId, type ResourceScene, textFile } from '../testing/resources-scene.ts';
import { blobsToFetch, keepsOffline, keptProjects, setKeepOffline, storedBlobs } from './blob-storage.ts';
import { isDeviceFull, storeFetched } from './blobs.ts';
import { addResource, blobBytes, resourcesOf } from './resources.ts';
import { sha256Of } from './sha256.ts';
import {
  cancelUpload,
  countUploads,
  noteFailedTry,
  noteUpload,
  openUploads,
  retryUpload,
  settleUploads,
  uploadPiece,
  uploadsToSend,
} from './uploads.ts';

const contentOf = (text: string) => new TextEncoder().encode(text).buffer;
const sha256 = (text: string) => sha256Of(contentOf(text));
const foreign = async (text: string, changes: Partial<Resource> = {}): Promise<Resource> => ({
  ...{ id: 77, projectId, name: 'From elsewhere', originalFilename: 'a.txt', description: '' },
  ...{ fileType: 'text/plain', fileSize: text.length, sha256: await sha256(text), available: true },
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});
const states = async ({ library }: ResourceScene) =>
  (await library.db.uploads.toArray()).map(({ state }) => state);

test.each<[string, unknown, boolean]>([
  ['the error of a full disk', new DOMException('full', 'QuotaExceededError'), true],
  [
    'the same inside another one',
    Object.assign(new Error('x'), { inner: new DOMException('', 'QuotaExceededError') }),
    true,
  ],
  ['another error', new Error('x'), false],
  ['another error inside one', Object.assign(new Error('x'), { inner: new Error('y') }), false],
  ['no error at all', { name: 'QuotaExceededError' }, false],
])('%s says that the device is full: %j', (_, error, isFull) => {
  expect(isDeviceFull(error)).toBe(isFull);
});

test('bytes are of no type that a browser would show, whichever way they came', async () => {
  const scene = await fileScene();
  await scene.add('added');
  await scene.pull(await foreign('far'));
  const fetched = await storeFetched(scene.library, await sha256('far'), contentOf('far'));
  const kept = await Promise.all(
    ['added', 'far'].map(async (text) => blobBytes(scene.library, await sha256(text))),
  );
  expect([fetched, ...kept].map((blob) => blob?.type)).toEqual(Array(3).fill('application/octet-stream'));
  expect(await blobBytes(scene.library, await sha256('nowhere'))).toBeUndefined();
});

test('what was fetched is given back where the device has no room to keep it', async () => {
  const scene = await fileScene();
  await scene.pull(await foreign('far'));
  const add = vi.spyOn(scene.library.db.files, 'add');
  add.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  const fetched = await storeFetched(scene.library, await sha256('far'), contentOf('far'));
  expect(await fetched?.text()).toBe('far');
  expect(await scene.library.db.files.count()).toBe(0);
  add.mockRejectedValueOnce(new Error('broken'));
  const broken = storeFetched(scene.library, await sha256('far'), contentOf('far'));
  await expect(broken).rejects.toThrow('broken');
});

test('trouble that is not a full disk is nobody’s refusal', async () => {
  const { library } = await fileScene();
  vi.spyOn(library.db.files, 'add').mockRejectedValue(new Error('broken'));
  const added = addResource(library, { projectId, file: textFile('a', 'a.txt'), name: 'a', description: '' });
  await expect(added).rejects.toThrow('broken');
  expect(await readOutbox(library)).toMatchObject([{ name: 'createProject' }]);
});

test('files are listed as they were made, and by their ids where that was at one instant', async () => {
  const scene = await fileScene();
  const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
  for (const [id, day] of [
    [3, 2],
    [2, 2],
    [1, 3],
    [9, 1],
  ] as const) {
    await scene.pull(await foreign(`words ${id}`, { id, createdAt: at(day) }));
  }
  expect((await resourcesOf(scene.library, projectId)).map(({ resource }) => resource.id)).toEqual([
    9, 2, 3, 1,
  ]);
});

describe('an upload', () => {
  test('is not begun for bytes that the server has', async () => {
    const scene = await fileScene();
    await scene.pull(await foreign('far'));
    await scene.add('far');
    expect(await states(scene)).toEqual([]);
  });

  test('that was refused is not begun again by adding the same bytes', async () => {
    const scene = await fileScene();
    await scene.add('bytes');
    await noteUpload(scene.library, await sha256('bytes'), { state: 'refused', reason: 'no' });
    await scene.add('bytes', { name: 'again' });
    expect(await states(scene)).toEqual(['refused']);
  });

  test('that was given up is no room that waits, is not counted, sent or shown', async () => {
    const scene = await fileScene();
    const { library } = scene;
    const id = await scene.add('bytes');
    await scene.confirm();
    expect(await storedBlobs(library)).toMatchObject({ usedBytes: 5, waitingBytes: 5 });
    expect(await countUploads(library)).toEqual({ waiting: 1, refused: 0, stuck: 0 });
    await cancelUpload(library, id);
    expect(await storedBlobs(library)).toMatchObject({ usedBytes: 5, waitingBytes: 0 });
    expect(await countUploads(library)).toEqual({ waiting: 0, refused: 0, stuck: 0 });
    expect([await uploadsToSend(library), await openUploads(library)]).toEqual([[], []]);
    expect(await noteUpload(library, await sha256('bytes'), { state: 'sending', sent: 3 })).toBe(false);
    expect(await states(scene)).toEqual(['cancelled']);
  });

  test('of a row that is gone already is given up without a word; who waits is woken', async () => {
    const scene = await fileScene();
    const woken = vi.fn();
    scene.library.onCommit.add(woken);
    expect(await cancelUpload(scene.library, 99)).toEqual({ ok: true });
    expect(woken).toHaveBeenCalledOnce();
    await retryUpload(scene.library, 99);
    expect(woken).toHaveBeenCalledTimes(2);
  });

  test('is tried again only where it was refused, without the reason', async () => {
    const scene = await fileScene();
    const id = await scene.add('bytes');
    const name = await sha256('bytes');
    await noteUpload(scene.library, name, { state: 'sending', sent: 2 });
    await retryUpload(scene.library, id);
    expect(await states(scene)).toEqual(['sending']);
    await noteUpload(scene.library, name, { state: 'refused', reason: 'no' });
    expect(await countUploads(scene.library)).toEqual({ waiting: 0, refused: 1, stuck: 0 });
    await retryUpload(scene.library, id);
    expect(await scene.library.db.uploads.get(name)).toEqual({
      sha256: name,
      sent: 2,
      total: 5,
      state: 'waiting',
    });
  });

  test('goes small ones first, and not before the server knows its row', async () => {
    const scene = await fileScene();
    await scene.add('a long one');
    await scene.add('short');
    await scene.confirm();
    await scene.add('x');
    expect((await uploadsToSend(scene.library)).map(({ total }) => total)).toEqual([5, 10]);
    await noteUpload(scene.library, await sha256('short'), { state: 'sending', sent: 1 });
    expect((await uploadsToSend(scene.library)).map(({ total }) => total)).toEqual([5, 10]);
    await noteUpload(scene.library, await sha256('short'), { state: 'refused' });
    expect((await uploadsToSend(scene.library)).map(({ total }) => total)).toEqual([10]);
  });

  test('goes in pieces from one place up to another', async () => {
    const scene = await fileScene();
    await scene.add('bytes');
    const piece = { sha256: await sha256('bytes'), start: 1, end: 3 };
    expect(await (await uploadPiece(scene.library, piece))?.text()).toBe('yt');
    expect(await uploadPiece(scene.library, { ...piece, sha256: 'none' })).toBeUndefined();
  });

  test('has a name, refused ones first, then as they were made; the same bytes once', async () => {
    const scene = await fileScene();
    for (const [id, text] of [
      [4, 'd'],
      [3, 'c'],
      [2, 'b'],
      [5, 'c'],
    ] as const) {
      await scene.pull(await foreign(text, { id, name: `${text}${id}`, available: false }));
      await scene.library.db.uploads.put({
        sha256: await sha256(text),
        sent: 0,
        total: 1,
        state: 'waiting',
      });
    }
    await noteUpload(scene.library, await sha256('d'), { state: 'refused', reason: 'no' });
    expect((await openUploads(scene.library)).map(({ id, name }) => [id, name])).toEqual([
      [4, 'd4'],
      [2, 'b2'],
      [3, 'c3'],
    ]);
  });
});

describe('an upload that fails again and again', () => {
  async function stuck() {
    const scene = await fileScene();
    const id = await scene.add('bytes');
    const name = await sha256('bytes');
    await scene.confirm();
    const fail = async (afterMs: number, reason: 'server' | 'network' | null = 'server') => {
      scene.clock.at += afterMs;
      await noteFailedTry(scene.library, name, reason);
    };
    await fail(0);
    await fail(60_000);
    return { ...scene, id, name, fail };
  }
  const stuckCount = async ({ library }: ResourceScene) => (await countUploads(library)).stuck;

  test('is stuck after a minute, and still on its way', async () => {
    const scene = await stuck();
    expect(await countUploads(scene.library)).toEqual({ waiting: 1, refused: 0, stuck: 1 });
    expect(await states(scene)).toEqual(['waiting']);
    await noteUpload(scene.library, scene.name, { state: 'sending', sent: 0 });
    expect(await stuckCount(scene)).toBe(1);
  });

  test('is not any more once a piece of it arrives', async () => {
    const scene = await stuck();
    await noteUpload(scene.library, scene.name, { state: 'sending', sent: 2 });
    expect(await stuckCount(scene)).toBe(0);
    await scene.fail(1000);
    await noteUpload(scene.library, scene.name, { state: 'sending', sent: 2 });
    await scene.fail(60_000);
    expect(await stuckCount(scene)).toBe(1);
  });

  test('is not while nothing reaches the server, and a minute counts anew after that', async () => {
    const scene = await stuck();
    await scene.fail(1000, null);
    expect(await stuckCount(scene)).toBe(0);
    await scene.fail(1000, 'network');
    await scene.fail(59_999, 'network');
    expect(await stuckCount(scene)).toBe(0);
    await scene.fail(1, 'network');
    expect(await stuckCount(scene)).toBe(1);
  });

  test('stands after those that were refused and before the others', async () => {
    const scene = await stuck();
    await scene.library.db.uploads.clear();
    for (const [id, text] of [
      [2, 'a'],
      [3, 'b'],
      [4, 'c'],
    ] as const) {
      await scene.pull(await foreign(text, { id, name: text, available: false }));
      const record = { sha256: await sha256(text), sent: 0, total: 1, state: 'waiting' as const };
      await scene.library.db.uploads.put(record);
    }
    for (const ms of [0, 60_000]) {
      scene.clock.at += ms;
      await noteFailedTry(scene.library, await sha256('b'), 'server');
    }
    await noteUpload(scene.library, await sha256('c'), { state: 'refused', reason: 'no' });
    expect((await openUploads(scene.library)).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });

  test('begins from nothing where it is tried again after a refusal, and what was given up stays so', async () => {
    const scene = await stuck();
    await noteUpload(scene.library, scene.name, { state: 'refused', reason: 'no' });
    await scene.fail(0);
    expect(await states(scene)).toEqual(['refused']);
    await retryUpload(scene.library, scene.id);
    expect(await countUploads(scene.library)).toEqual({ waiting: 1, refused: 0, stuck: 0 });
    await scene.library.db.uploads.clear();
    await scene.fail(0);
    expect(await scene.library.db.uploads.count()).toBe(0);
  });
});

test('bytes of a file that the server refused to make a row of stay while that is undecided', async () => {
  const scene = await fileScene();
  const { library } = scene;
  await scene.confirm();
  await scene.add('bytes');
  const batch = await takeBatch(library);
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 422 }));
  await settleAnswer(library, { seq: 1, results });
  const id = (await resourcesOf(library, projectId))[0]?.resource.id ?? 0;
  await library.db.resources.delete(id);
  await settleUploads(library);
  expect(await (await blobBytes(library, await sha256('bytes')))?.text()).toBe('bytes');
  await library.db.outbox.clear();
  await library.db.confirmed.clear();
  await settleUploads(library);
  expect([
    await library.db.files.count(),
    await library.db.fileUses.count(),
    await library.db.uploads.count(),
  ]).toEqual([0, 0, 0]);
});

test('each project is kept by itself', async () => {
  const { library } = await fileScene();
  await setKeepOffline(library, 1, true);
  await setKeepOffline(library, 1, true);
  await setKeepOffline(library, 2, true);
  expect(await keptProjects(library)).toEqual([1, 2]);
  await setKeepOffline(library, 1, false);
  expect(await keptProjects(library)).toEqual([2]);
  expect([await keepsOffline(library, 1), await keepsOffline(library, 2)]).toEqual([false, true]);
});

test('only what the server has is fetched for a project that is kept', async () => {
  const scene = await fileScene();
  await setKeepOffline(scene.library, projectId, true);
  await scene.pull(await foreign('lost', { available: false }));
  await scene.pull(await foreign('far', { id: 78 }));
  await scene.pull(await foreign('near', { id: 79, projectId: 2 }));
  expect(await blobsToFetch(scene.library)).toMatchObject([{ id: 78, sha256: await sha256('far') }]);
});
