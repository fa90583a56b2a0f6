import { expect, test, vi } from 'vitest';
import type { Resource } from '#shared/model/resource.ts';
import { initialLoopState } from '#shared/sync/status.ts';
import { changeLoopState } from '../data/queries/queries.ts';
import { setKeepOffline } from '../data/resources/blob-storage.ts';
import { failedDownloads } from '../data/resources/failed-downloads.ts';
import { fileScene, projectId } from '../data/testing/resources-scene.ts';
import type { BlobAnswer, BlobRequest } from '../platform/blob-transfer.ts';
import { fetchBytes } from './blob-round.ts';
import { answered, depsOf, problem, round, scripted } from './blob-round-scene.ts';

const elsewhere: Resource = {
  id: 9,
  projectId,
  name: 'a',
  originalFilename: 'a.txt',
  description: '',
  fileType: 'text/plain',
  fileSize: 5,
  // Of "hello".
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  createdAt: '2026-01-01T00:00:00.000Z',
  available: true,
};
const another: Resource = {
  ...elsewhere,
  id: 10,
  // Of "world".
  sha256: '486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7',
};
const bytesOf = (text: string): BlobAnswer => ({
  ...{ status: 200, retryAfter: null, body: undefined },
  bytes: new TextEncoder().encode(text).buffer,
});

test.each<[string, BlobAnswer, object]>([
  ['other bytes than its row says', bytesOf('jello'), { kind: 'missing' }],
  ['nothing of it', problem('bytes_missing'), { kind: 'missing' }],
  ['no answer', null, { kind: 'again', afterMs: null, reason: 'network' }],
  ['a success without bytes', answered(200, {}), { kind: 'again', afterMs: null, reason: 'server' }],
  ['an ended session', problem('signed_out'), { kind: 'signIn' }],
  ['a reset', problem('cursor_reset'), { kind: 'stopped' }],
  ['a newer server', problem('update_needed'), { kind: 'stopped' }],
])('%s in answer to a download', async (_, answer, result) => {
  const scene = await fileScene();
  await scene.pull(elsewhere);
  const deps = depsOf(scene, { transfer: scripted(answer).transfer });
  expect(await fetchBytes(deps, elsewhere)).toEqual(result);
  expect(await scene.library.db.files.count()).toBe(0);
});

test('a download says how far it is, and can be broken off', async () => {
  const scene = await fileScene();
  const server = scripted(bytesOf('hello'));
  const { signal } = new AbortController();
  const onProgress = vi.fn();
  await fetchBytes(depsOf(scene, { transfer: server.transfer, signal }), elsewhere, onProgress);
  expect(server.requests[0]).toMatchObject({ signal, onProgress });
  await fetchBytes(depsOf(scene, { transfer: server.transfer }), elsewhere);
  expect(Object.keys(server.requests[1] ?? {})).toEqual(['method', 'path', 'headers']);
  expect(server.requests[1]?.headers).toMatchObject({ 'X-Promptory-User': '1' });
});

test('what a kept project has is fetched, each time after the texts', async () => {
  const scene = await fileScene();
  for (const row of [elsewhere, another]) await scene.pull(row);
  await setKeepOffline(scene.library, projectId, true);
  const order: string[] = [];
  const transfer = async ({ path }: BlobRequest) => {
    order.push(path);
    return bytesOf(path.includes('/9/') ? 'hello' : 'world');
  };
  const afterText = async () => void order.push('text');
  expect(await round(scene, { transfer, afterText })).toEqual({ kind: 'done' });
  expect(order).toEqual([
    ...['text', '/api/resources/9/download'],
    ...['text', '/api/resources/10/download'],
  ]);
  expect(await scene.library.db.files.count()).toBe(2);
});

test('a file that the server lacks does not keep the others away, trouble of the network does', async () => {
  const scene = await fileScene();
  for (const row of [elsewhere, another]) await scene.pull(row);
  await setKeepOffline(scene.library, projectId, true);
  const gone = scripted(null);
  expect(await round(scene, { transfer: gone.transfer })).toMatchObject({ reason: 'network' });
  expect(gone.requests).toHaveLength(1);
  const lacking = scripted(problem('bytes_missing'), bytesOf('world'));
  expect(await round(scene, { transfer: lacking.transfer })).toEqual({ kind: 'done' });
  expect(lacking.requests).toHaveLength(2);
  expect(await scene.library.db.files.count()).toBe(1);
});

test('a file that cannot be fetched for a minute is named with the reason, until it is here', async () => {
  const scene = await fileScene();
  for (const row of [elsewhere, { ...another, name: 'b' }]) await scene.pull(row);
  await setKeepOffline(scene.library, projectId, true);
  const pass = async (ms: number, first: BlobAnswer) => {
    scene.clock.at += ms;
    const transfer = async ({ path }: BlobRequest) => (path.includes('/9/') ? first : bytesOf('world'));
    await round(scene, { transfer, now: () => scene.clock.at });
    return failedDownloads(scene.library);
  };
  await changeLoopState(scene.library, { ...initialLoopState, connection: 'online' });
  expect(await pass(0, answered(503))).toEqual([]);
  const named = { id: 9, name: 'a', size: 5 };
  expect(await pass(60_000, answered(503))).toEqual([{ ...named, reason: 'server' }]);
  expect(await pass(1000, null)).toEqual([{ ...named, reason: 'network' }]);
  expect(await pass(1000, bytesOf('hello'))).toEqual([]);
  expect(await scene.library.db.files.count()).toBe(2);
});

test('a file that is not to be kept any more is not named', async () => {
  const scene = await fileScene();
  await scene.pull(elsewhere);
  await setKeepOffline(scene.library, projectId, true);
  for (const ms of [0, 60_000]) {
    scene.clock.at += ms;
    await round(scene, { transfer: scripted(answered(500)).transfer, now: () => scene.clock.at });
  }
  expect(await failedDownloads(scene.library)).toHaveLength(1);
  await setKeepOffline(scene.library, projectId, false);
  expect(await failedDownloads(scene.library)).toEqual([]);
});
