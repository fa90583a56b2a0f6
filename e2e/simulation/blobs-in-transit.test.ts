/**
 * Files between devices, over real HTTP semantics and in front of the real server: what is cut, lost, repeated
 * or refused on the way costs no byte, and what arrived is not sent again.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { storedBlobs } from '../../web/data/resources/blob-storage.ts';
import { cancelUpload, retryUpload } from '../../web/data/resources/uploads.ts';
import {
  type Fault,
  foreignPage,
  network,
  origin,
  ownAnswer,
  reset,
  silence,
} from '../../web/platform/network-scene.ts';
import {
  added,
  arrivesElsewhere,
  blobCount,
  chunkBytes,
  onPieces,
  rowIsThere,
  type Scene,
  scene,
  synced,
  withProject,
  words,
} from './resources-scene.ts';

test('a file added offline is on another device after a restart and the network', async () => {
  await using world = await scene();
  const device = await world.device();
  network.use(http.all(`${origin}/api/*`, ({ request }) => reset(request)));
  await withProject(device);
  await added(device);
  expect(await device.round()).toMatchObject({ kind: 'again' });
  expect(await device.files()).toEqual({ kind: 'done' });
  await device.reopen();
  expect(await device.items()).toMatchObject([{ here: true, upload: { state: 'waiting', sent: 0 } }]);
  network.resetHandlers();
  network.use(http.all(`${origin}/api/*`, ({ request }) => world.server.app.fetch(request)));
  await synced(device);
  expect(await device.items()).toMatchObject([{ here: true, upload: null, resource: { available: true } }]);
  expect(await device.library.db.uploads.count()).toBe(0);
  await arrivesElsewhere(world);
});

const pieces = Math.ceil(words.length / chunkBytes);

test.each(Array.from({ length: pieces }, (_, index) => index + 1))(
  'cut before, in the middle of and after piece %i, an upload goes on and sends nothing twice',
  async (piece) => {
    await using world = await scene();
    const { device } = await rowIsThere(world);
    const fractions = [0, 0.5, 1];
    let count = 0;
    network.use(
      http.put(`${origin}/api/files/*`, async ({ request }) => {
        count += 1;
        const fraction = count < piece ? undefined : fractions.shift();
        if (fraction === undefined) return undefined;
        await arrivesInPart(world, request, fraction);
        return reset(request);
      }),
    );
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await device.files()).toMatchObject({ kind: 'again', reason: 'network' });
      await device.reopen();
    }
    await synced(device);
    expect(world.received.bytes).toBe(words.length);
    await arrivesElsewhere(world);
  },
);

/** The connection is cut when this fraction of a piece has come through. */
async function arrivesInPart(world: Scene, request: Request, fraction: number): Promise<void> {
  const whole = new Uint8Array(await request.arrayBuffer());
  const body = whole.slice(0, Math.floor(whole.length * fraction));
  if (body.length === 0) return;
  world.received.bytes += body.length;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  await world.server.app.fetch(new Request(request.url, { method: 'PUT', headers, body }));
}

test('after a break only the rest is sent', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  onPieces(2, (request) => world.server.app.fetch(request));
  let gone = 0;
  network.use(
    http.put(`${origin}/api/files/*`, ({ request }) => {
      gone += 1;
      return gone > 2 ? reset(request) : undefined;
    }),
  );
  expect(await device.files()).toMatchObject({ kind: 'again', reason: 'network' });
  expect(await device.items()).toMatchObject([{ upload: { state: 'waiting', sent: 2 * chunkBytes } }]);
  network.resetHandlers();
  const rest = { bytes: 0 };
  network.use(
    http.put(`${origin}/api/files/*`, async ({ request }) => {
      rest.bytes += (await request.clone().arrayBuffer()).byteLength;
      return world.server.app.fetch(request);
    }),
    http.all(`${origin}/api/*`, ({ request }) => world.server.app.fetch(request)),
  );
  await synced(device);
  expect(rest.bytes).toBe(words.length - 2 * chunkBytes);
  await arrivesElsewhere(world);
});

test('answers that are lost to every piece cost no byte twice', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  onPieces(pieces, async (request) => {
    world.received.bytes += (await request.clone().arrayBuffer()).byteLength;
    await world.server.app.fetch(request);
    return reset(request);
  });
  for (let turn = 0; turn < pieces; turn += 1) expect(await device.files()).toMatchObject({ kind: 'again' });
  await synced(device);
  expect(world.received.bytes).toBe(words.length);
  await arrivesElsewhere(world);
});

