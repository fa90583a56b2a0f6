/**
 * Files between devices, over real HTTP semantics and in front of the real server: what is cut, lost, repeated
 * or refused on the way costs no byte, and what arrived is not sent again.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Resource } from '#shared/model/resource.ts';
import { User } from '#shared/model/user.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import { registered, type TestApp, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit.ts';
import { sha256Of } from '../../web/data/file-bytes.ts';
import { fileStorage, setKeepOffline } from '../../web/data/file-storage.ts';
import { addFile, type ResourceItem, resourcesOf } from '../../web/data/files.ts';
import { type Library, openLibrary } from '../../web/data/library.ts';
import { cancelUpload, retryUpload } from '../../web/data/uploads.ts';
import { createApiClient } from '../../web/platform/api-client.ts';
import { createFileTransfer } from '../../web/platform/file-transfer.ts';
import { type FileRoundResult, fetchBytes, fileRound } from '../../web/sync/file-round.ts';
import { type RoundResult, syncRound } from '../../web/sync/sync-round.ts';

const origin = 'http://127.0.0.1:8787';
const network = setupServer();
const chunkBytes = 1000;
const words = 'A file that comes in pieces. '.repeat(170);
const projectId = 5;

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

type Device = {
  library: Library;
  round(): Promise<RoundResult>;
  files(): Promise<FileRoundResult>;
  fetch(resource: Resource, onProgress?: (received: number) => void, signal?: AbortSignal): Promise<unknown>;
  /** The browser is closed and opened again. */
  reopen(): Promise<void>;
  items(): Promise<ResourceItem[]>;
};

type Scene = {
  server: TestApp;
  cookie: string;
  /** Bytes of bodies that reached the server. */
  received: { bytes: number; pieces: number };
  device(): Promise<Device>;
  [Symbol.asyncDispose](): Promise<void>;
};

async function scene(variables: Record<string, string> = {}): Promise<Scene> {
  const server = testApp({ variables });
  const cookie = await registered(server.app, 'ada');
  const opened: Device[] = [];
  const received = { bytes: 0, pieces: 0 };
  network.use(
    http.put(`${origin}/api/files/*`, async ({ request }) => {
      received.bytes += (await request.clone().arrayBuffer()).byteLength;
      received.pieces += 1;
      return server.app.fetch(request);
    }),
    http.all(`${origin}/api/*`, ({ request }) => server.app.fetch(request)),
  );
  return {
    server,
    cookie,
    received,
    async device() {
      const device = await deviceOf(cookie);
      opened.push(device);
      return device;
    },
    async [Symbol.asyncDispose]() {
      for (const { library } of opened) library.db.close();
      server[Symbol.dispose]();
    },
  };
}

async function deviceOf(cookie: string): Promise<Device> {
  const withCookie = (path: string, init: RequestInit) => {
    // `same-origin` means something to browsers only; the cookie jar is this line.
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie, origin };
    return fetch(`${origin}${path}`, { ...init, headers });
  };
  const send = createApiClient({ fetch: withCookie, protocolHeader, timeoutMs: 4000 });
  const transfer = createFileTransfer({ fetch: withCookie, protocolHeader, stallMs: 4000 });
  const user = User.parse((await send({ method: 'GET', path: '/api/user' }))?.body);
  const deps = {
    random: (array: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(array),
    now: Date.now,
    indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
  };
  const missing = new Map<string, number>();
  const device: Device = {
    library: await openLibrary(user, deps),
    round: () => syncRound({ library: device.library, send, now: Date.now, device: 'laptop' }),
    files: () =>
      fileRound({
        library: device.library,
        transfer,
        now: Date.now,
        chunkBytes,
        afterText: async () => undefined,
        onArrived: () => undefined,
        missing,
      }),
    fetch: (resource, onProgress, signal) =>
      fetchBytes(
        { library: device.library, transfer, now: Date.now, ...(signal === undefined ? {} : { signal }) },
        resource,
        onProgress,
      ),
    async reopen() {
      device.library.db.close();
      device.library = await openLibrary(user, deps);
    },
    items: () => resourcesOf(device.library, projectId),
  };
  return device;
}

async function withProject(device: Device): Promise<void> {
  await commit(device.library, 'createProject', { id: projectId, name: 'P', color: 'red' });
}

async function added(device: Device, text = words, name = 'plan.txt'): Promise<number> {
  const type = name.endsWith('.json') ? 'application/json' : 'text/plain';
  const file = new File([text], name, { type });
  const outcome = await addFile(device.library, { projectId, file, name, description: '' });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.id;
}

/** A device with a project and a file, whose row is on the server and whose bytes are not. */
async function rowIsThere(world: Scene): Promise<{ device: Device; id: number }> {
  const device = await world.device();
  await withProject(device);
  const id = await added(device);
  expect(await device.round()).toEqual({ kind: 'done' });
  return { device, id };
}

async function synced(device: Device): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await device.round()).toEqual({ kind: 'done' });
    expect(await device.files()).toEqual({ kind: 'done' });
  }
}

/** Another device gets the same bytes, to the hash. */
async function arrivesElsewhere(world: Scene, text = words): Promise<void> {
  const other = await world.device();
  expect(await other.round()).toEqual({ kind: 'done' });
  const [item] = await other.items();
  expect(item).toMatchObject({ here: false, upload: null, resource: { available: true } });
  if (item === undefined) return;
  const progress: number[] = [];
  const fetched = await other.fetch(item.resource, (received) => progress.push(received));
  expect(fetched).toMatchObject({ kind: 'bytes' });
  const [kept] = await other.library.db.files.toArray();
  const content = await kept?.bytes.arrayBuffer();
  expect(content && (await sha256Of(content))).toBe(item.resource.sha256);
  expect(await kept?.bytes.text()).toBe(text);
  expect(progress.at(-1)).toBe(item.resource.fileSize);
  expect(await other.items()).toMatchObject([{ here: true }]);
}

