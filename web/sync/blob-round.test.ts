import { expect, test, vi } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import { changeLoopState } from '../data/queries/queries.ts';
import { resourcesOf } from '../data/resources/resources.ts';
import { cancelUpload, countUploads, noteUpload } from '../data/resources/uploads.ts';
import { fileScene, projectId, type ResourceScene } from '../data/testing/resources-scene.ts';
import type { BlobAnswer } from '../platform/blob-transfer.ts';
import { answered, at, problem, round, scripted } from './blob-round-scene.ts';

/** A file of five bytes that the server has a row of, and no bytes. */
async function withFile(): Promise<{ scene: ResourceScene; id: number }> {
  const scene = await fileScene();
  const id = await scene.add('bytes');
  await scene.confirm();
  return { scene, id };
}
const uploads = async ({ library }: ResourceScene) =>
  (await resourcesOf(library, projectId)).map(({ upload }) => upload);

test('a blob is sent piece by piece from the offset that the server names', async () => {
  const { scene } = await withFile();
  const server = scripted(at(1), at(3), at(5, true));
  const arrived = vi.fn();
  expect(await round(scene, { transfer: server.transfer, onArrived: arrived })).toEqual({ kind: 'done' });
  const sent = server.requests.map(({ method, bytes, headers }) => [
    method,
    bytes?.size,
    headers?.['Upload-Offset'],
  ]);
  expect(sent).toEqual([
    ['GET', undefined, undefined],
    ['PUT', 2, '1'],
    ['PUT', 2, '3'],
  ]);
  expect(await server.requests[1]?.bytes?.text()).toBe('yt');
  expect(server.requests[0]?.path).toMatch(/^\/api\/files\/[0-9a-f]{64}$/);
  expect(arrived).toHaveBeenCalledOnce();
  expect(await uploads(scene)).toMatchObject([{ state: 'sending', sent: 5 }]);
});

test('nothing is sent of a file that is there already', async () => {
  const { scene } = await withFile();
  const server = scripted(at(5, true));
  const arrived = vi.fn();
  await round(scene, { transfer: server.transfer, onArrived: arrived });
  expect(server.methods()).toEqual(['GET']);
  expect(arrived).toHaveBeenCalledOnce();
});

test('a blob that arrived causes one pull, whatever the feed has of it', async () => {
  const { scene } = await withFile();
  const arrived = vi.fn();
  for (const server of [scripted(at(4), at(5, true)), scripted(at(5, true)), scripted(at(5, true))]) {
    await round(scene, { transfer: server.transfer, onArrived: arrived });
  }
  expect(arrived).toHaveBeenCalledOnce();
});

test.each([
  ['was under way when a tab died', { state: 'sending', sent: 3 }],
  ['had arrived when the network failed', { state: 'waiting', sent: 5 }],
] as const)('a file that %s makes a pull worth while once it is there', async (_, record) => {
  const { scene } = await withFile();
  const [{ sha256 } = { sha256: '' }] = await scene.library.db.uploads.toArray();
  await noteUpload(scene.library, sha256, record);
  const arrived = vi.fn();
  await round(scene, { transfer: scripted(at(5, true)).transfer, onArrived: arrived });
  expect(arrived).toHaveBeenCalledOnce();
});

test('an empty last piece makes a file whole whose bytes have all come', async () => {
  const { scene } = await withFile();
  const server = scripted(at(5), at(5, true));
  expect(await round(scene, { transfer: server.transfer })).toEqual({ kind: 'done' });
  expect(server.requests.map(({ bytes }) => bytes?.size)).toEqual([undefined, 0]);
});

test.each<[string, BlobAnswer, object, object]>([
  [
    'a refusal',
    problem('file_too_large'),
    { kind: 'done' },
    { state: 'refused', reason: messages.fileTooLarge },
  ],
  ['a row that is gone', problem('not_found'), { kind: 'done' }, { state: 'waiting' }],
  ['no answer', null, { kind: 'again', afterMs: null, reason: 'network' }, { state: 'waiting' }],
  [
    'too many requests',
    answered(429, undefined, '4'),
    { kind: 'again', afterMs: 4000, reason: 'rate' },
    { state: 'waiting' },
  ],
  ['an ended session', problem('signed_out'), { kind: 'signIn' }, { state: 'waiting' }],
  ['a reset', problem('cursor_reset'), { kind: 'stopped' }, { state: 'waiting' }],
  ['a newer server', problem('update_needed'), { kind: 'stopped' }, { state: 'waiting' }],
  [
    'a place that did not move on',
    at(1),
    { kind: 'again', afterMs: null, reason: 'server' },
    { state: 'waiting' },
  ],
  ['a place that went back', at(0), { kind: 'again', afterMs: null, reason: 'server' }, { state: 'waiting' }],
])('%s in answer to a piece: what becomes of the pass and of the file', async (_, answer, result, upload) => {
  const { scene } = await withFile();
  const server = scripted(at(1), answer);
  expect(await round(scene, { transfer: server.transfer })).toEqual(result);
  expect(server.methods()).toEqual(['GET', 'PUT']);
  expect(await uploads(scene)).toMatchObject([upload]);
});

