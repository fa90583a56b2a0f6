/**
 * One browser profile whose tabs run the real loop (`start-sync.ts`) through the real client (`api-client.ts`)
 * over a slow link. Locks are shared by its tabs, as Web Locks are.
 */
import type Dexie from 'dexie';
import type { DBCore } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { NEVER, Subject } from 'rxjs';
import type { User } from '#shared/model/account/user.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import { type Library, openLibrary } from '../../../web/data/database/library.ts';
import { createApiClient } from '../../../web/platform/api-client.ts';
import { createBlobTransfer, type TransferBlob } from '../../../web/platform/blob-transfer.ts';
import { createExchange } from '../../../web/platform/exchange.ts';
import type { Exclusive } from '../../../web/platform/exclusive.ts';
import { createLink } from '../../../web/sync/link.ts';
import { oneAtATime } from '../../../web/sync/loop-scene.ts';
import { type Sync, startSync } from '../../../web/sync/start-sync.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { OldClient } from './broken-liveness.ts';
import type { SlowLink } from './slow-link.ts';
import type { VirtualTime } from './virtual-time.ts';

export type LoopingDevice = {
  name: string;
  /** The first tab's; the others have connections of their own to the same database. */
  library: Library;
  link: SlowLink;
  /** Rounds that were begun so far. */
  rounds(): number;
  /** The loops of all tabs; they run from the start on. */
  start(): void;
  syncNow: Sync['syncNow'];
  /** Delivers the server's notification of new changes. */
  poke(): void;
  stop(): void;
};

export async function loopingDevice(options: {
  name: string;
  user: User;
  time: VirtualTime;
  link: SlowLink;
  /** That of its files; without one they do not move. */
  filesLink?: SlowLink;
  random: SeededRandom;
  tabs: number;
  old: OldClient;
}): Promise<LoopingDevice> {
  const { name, time, link, random } = options;
  const indexedDb = {
    indexedDB: new IDBFactory(),
    IDBKeyRange,
    addons: [countingTransactions(time)],
  };
  const deps = { random: random.words, now: time.now, indexedDb };
  const libraries: Library[] = [];
  for (let tab = 0; tab < options.tabs; tab += 1) libraries.push(await openLibrary(options.user, deps));
  const [library] = libraries;
  if (library === undefined) throw new Error('A device has a tab.');
  const { old } = options;
  const network = old.network?.(link) ?? link;
  const client = createApiClient({
    exchange: createExchange({ ...network, stallMs: 60_000 }),
    protocolHeader,
  });
  const send = old.send?.(client, library) ?? client;

  const { filesLink } = options;
  const transfer: TransferBlob =
    filesLink === undefined
      ? async () => null
      : createBlobTransfer({ exchange: createExchange({ ...filesLink, stallMs: 60_000 }), protocolHeader });

  const locks = oneAtATime();
  let inRound = 0;
  let rounds = 0;
  const exclusive: Exclusive = (lock, task) =>
    locks(lock, async () => {
      if (!lock.startsWith('promptory-round-')) return task();
      inRound += 1;
      rounds += 1;
      try {
        return await task();
      } finally {
        inRound -= 1;
      }
    });
  // A round that does not wait for the network is at work, in the database or with its own thoughts.
  time.addBusy(() => inRound > link.travelling());
  const pokes = new Subject<void>();
  const loops: Sync[] = [];
  return {
    name,
    library,
    link,
    rounds: () => rounds,
    start() {
      for (const each of libraries) {
        loops.push(
          startSync({
            library: each,
            send,
            link: old.link?.(createLink()) ?? createLink(),
            now: time.now,
            device: name,
            exclusive,
            random: random.next,
            signals: NEVER,
            pokes: () => pokes,
            transfer,
          }),
        );
      }
    },
    syncNow: (...asked) => {
      const [loop] = loops;
      if (loop === undefined) throw new Error(`${name} was not started.`);
      return loop.syncNow(...asked);
    },
    poke: () => pokes.next(),
    stop() {
      for (const loop of loops.splice(0)) loop.stop();
      for (const { db } of libraries) db.close();
    },
  };
}

/** For Dexie's `addons`: transactions are under way until they are committed or aborted. */
function countingTransactions(time: VirtualTime): (db: Dexie) => void {
  let open = 0;
  time.addBusy(() => open > 0);
  const create = (core: DBCore): Partial<DBCore> => ({
    transaction(...args) {
      const transaction = core.transaction(...args);
      open += 1;
      const end = () => {
        open -= 1;
      };
      const target: unknown = transaction;
      if (target instanceof EventTarget || hasListeners(target)) {
        target.addEventListener('complete', end);
        target.addEventListener('abort', end);
      }
      return transaction;
    },
  });
  return (db) => void db.use({ stack: 'dbcore', name: 'counting-transactions', create });
}

type Listening = { addEventListener(type: string, listener: () => void): void };

function hasListeners(target: unknown): target is Listening {
  return typeof target === 'object' && target !== null && 'addEventListener' in target;
}
