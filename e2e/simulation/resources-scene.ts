/** Devices with files, over real HTTP semantics and in front of the real server; faults are laid over it. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { http } from 'msw';
import { expect } from 'vitest';
import { User } from '#shared/model/account/user.ts';
import type { Resource } from '#shared/model/resource.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import { registered, type TestApp, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { type Library, openLibrary } from '../../web/data/database/library.ts';
import { addResource, type ResourceItem, resourcesOf } from '../../web/data/resources/resources.ts';
import { sha256Of } from '../../web/data/resources/sha256.ts';
import { createApiClient } from '../../web/platform/api-client.ts';
import { createBlobTransfer } from '../../web/platform/blob-transfer.ts';
import { createExchange } from '../../web/platform/exchange.ts';
import { type Fault, network, origin } from '../../web/platform/network-scene.ts';
import { type BlobRoundResult, blobRound, fetchBytes } from '../../web/sync/blob-round.ts';
import { createLink } from '../../web/sync/link.ts';
import type { RoundResult } from '../../web/sync/round.ts';
import { createSetAside } from '../../web/sync/set-aside.ts';
import { syncRound } from '../../web/sync/sync-round.ts';

export const chunkBytes = 1000;
export const words = 'A file that comes in pieces. '.repeat(170);
export const projectId = 5;

export type Device = {
  library: Library;
  /** `isHurried`: a person asks for it. */
  round(isHurried?: boolean): Promise<RoundResult>;
  files(): Promise<BlobRoundResult>;
  fetch(resource: Resource, onProgress?: (received: number) => void, signal?: AbortSignal): Promise<unknown>;
  /** The browser is closed and opened again. */
  reopen(): Promise<void>;
  items(): Promise<ResourceItem[]>;
};

export type Scene = {
  server: TestApp;
  cookie: string;
  /** Bytes of bodies that reached the server. */
  received: { bytes: number; pieces: number };
  device(): Promise<Device>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function scene(variables: Record<string, string> = {}): Promise<Scene> {
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
  const exchange = createExchange({ fetch: withCookie, stallMs: 1500 });
  const send = createApiClient({ exchange, protocolHeader });
  const transfer = createBlobTransfer({ exchange, protocolHeader });
  const user = User.parse((await send({ method: 'GET', path: '/api/user' }))?.body);
  const deps = {
    random: (array: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(array),
    now: Date.now,
    indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
  };
  const missing = new Map<string, number>();
  const link = createLink();
  const device: Device = {
    library: await openLibrary(user, deps),
    round: (isHurried = false) =>
      syncRound({ library: device.library, send, now: Date.now, device: 'laptop', link, isHurried }),
    files: () =>
      blobRound({
        library: device.library,
        transfer,
        now: Date.now,
        chunkBytes,
        afterText: async () => undefined,
        onArrived: () => undefined,
        missing,
        aside: createSetAside(),
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

export async function withProject(device: Device): Promise<void> {
  await commit(device.library, 'createProject', { id: projectId, name: 'P', color: 'red' });
}

export async function added(device: Device, text = words, name = 'plan.txt'): Promise<number> {
  const type = name.endsWith('.json') ? 'application/json' : 'text/plain';
  const file = new File([text], name, { type });
  const outcome = await addResource(device.library, { projectId, file, name, description: '' });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.id;
}

/** A device with a project and a file, whose row is on the server and whose bytes are not. */
export async function rowIsThere(world: Scene): Promise<{ device: Device; id: number }> {
  const device = await world.device();
  await withProject(device);
  const id = await added(device);
  expect(await device.round()).toEqual({ kind: 'done' });
  return { device, id };
}

export async function synced(device: Device): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await device.round()).toEqual({ kind: 'done' });
    expect(await device.files()).toEqual({ kind: 'done' });
  }
}

/** Another device gets the same bytes, to the hash. */
export async function arrivesElsewhere(world: Scene, text = words): Promise<void> {
  const other = await world.device();
  expect(await other.round()).toEqual({ kind: 'done' });
  const [item] = await other.items();
  expect(item).toMatchObject({ here: false, upload: null, resource: { available: true } });
  if (item === undefined) return;
  const progress: number[] = [];
  const fetched = await other.fetch(item.resource, (received) => progress.push(received));
  expect(fetched).toMatchObject({ kind: 'bytes' });
  const [kept] = await other.library.db.files.toArray();
  const content = await new Response(kept?.bytes).arrayBuffer();
  expect(await sha256Of(content)).toBe(item.resource.sha256);
  expect(new TextDecoder().decode(content)).toBe(text);
  expect(progress.at(-1)).toBe(item.resource.fileSize);
  expect(await other.items()).toMatchObject([{ here: true }]);
}

export const blobCount = ({ server }: Scene) =>
  server.sqlite().connection.prepare('SELECT count(*) AS n FROM blobs').get();

/** Decides what happens to the next `count` pieces. */
export function onPieces(count: number, fault: Fault): void {
  let left = count;
  network.use(
    http.put(`${origin}/api/files/*`, ({ request }) => {
      if (left === 0) return undefined;
      left -= 1;
      return fault(request);
    }),
  );
}
