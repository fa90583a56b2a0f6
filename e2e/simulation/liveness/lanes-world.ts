/** A laptop whose network fails on one thing of one lane, for ever; everything else passes. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { User } from '#shared/model/account/user.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import { registered, testApp } from '../../../sync-server/testing/test-app.ts';
import { commit } from '../../../web/data/commit/commit.ts';
import { type Library, openLibrary } from '../../../web/data/database/library.ts';
import { addResource } from '../../../web/data/resources/resources.ts';
import { createApiClient } from '../../../web/platform/api-client.ts';
import { createBlobTransfer } from '../../../web/platform/blob-transfer.ts';
import { createExchange } from '../../../web/platform/exchange.ts';
import { blobRound } from '../../../web/sync/blob-round.ts';
import { createLink } from '../../../web/sync/link.ts';
import { createSetAside } from '../../../web/sync/set-aside.ts';
import { syncRound } from '../../../web/sync/sync-round.ts';
import { seededRandom } from '../seeded-random.ts';
import { type LoopingDevice, loopingDevice } from './looping-device.ts';
import { type CarriedRequest, type LinkFailure, slowLink } from './slow-link.ts';
import { type VirtualTime, virtualTime } from './virtual-time.ts';

const json = { [protocolHeader]: '2', 'Content-Type': 'application/json' };
const problem = { type: 'about:blank', title: '', status: 422, code: 'validation_failed' };

/** Everything that a lane may meet for ever on one thing. */
export const failures: Readonly<Record<string, () => LinkFailure>> = {
  'a 500 of the server': () => new Response('{}', { status: 500, headers: json }),
  'a 502 of a proxy': () => new Response('<html>', { status: 502 }),
  'a 413 of a proxy': () => new Response('<html>', { status: 413 }),
  'a reset connection': () => 'reset',
  'no answer': () => 'silence',
  'a refusal': () => new Response(JSON.stringify(problem), { status: 422, headers: json }),
};

export const places = { first: 0, middle: 4, last: 8 } as const;
export const things = Array.from({ length: 9 }, (_, index) => index);

export type LanesWorld = {
  time: VirtualTime;
  laptop: LoopingDevice;
  /** Another device, on a network that always passes. */
  tablet: { library: Library; sync(): Promise<void> };
  [Symbol.asyncDispose](): Promise<void>;
};

/** `failsOn`: whether a request of the laptop is about the thing that never passes. */
export async function createLanesWorld(
  failure: () => LinkFailure,
  failsOn: (request: CarriedRequest, text: string) => boolean,
): Promise<LanesWorld> {
  const time = virtualTime(Date.parse('2026-01-01T12:00:00Z'));
  const random = seededRandom(1);
  const server = testApp({ outside: { now: time.now, random: random.words } });
  const cookie = await registered(server.app, 'ada');
  const user = User.parse(await (await server.app.request('/api/user', { headers: { cookie } })).json());
  const conditions = {
    ...{ bytesPerSecond: 2_000_000, latencyMs: 20, proxy: null },
    drawCut: () => null,
    failure: async (request: CarriedRequest) =>
      failsOn(request, await textOf(request)) ? failure() : undefined,
  };
  const serve = (request: Request) => time.during(Promise.resolve(server.app.fetch(request)));
  const laptop = await loopingDevice({
    ...{ name: 'laptop', user, time, random, tabs: 1, old: {} },
    link: slowLink(time, { server: serve, cookie, conditions }),
    filesLink: slowLink(time, { server: serve, cookie, conditions }),
  });
  const library = await openLibrary(user, {
    ...{ random: random.words, now: time.now },
    indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
  });
  const sync = synced(library, (path, { signal: _signal, ...init }) =>
    Promise.resolve(server.app.request(path, { ...init, headers: { ...Object(init.headers), cookie } })),
  );
  return {
    time,
    laptop,
    tablet: { library, sync },
    async [Symbol.asyncDispose]() {
      laptop.stop();
      library.db.close();
      server[Symbol.dispose]();
      time[Symbol.dispose]();
    },
  };
}

function synced(library: Library, fetch: (path: string, init: RequestInit) => Promise<Response>) {
  const exchange = createExchange({ fetch, stallMs: 60_000 });
  const deps = { library, now: () => Date.now(), device: 'tablet', link: createLink() };
  return async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await syncRound({ ...deps, send: createApiClient({ exchange, protocolHeader }) });
      await blobRound({
        ...deps,
        transfer: createBlobTransfer({ exchange, protocolHeader }),
        chunkBytes: 100_000,
        afterText: async () => undefined,
        onArrived: () => undefined,
        missing: new Map(),
        aside: createSetAside(),
      });
    }
  };
}

async function textOf({ headers, body }: CarriedRequest): Promise<string> {
  if (headers.get('Content-Encoding') !== 'gzip') return new TextDecoder().decode(body);
  return new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

export const projectId = 5;

export async function addPrompts(library: Library): Promise<void> {
  await commit(library, 'createProject', { id: projectId, name: 'P', color: 'red' });
  for (const thing of things) {
    const row = { id: thing + 1, title: `T${thing}`, content: `thing ${thing}.`, projectId };
    await commit(library, 'createPrompt', row);
  }
}

/** Files in the order in which they are sent: small ones first. Returns their ids. */
export async function addFiles(library: Library): Promise<number[]> {
  await commit(library, 'createProject', { id: projectId, name: 'P', color: 'red' });
  const ids: number[] = [];
  for (const thing of things) {
    const name = `thing ${thing}.txt`;
    const file = new File(['x'.repeat(thing + 1)], name, { type: 'text/plain' });
    const added = await addResource(library, { projectId, file, name, description: '' });
    if (!added.ok) throw new Error(added.message);
    ids.push(added.id);
  }
  return ids;
}
