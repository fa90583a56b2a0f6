/**
 * One browser profile: real client code on an IndexedDB of its own, with tabs that can be killed at any
 * request, and a user at each tab whose editor holds texts that may be older than the database's.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { User } from '#shared/model/user.ts';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { PushAnswer } from '#shared/sync/wire.ts';
import { type Library, openLibrary } from '../../web/data/library.ts';
import type { ApiRequest } from '../../web/platform/api-client.ts';
import { type RoundResult, syncRound } from '../../web/sync/sync-round.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedNetwork, Waiting } from './simulated-network.ts';

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
  /** Starts a round and returns when it waits for the network or has ended. */
  startRound(): Promise<void>;
  /** After the network answered: goes on until the round waits again or has ended. */
  goOn(): Promise<void>;
  isBusy(): boolean;
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
  let round: Promise<void> | null = null;
  let parked = deferred();
  /** Requests of a killed process resolve into nothing. */
  let life = 0;

  const send = (request: ApiRequest): Promise<Answer> =>
    new Promise((resolve) => {
      const born = life;
      network.waiting.push({
        device: name,
        request,
        cookie: options.cookie,
        resolve(answer) {
          if (born !== life) return;
          rememberAnswers(answer);
          parked = deferred();
          resolve(answer);
        },
      });
      parked.resolve();
    });
  const rememberAnswers = (answer: Answer) => {
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
    async startRound() {
      parked = deferred();
      const running = syncRound({ library: device.library, send, now: deps.now, device: name }).then(
        (result) => {
          device.lastResult = result;
        },
      );
      round = running;
      await device.goOn();
    },
    async goOn() {
      if (round === null) return;
      const ended = round.then(() => 'ended' as const);
      if ((await Promise.race([ended, parked.promise])) === 'ended') round = null;
    },
    isBusy: () => round !== null,
    waiting: () => network.waiting.find((waiting) => waiting.device === name),
    async kill() {
      life += 1;
      round?.catch(() => undefined);
      round = null;
      const open = device.waiting();
      if (open !== undefined) {
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

function deferred(): { promise: Promise<'parked'>; resolve(): void } {
  const { promise, resolve } = Promise.withResolvers<'parked'>();
  return { promise, resolve: () => resolve('parked') };
}
