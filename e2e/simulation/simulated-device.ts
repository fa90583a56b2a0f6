/**
 * One browser profile: real client code on an IndexedDB of its own, with tabs that can be killed at any
 * request, and a user at each tab whose editor holds texts that may be older than the database's. Rounds of
 * text and passes of files go on beside each other, each waiting for the network at its own request.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { User } from '#shared/model/user.ts';
import { PushAnswer } from '#shared/sync/wire.ts';
import { type Library, openLibrary } from '../../web/data/library.ts';
import { type FileRoundResult, fileRound } from '../../web/sync/file-round.ts';
import { type RoundResult, syncRound } from '../../web/sync/sync-round.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { NetworkAnswer, NetworkRequest, SimulatedNetwork, Waiting } from './simulated-network.ts';

export type SimulatedDevice = {
  name: string;
  user: User;
  library: Library;
  online: boolean;
  /** Milliseconds by which this device's clock is wrong. */
  skewMs: number;
  /** For each tab, the text of each prompt as its editor took it over last. */
  tabs: Map<number, string>[];
  /** Keys of mutations that got a lasting answer: only such may leave the outbox. */
  answered: Set<string>;
  lastResult: RoundResult | null;
  lastFilesResult: FileRoundResult | null;
  /** Starts a round, or a pass of the files, and returns when it waits for the network or has ended. */
  startRound(): Promise<void>;
  startFiles(): Promise<void>;
  /** After the network answered: goes on until what had asked waits again or has ended. */
  goOn(lane: Waiting['lane']): Promise<void>;
  isBusy(lane: Waiting['lane']): boolean;
  waiting(): Waiting | undefined;
  /** The process is gone in the middle of whatever it did; the disk stays. */
  kill(): Promise<void>;
};

export async function simulatedDevice(options: {
  name: string;
  user: User;
  cookie: string;
  random: SeededRandom;
  network: SimulatedNetwork;
  now: () => number;
  skewMs: number;
  tabs: number;
}): Promise<SimulatedDevice> {
  const { name, user, network } = options;
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
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
        cookie: options.cookie,
        resolve(answer) {
          if (born !== life) return;
          rememberAnswers(answer);
          lanes[lane].answered();
          resolve(answer);
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

  const device: SimulatedDevice = {
    name,
    user,
    library: await openLibrary(user, deps),
    online: true,
    skewMs: options.skewMs,
    tabs: Array.from({ length: options.tabs }, () => new Map()),
    answered: new Set(),
    lastResult: null,
    lastFilesResult: null,
    startRound: () =>
      lanes.text.start(async () => {
        const round = { library: device.library, send: sendIn('text'), now: deps.now, device: name };
        device.lastResult = await syncRound(round);
      }),
    startFiles: () =>
      lanes.files.start(async () => {
        device.lastFilesResult = await fileRound({
          library: device.library,
          transfer: sendIn('files'),
          now: deps.now,
          chunkBytes: 16,
          afterText: async () => undefined,
          onArrived: () => undefined,
          missing,
        });
      }),
    goOn: (lane) => lanes[lane].goOn(),
    isBusy: (lane) => lanes[lane].isBusy(),
    waiting: () => network.waiting.find((waiting) => waiting.device === name),
    async kill() {
      life += 1;
      lanes.text.drop();
      lanes.files.drop();
      missing.clear();
      for (let open = device.waiting(); open !== undefined; open = device.waiting()) {
        network.waiting.splice(network.waiting.indexOf(open), 1);
        network.late.push({ request: open.request, cookie: open.cookie });
      }
      device.library.db.close();
      device.library = await openLibrary(user, deps);
      for (const tab of device.tabs) tab.clear();
    },
  };
  return device;
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
