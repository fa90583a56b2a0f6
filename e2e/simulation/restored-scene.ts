/** Devices of a server that an admin may put back or empty under them. */
import { join } from 'node:path';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect } from 'vitest';
import { User } from '#shared/model/account/user.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import { openDatabase } from '../../sync-server/storage/sqlite/open-database.ts';
import { type TestApp, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { adoptAccount } from '../../web/data/database/account.ts';
import { type Library, openLibrary } from '../../web/data/database/library.ts';
import { addResource, blobBytes, resourcesOf } from '../../web/data/resources/resources.ts';
import type { WhoseWords } from '../../web/data/take-over/take-over-plan.ts';
import { createApiClient } from '../../web/platform/api-client.ts';
import { createBlobTransfer } from '../../web/platform/blob-transfer.ts';
import { createExchange } from '../../web/platform/exchange.ts';
import { type BlobRoundResult, blobRound, fetchBytes } from '../../web/sync/blob-round.ts';
import { createLink } from '../../web/sync/link.ts';
import { rejoin } from '../../web/sync/rejoin.ts';
import type { RoundResult } from '../../web/sync/round.ts';
import { createSetAside } from '../../web/sync/set-aside.ts';
import { syncRound } from '../../web/sync/sync-round.ts';

export type Device = {
  library: Library;
  /** As the session does when the same person has signed in again, here with this cookie. */
  signInAgain(cookie: string): Promise<void>;
  round(allowRemovals?: boolean): Promise<RoundResult>;
  rejoin(keep: WhoseWords): Promise<RoundResult>;
  files(): Promise<BlobRoundResult>;
  /** The text of each file of project 1, fetched where it is not here. */
  texts(): Promise<(string | undefined)[]>;
  /** Decides what happens after the next pages of the feed; null: nothing. */
  onPage(happens: (() => Promise<void>) | null): void;
};

/** `server` may change under the device, as it does when an admin restores one. */
export async function deviceOf(world: { server: TestApp }, cookie: string): Promise<Device> {
  let session = cookie;
  const fetch = (path: string, init: RequestInit) =>
    Promise.resolve(
      world.server.app.request(path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), cookie: session },
      }),
    );
  const exchange = createExchange({ fetch, stallMs: 5000 });
  const send = createApiClient({ exchange, protocolHeader });
  const transfer = createBlobTransfer({ exchange, protocolHeader });
  const currentUser = async () => User.parse((await send({ method: 'GET', path: '/api/user' }))?.body);
  const user = await currentUser();
  const library = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: Date.now,
    indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
  });
  const deps = { library, send, now: Date.now, device: 'laptop', link: createLink() };
  let happens: (() => Promise<void>) | null = null;
  const sendInPages: typeof send = async (request) => {
    const answer = await send(request);
    if (request.path.startsWith('/api/sync/changes')) await happens?.();
    return answer;
  };
  return {
    library,
    async signInAgain(next) {
      session = next;
      await adoptAccount(library, (await currentUser()).id);
    },
    round: (allowRemovals = false) => syncRound({ ...deps, send: sendInPages, allowRemovals }),
    rejoin: (keep) => rejoin({ ...deps, send: sendInPages }, keep),
    onPage: (act) => {
      happens = act;
    },
    files: () =>
      blobRound({
        ...deps,
        transfer,
        chunkBytes: 4,
        afterText: async () => undefined,
        onArrived: () => undefined,
        missing: new Map(),
        aside: createSetAside(),
      }),
    async texts() {
      const texts: (string | undefined)[] = [];
      for (const { resource } of await resourcesOf(library, 1)) {
        await fetchBytes({ ...deps, transfer }, resource);
        texts.push(await (await blobBytes(library, resource.sha256))?.text());
      }
      return texts.sort();
    },
  };
}

/** Backs up the server as it is now and returns how to start the backup in its place. */
export function backedUp(server: TestApp, folder: string): () => TestApp {
  const file = join(folder, `backup-${Math.random()}.sqlite`);
  server.sqlite().connection.exec(`VACUUM INTO '${file}'`);
  return () => {
    const database = openDatabase({ file, now: () => 0 });
    return testApp({ outside: { database } });
  };
}

export async function written(device: Device, upTo: number, from = 1): Promise<void> {
  const { library } = device;
  if (from === 1) await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  for (let id = from + 1; id <= upTo + 1; id += 1) {
    await commit(library, 'createPrompt', { id, title: `T${id}`, content: `text ${id}`, projectId: 1 });
    await commit(library, 'saveVersion', {
      promptId: id,
      id: id * 1000,
      content: `text ${id}`,
      description: 'v',
    });
  }
  expect(await device.round()).toEqual({ kind: 'done' });
}

export async function withFile(device: Device, text: string): Promise<void> {
  const file = new File([text], `${text}.txt`, { type: 'text/plain' });
  const added = await addResource(device.library, { projectId: 1, file, name: text, description: '' });
  expect(added).toMatchObject({ ok: true });
}

export async function withFilesSent(device: Device): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await device.round()).toEqual({ kind: 'done' });
    expect(await device.files()).toEqual({ kind: 'done' });
  }
}