test('pieces that arrive twice are taken once', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  onPieces(pieces, async (request) => {
    await world.server.app.fetch(request.clone());
    return world.server.app.fetch(request);
  });
  await synced(device);
  await arrivesElsewhere(world);
});

test('the same file twice travels once and is kept once', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  await added(device, words, 'again.txt');
  await synced(device);
  expect(world.received.bytes).toBe(words.length);
  expect(blobCount(world)).toEqual({ n: 1 });
  expect(await device.library.db.files.count()).toBe(1);
  await added(device, words, 'third.txt');
  expect(await device.items()).toMatchObject([{ upload: null }, { upload: null }, { upload: null }]);
  await synced(device);
  expect(world.received.bytes).toBe(words.length);
});

test('two devices that add the same file send it between them once', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  const other = await world.device();
  await other.round();
  await added(other, words, 'theirs.txt');
  await other.round();
  onPieces(1, async (request) => {
    // The other one comes first with this very piece.
    expect(await other.files()).toEqual({ kind: 'done' });
    return world.server.app.fetch(request);
  });
  await synced(device);
  await synced(other);
  expect(blobCount(world)).toEqual({ n: 1 });
  expect(await other.items()).toMatchObject([{ upload: null }, { upload: null }]);
});

test('bytes that the server lost are sent again by the device that has them', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  await synced(device);
  await rm(join(world.server.dataFolder, 'files'), { recursive: true, force: true });
  const other = await world.device();
  await other.round();
  const [item] = await other.items();
  if (item === undefined) throw new Error('The row is there.');
  expect(await other.fetch(item.resource)).toEqual({ kind: 'missing' });
  await other.round();
  expect(await other.items()).toMatchObject([{ here: false, upload: null, resource: { available: false } }]);
  await synced(device);
  await arrivesElsewhere(world);
});

test('a full storage is said in the words of the server, stops no other file, and can be tried again', async () => {
  await using world = await scene({ MAX_STORAGE_PER_USER: '1KB' });
  const { device, id } = await rowIsThere(world);
  const small = await added(device, 'small');
  await synced(device);
  const items = new Map((await device.items()).map((item) => [item.resource.id, item]));
  expect(items.get(small)).toMatchObject({ upload: null, resource: { available: true } });
  expect(items.get(id)?.upload).toMatchObject({ state: 'refused', reason: expect.stringMatching(/full/i) });
  expect(await storedBlobs(device.library)).toMatchObject({ waitingBytes: words.length });
  await retryUpload(device.library, id);
  await device.files();
  expect((await device.items()).find(({ resource }) => resource.id === id)).toMatchObject({
    here: true,
    upload: { state: 'refused' },
  });
});

test('an ended session keeps everything as it is', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  onPieces(1, ownAnswer('{}', { status: 401 }));
  expect(await device.files()).toEqual({ kind: 'signIn' });
  expect(await device.items()).toMatchObject([{ upload: { state: 'waiting' } }]);
  await synced(device);
  await arrivesElsewhere(world);
});

test.each<[string, Fault]>([
  ['the page of a captive portal', foreignPage()],
  ['a 413 of a proxy', foreignPage(413)],
  ['a 507 of a proxy', foreignPage(507)],
  ['silence', silence],
  ['an answer that says nothing', ownAnswer('{}')],
])('%s instead of an answer to a piece is no answer', async (_, fault) => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  onPieces(1, fault);
  expect(await device.files()).toMatchObject({ kind: 'again' });
  expect(await device.items()).toMatchObject([{ upload: { state: 'waiting' } }]);
  await synced(device);
  await arrivesElsewhere(world);
});

test('a server that says it stands still is not asked for ever', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  onPieces(100, ownAnswer(JSON.stringify({ offset: 0, size: words.length, complete: false })));
  expect(await device.files()).toMatchObject({ kind: 'again', reason: 'server' });
});

test('an upload that is given up in the middle stops, and its row goes everywhere', async () => {
  await using world = await scene();
  const { device, id } = await rowIsThere(world);
  onPieces(1, async (request) => {
    await cancelUpload(device.library, id);
    return world.server.app.fetch(request);
  });
  expect(await device.files()).toEqual({ kind: 'done' });
  expect(await device.items()).toEqual([]);
  await synced(device);
  // The bin of this device alone has the bytes: nothing sends them.
  expect(await device.library.db.files.count()).toBe(1);
  expect(await device.library.db.uploads.count()).toBe(0);
  expect(blobCount(world)).toEqual({ n: 0 });
  expect(world.received.pieces).toBe(0);
  const other = await world.device();
  await other.round();
  expect(await other.items()).toEqual([]);
});
