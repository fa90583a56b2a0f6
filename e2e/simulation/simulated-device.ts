/**
 * One browser profile: real client code on an IndexedDB of its own, with tabs that can be killed at any
 * request, and a user at each tab whose editor holds texts that may be older than the database's. Rounds of
 * text and passes of files go on beside each other, each waiting for the network at its own request.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { User } from '#shared/model/account/user.ts';
import { initialLoopState } from '#shared/sync/status.ts';
import { PushAnswer } from '#shared/sync/wire.ts';
import type { BulkOutcome } from '../../web/data/bulk/bulk-act.ts';
import type { renamer } from '../../web/data/commit/update-references.ts';
import { deleteLibrary, type Library, openLibrary } from '../../web/data/database/library.ts';
import type { Batch } from '../../web/data/database/started-commit.ts';
import { applyStoredChanges } from '../../web/data/feed/apply-pull.ts';
import { changeLoopState } from '../../web/data/queries/queries.ts';
import { isDeviceFull } from '../../web/data/resources/blobs.ts';
import type { WhoseWords } from '../../web/data/take-over/take-over-plan.ts';
import { type BlobRoundResult, blobRound } from '../../web/sync/blob-round.ts';
import { createFeedMemory } from '../../web/sync/feed-memory.ts';
import { createLink } from '../../web/sync/link.ts';
import { pullEarly, requestEarly } from '../../web/sync/pull-changes.ts';
import { rejoin } from '../../web/sync/rejoin.ts';
import type { RoundResult } from '../../web/sync/round.ts';
import { createSetAside } from '../../web/sync/set-aside.ts';
import { syncRound } from '../../web/sync/sync-round.ts';
import { emptyHistory, type TabHistory } from './acts/tab-history.ts';
import { type Room, storageWith } from './full-storage.ts';
import { asOlderAppReads, renameForUpdate } from './older-app.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { NetworkAnswer, NetworkRequest, SimulatedNetwork, Waiting } from './simulated-network.ts';
import { unsyncedWrites } from './unsynced-writes.ts';

export type Account = { user: User; cookie: string };

export type SimulatedDevice = {
  name: string;
  account: Account;
  library: Library;
  online: boolean;
  room: Room;
  /** True while the device takes over the server's whole feed: every pending change is queued again, under other numbers. */
  isRejoining: boolean;
  /** Its app is older than the server accepts, until it is started again. */
  isOutdated: boolean;
  /** Its app does not know a kind of rows that the server has, until it is updated. */
  isOlder: boolean;
  /** Milliseconds by which this device's clock is wrong. */
  skewMs: number;
  /** For each tab, the text of each prompt as its editor took it over last. */
  tabs: Map<number, string>[];
  /** For each tab, what its editors can undo, and the words that its person wrote or took out there. */
  histories: TabHistory[];
  /** Takes back the last act on many rows, as its notice does; null where there is none. */
  takeBack: BulkOutcome['takeBack'];
  /** The dialogs "Update references" that are open. */
  renamings: ReturnType<typeof renamer>[];
  /** Keys of mutations that got a lasting answer: only such may leave the outbox. */
  answered: Set<string>;
  lastResult: RoundResult | null;
  lastBlobResult: BlobRoundResult | ReturnType<typeof whereFull> | null;
  /** Sends what a commit of this device has stored as sent while its loop waited for it; false if none has. */
  sendStarted(): Promise<boolean>;
  /** Starts a round, or a pass of the files, and returns when it waits for the network or has ended. */
  startRound(allowRemovals?: boolean): Promise<void>;
  /** Starts a round as a poke does, with the page requested early; false if this tab has not pulled yet. */
  startPoked(): Promise<boolean>;
  /** Makes the person's decision after the server's history was replaced. */
  startRejoin(keep: WhoseWords): Promise<void>;
  startBlobs(): Promise<void>;
  /** After the network answered: goes on until what had asked waits again or has ended. */
  goOn(lane: Waiting['lane']): Promise<void>;
  isBusy(lane: Waiting['lane']): boolean;
  waiting(): Waiting | undefined;
  /** The process is gone in the middle of whatever it did; the disk stays. */
  kill(): Promise<void>;
  /** Returns how many relaxed transactions a loss of power may undo now. */
  unsynced(): number;
  /** The power fails: the process is gone, and the last relaxed transactions with it, so many. */
  losePower(transactions: number): Promise<void>;
  /** The process ends, and a newer app starts on the same disk. */
  update(): Promise<void>;
  /** The library goes from the disk; the databases that are left over all the same. */
  signOut(): Promise<string[]>;
  signIn(account: Account): Promise<void>;
};