test('a pass that is broken off is not tried again', async () => {
  const { scene } = await withFile();
  const stopping = new AbortController();
  const server = scripted(at(0), async () => {
    stopping.abort();
    return null;
  });
  const stopped = await round(scene, { transfer: server.transfer, signal: stopping.signal });
  expect(stopped).toEqual({ kind: 'stopped' });
  expect(server.requests.map(({ signal }) => signal)).toEqual([stopping.signal, stopping.signal]);
  expect(await uploads(scene)).toMatchObject([{ state: 'waiting' }]);
});

test.each<[string, BlobAnswer, LoopState['connection'], number]>([
  ['trouble of the server', answered(500), 'online', 1],
  ['a place that does not move on', at(0), 'online', 1],
  ['a connection that breaks off, and texts pass', null, 'online', 1],
  ['a connection that breaks off, and texts meet trouble', null, 'failing', 1],
  ['a connection that breaks off, as it does for texts', null, 'offline', 0],
  ['a server that asks to wait', answered(429, undefined, '4'), 'online', 0],
  ['an ended session', problem('signed_out'), 'online', 0],
])('for a minute %s: what is stuck', async (_, answer, connection, stuck) => {
  const { scene } = await withFile();
  await changeLoopState(scene.library, { ...initialLoopState, connection });
  for (const pause of [0, 30_000, 30_000]) {
    scene.clock.at += pause;
    await round(scene, { transfer: scripted(at(0), answer).transfer });
  }
  expect(await countUploads(scene.library)).toEqual({ waiting: 1, refused: 0, stuck });
  await round(scene, { transfer: scripted(at(0), at(2), answered(500)).transfer });
  expect(await countUploads(scene.library)).toEqual({ waiting: 1, refused: 0, stuck: 0 });
});

test('a pass that is broken off does not count against the file', async () => {
  const { scene } = await withFile();
  await changeLoopState(scene.library, { ...initialLoopState, connection: 'online' });
  await round(scene, { transfer: async () => null, signal: AbortSignal.abort() });
  expect((await scene.library.db.uploads.toArray())[0]).not.toHaveProperty('stall');
});

test('where the server is elsewhere, it is asked where, and goes on from there', async () => {
  const { scene } = await withFile();
  const server = scripted(at(0), problem('offset_differs'), at(4), at(5, true));
  expect(await round(scene, { transfer: server.transfer })).toEqual({ kind: 'done' });
  expect(server.methods()).toEqual(['GET', 'PUT', 'GET', 'PUT']);
  expect(server.requests[3]?.headers).toMatchObject({ 'Upload-Offset': '4' });
});

test('a server that is always elsewhere is left for a while', async () => {
  const { scene } = await withFile();
  const server = scripted(problem('offset_differs'));
  expect(await round(scene, { transfer: server.transfer })).toEqual({
    kind: 'again',
    afterMs: null,
    reason: 'server',
  });
  expect(await uploads(scene)).toMatchObject([{ state: 'waiting' }]);
});

test('a file that was given up meanwhile is taken away from the server again', async () => {
  const { scene, id } = await withFile();
  const server = scripted(async () => {
    await cancelUpload(scene.library, id);
    return at(2);
  }, answered(204));
  expect(await round(scene, { transfer: server.transfer })).toEqual({ kind: 'done' });
  expect(server.methods()).toEqual(['GET', 'DELETE']);
  expect(server.requests[1]?.path).toBe(server.requests[0]?.path);
});

test('bytes that are not here any more are not sent', async () => {
  const { scene } = await withFile();
  const server = scripted(async () => {
    await scene.library.db.files.clear();
    return at(0);
  });
  expect(await round(scene, { transfer: server.transfer })).toEqual({ kind: 'done' });
  expect(server.methods()).toEqual(['GET']);
});

test('a file that is refused stops no other one, and trouble of the network stops all', async () => {
  const { scene } = await withFile();
  await scene.add('words');
  await scene.confirm();
  const refusing = scripted(problem('file_too_large'), at(5, true));
  expect(await round(scene, { transfer: refusing.transfer })).toEqual({ kind: 'done' });
  expect(refusing.methods()).toEqual(['GET', 'GET']);
  await scene.add('more!');
  await scene.confirm();
  const gone = scripted(null);
  expect(await round(scene, { transfer: gone.transfer })).toMatchObject({ reason: 'network' });
  expect(gone.methods()).toEqual(['GET']);
});