const blobCount = ({ server }: Scene) =>
  server.outside.database.connection.prepare('SELECT count(*) AS n FROM blobs').get();

/** What happens to the next `count` pieces. */
function onPieces(count: number, fault: (request: Request) => Response | Promise<Response>): void {
  let left = count;
  network.use(
    http.put(`${origin}/api/files/*`, ({ request }) => {
      if (left === 0) return undefined;
      left -= 1;
      return fault(request);
    }),
  );
}

test('a file added offline is on another device after a restart and the network', async () => {
  await using world = await scene();
  const device = await world.device();
  network.use(http.all(`${origin}/api/*`, () => HttpResponse.error()));
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
        return HttpResponse.error();
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
    http.put(`${origin}/api/files/*`, () => {
      gone += 1;
      return gone > 2 ? HttpResponse.error() : undefined;
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
    return HttpResponse.error();
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
  expect(await fileStorage(device.library)).toMatchObject({ waitingBytes: words.length });
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
  onPieces(1, () => HttpResponse.json({}, { status: 401, headers: { [protocolHeader]: '1' } }));
  expect(await device.files()).toEqual({ kind: 'signIn' });
  expect(await device.items()).toMatchObject([{ upload: { state: 'waiting' } }]);
  await synced(device);
  await arrivesElsewhere(world);
});

test.each<[string, () => Response | Promise<Response>]>([
  ['the page of a captive portal', () => HttpResponse.html('<h1>Welcome to the airport Wi-Fi</h1>')],
  ['a 413 of a proxy', () => HttpResponse.text('Too large', { status: 413 })],
  ['a 507 of a proxy', () => HttpResponse.text('No room', { status: 507 })],
  ['silence', () => new Promise<Response>(() => {})],
  ['an answer that says nothing', () => HttpResponse.json({}, { headers: { [protocolHeader]: '1' } })],
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
  const standing = () =>
    HttpResponse.json(
      { offset: 0, size: words.length, complete: false },
      { headers: { [protocolHeader]: '1' } },
    );
  onPieces(100, standing);
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
  expect(await device.library.db.files.count()).toBe(0);
  expect(await device.library.db.uploads.count()).toBe(0);
  expect(blobCount(world)).toEqual({ n: 0 });
  expect(world.received.pieces).toBe(0);
  const other = await world.device();
  await other.round();
  expect(await other.items()).toEqual([]);
});

test('the files of a project that is kept offline come by themselves, and what is broken off comes again', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  await synced(device);
  const other = await world.device();
  await other.round();
  await other.files();
  expect(await other.items()).toMatchObject([{ here: false }]);
  await setKeepOffline(other.library, projectId, true);
  network.use(http.get(`${origin}/api/resources/*/download`, () => HttpResponse.error(), { once: true }));
  expect(await other.files()).toMatchObject({ kind: 'again' });
  expect(await other.files()).toEqual({ kind: 'done' });
  expect(await other.items()).toMatchObject([{ here: true }]);
});

test('a file that is JSON, or is empty, comes as it is', async () => {
  await using world = await scene();
  const device = await world.device();
  await withProject(device);
  await added(device, '{ "seq" :  1 }', 'answer.json');
  await added(device, '', 'nothing.txt');
  await synced(device);
  const other = await world.device();
  await other.round();
  for (const { resource } of await other.items()) {
    expect(await other.fetch(resource)).toMatchObject({ kind: 'bytes' });
  }
  const texts = (await other.library.db.files.toArray()).map(({ bytes }) => bytes.text());
  expect((await Promise.all(texts)).sort()).toEqual(['', '{ "seq" :  1 }']);
});

test('fetching can be broken off in the middle, and nothing of it is kept', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  await synced(device);
  const other = await world.device();
  await other.round();
  const [item] = await other.items();
  if (item === undefined) throw new Error('The row is there.');
  const endless = new ReadableStream({
    start: (pieces) => pieces.enqueue(new TextEncoder().encode('A file')),
  });
  const headers = { [protocolHeader]: '1', 'Content-Disposition': 'attachment' };
  network.use(
    http.get(`${origin}/api/resources/*/download`, () => new HttpResponse(endless, { headers }), {
      once: true,
    }),
  );
  const stop = new AbortController();
  const fetched = other.fetch(item.resource, () => stop.abort(), stop.signal);
  expect(await fetched).toMatchObject({ kind: 'again', reason: 'network' });
  expect(await other.library.db.files.count()).toBe(0);
});

test('what comes in place of a file is not kept', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  await synced(device);
  const other = await world.device();
  await other.round();
  const [item] = await other.items();
  if (item === undefined) throw new Error('The row is there.');
  const download = `${origin}/api/resources/*/download`;
  network.use(
    http.get(download, () => HttpResponse.text('tampered', { headers: { [protocolHeader]: '1' } }), {
      once: true,
    }),
  );
  expect(await other.fetch(item.resource)).toEqual({ kind: 'missing' });
  network.use(http.get(download, () => HttpResponse.text(words), { once: true }));
  expect(await other.fetch(item.resource)).toMatchObject({ kind: 'again', reason: 'network' });
  const stop = AbortSignal.abort();
  expect(await other.fetch(item.resource, undefined, stop)).toMatchObject({ kind: 'again' });
  expect(await other.library.db.files.count()).toBe(0);
  expect(await other.fetch(item.resource)).toMatchObject({ kind: 'bytes' });
});