export async function simulatedDevice(options: {
  name: string;
  account: Account;
  random: SeededRandom;
  network: SimulatedNetwork;
  now: () => number;
  skewMs: number;
  tabs: number;
  isOlder: boolean;
  /** The length from which on its texts are sent as patches. */
  patchedFrom: number;
}): Promise<SimulatedDevice> {
  const { name, network } = options;
  const room: Room = { writes: null };
  const disk = new IDBFactory();
  const unsynced = unsyncedWrites();
  const indexedDb = { indexedDB: disk, IDBKeyRange, addons: [storageWith(room), unsynced.addon] };
  const deps = { random: options.random.words, now: () => options.now() + options.skewMs, indexedDb };
  const lanes = { text: activity(), files: activity() };
  const missing = new Map<string, number>();
  /** Requests of a killed process resolve into nothing. */
  let life = 0;

  const sendIn = (lane: Waiting['lane']) => (request: NetworkRequest) =>
    new Promise<NetworkAnswer>((resolve) => {
      const born = life;
      network.waiting.push({
        device: name,
        lane,
        request,
        cookie: device.account.cookie,
        resolve(answer) {
          if (born !== life) return;
          rememberAnswers(answer);
          lanes[lane].answered();
          resolve(device.isOlder ? asOlderAppReads(answer) : answer);
        },
      });
      lanes[lane].park();
    });
  const rememberAnswers = (answer: NetworkAnswer) => {
    const parsed = PushAnswer.safeParse(answer?.body);
    if (!parsed.success) return;
    for (const { key, status } of parsed.data.results)
      if (status < 300 || status === 412) device.answered.add(key);
  };

  const inText = (run: () => Promise<RoundResult>) =>
    lanes.text.start(async () => {
      const result = await run().catch(whereFull);
      feed.drop();
      device.lastResult = result;
      const paused = result.kind === 'asks' ? result.reason : null;
      await changeLoopState(device.library, { ...initialLoopState, paused }).catch(whereFull);
    });
  const link = createLink();
  let feed = createFeedMemory();
  const roundDeps = () => ({
    ...{ library: device.library, send: sendIn('text'), now: deps.now, device: name, link, feed },
    patchedFrom: options.patchedFrom,
  });

  /** The commit that the loop waits for: every second one that begins while nothing else goes on. */
  let started: Promise<Batch | undefined> | null = null;
  let commits = 0;
  const awaitCommits = ({ onCommitStart }: Library) =>
    onCommitStart.add((commit) => {
      started = null;
      if (!device.online || lanes.text.isBusy() || device.lastResult?.kind !== 'done') return;
      commits += 1;
      if (commits % 2 === 0) started = commit.takeBatch();
    });

  /** The process is gone; what it had asked may still arrive. */
  const stop = () => {
    life += 1;
    started = null;
    device.takeBack = null;
    feed = createFeedMemory();
    lanes.text.drop();
    lanes.files.drop();
    missing.clear();
    for (let open = device.waiting(); open !== undefined; open = device.waiting()) {
      network.waiting.splice(network.waiting.indexOf(open), 1);
      network.late.push({ request: open.request, cookie: open.cookie });
    }
    device.library.db.close();
  };
  const start = async () => {
    device.library = await openLibrary(device.account.user, deps);
    awaitCommits(device.library);
    await applyStoredChanges(device.library).catch(whereFull);
    device.isOutdated = false;
    device.lastResult = null;
    for (const tab of device.tabs) tab.clear();
    device.histories = device.tabs.map(emptyHistory);
    device.renamings = [];
  };

  const device: SimulatedDevice = {
    name,
    account: options.account,
    library: await openLibrary(options.account.user, deps),
    online: true,
    room,
    isRejoining: false,
    isOutdated: false,
    isOlder: options.isOlder,
    skewMs: options.skewMs,
    tabs: Array.from({ length: options.tabs }, () => new Map()),
    histories: Array.from({ length: options.tabs }, emptyHistory),
    takeBack: null,
    renamings: [],
    answered: new Set(),
    lastResult: null,
    lastBlobResult: null,
    async sendStarted() {
      const batch = await started;
      started = null;
      if (batch == null || lanes.text.isBusy()) return false;
      const loop = device.library.loop.get();
      const start = { loop, takeOver: null, hasSendable: true, place: null, batch };
      await inText(() => syncRound({ ...roundDeps(), isHurried: true }, start));
      return true;
    },
    startRound(allowRemovals = false) {
      device.isRejoining = false;
      return inText(() => syncRound({ ...roundDeps(), allowRemovals, isHurried: true }));
    },
    async startPoked() {
      if (feed.place() === undefined) return false;
      device.isRejoining = false;
      await inText(async () => {
        requestEarly(roundDeps());
        return (await pullEarly(roundDeps())) ? { kind: 'done' } : syncRound(roundDeps());
      });
      return true;
    },
    startRejoin(keep) {
      device.isRejoining = true;
      return inText(() => rejoin(roundDeps(), keep));
    },
    startBlobs: () =>
      lanes.files.start(async () => {
        const pass = blobRound({
          library: device.library,
          transfer: sendIn('files'),
          now: deps.now,
          chunkBytes: 16,
          afterText: async () => undefined,
          onArrived: () => undefined,
          missing,
          aside: createSetAside(),
        });
        device.lastBlobResult = await pass.catch(whereFull);
      }),
    goOn: (lane) => lanes[lane].goOn(),
    isBusy: (lane) => lanes[lane].isBusy(),
    waiting: () => network.waiting.find((waiting) => waiting.device === name),
    async kill() {
      stop();
      await start();
    },
    unsynced: unsynced.count,
    async losePower(transactions) {
      stop();
      unsynced.lose(transactions);
      await start();
    },
    async update() {
      if (device.isOlder) await renameForUpdate(device.library.db);
      device.isOlder = false;
      await device.kill();
    },
    async signOut() {
      stop();
      room.writes = null;
      await deleteLibrary(device.account.user, deps);
      unsynced.forget();
      return (await disk.databases()).flatMap(({ name: left }) => (left === undefined ? [] : [left]));
    },
    async signIn(account) {
      device.account = account;
      await start();
    },
  };
  awaitCommits(device.library);
  return device;
}

/** As the loop does: what the disk did not take is tried again. */
function whereFull(error: unknown): { kind: 'again'; afterMs: null; reason: 'device' } {
  if (!isDeviceFull(error)) throw error;
  return { kind: 'again', afterMs: null, reason: 'device' };
}

/** Something that runs until it waits for the network, and goes on when the world lets it. */
function activity() {
  let running: Promise<void> | null = null;
  let parked = deferred();
  const goOn = async () => {
    if (running === null) return;
    const ended = running.then(() => 'ended' as const);
    if ((await Promise.race([ended, parked.promise])) === 'ended') running = null;
  };
  return {
    async start(run: () => Promise<void>) {
      parked = deferred();
      running = run();
      await goOn();
    },
    goOn,
    park: () => parked.resolve(),
    answered() {
      parked = deferred();
    },
    isBusy: () => running !== null,
    drop() {
      running?.catch(() => undefined);
      running = null;
    },
  };
}

function deferred(): { promise: Promise<'parked'>; resolve(): void } {
  const { promise, resolve } = Promise.withResolvers<'parked'>();
  return { promise, resolve: () => resolve('parked') };
}
