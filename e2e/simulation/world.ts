/**
 * Several devices of two people and one server, driven by a seed: acts, rounds, faults, kills, partitions,
 * sign-outs, restored backups. One thing happens at a time and every choice comes from the seed, so that a
 * failing one can be replayed.
 */
import { limits } from '#shared/model/limits.ts';
import { type BrokenRule, tamperingFor } from './broken-rules.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { type Account, type SimulatedDevice, simulatedDevice } from './simulated-device.ts';
import { type SimulatedNetwork, simulatedNetwork } from './simulated-network.ts';
import type { OpenServer, SimulatedServer } from './simulated-server.ts';

export type Person = { account: Account; ledger: Ledger; devices: SimulatedDevice[] };

export type World = {
  seed: number;
  /** Prompts of ten versions each with which the first person begins; 0: only what every world begins with. */
  largeLibrary: number;
  random: SeededRandom;
  clock: { at: number };
  server: SimulatedServer;
  /** Puts the server's database as it was back in its place, with a history of its own from there on. */
  backup: (() => Promise<void>) | null;
  keepBackup(): Promise<void>;
  network: SimulatedNetwork;
  /** The server is of a later version, whose rows have fields that no device knows. */
  isServerNewer: boolean;
  broken: BrokenRule | null;
  people: Person[];
  counts: Record<
    | 'acts'
    | 'sentAtOnce'
    | 'patched'
    | 'reviews'
    | 'manyAtOnce'
    | 'fromBin'
    | 'updatedReferences'
    | 'steps'
    | 'poked'
    | 'kills'
    | 'powerFailures'
    | 'signOuts'
    | 'restores'
    | 'fullDisks'
    | 'outdated'
    | 'updates'
    | 'carried'
    | 'decisions',
    number
  >;
  /** Of files, on their way to the server: how many came through, and to how many something happened. */
  pieces: { delivered: number; broken: number };
  /** Hashes of files that the server lost from its disk, or knows nothing of since a backup was put back. */
  lost: Set<string>;
  /** Files that people took along from a device before they signed out there. */
  carried: { person: Person; text: string; words: ReadonlySet<string> }[];
  log: string[];
  /** Collects violations that were seen during the run. */
  found: string[];
  [Symbol.asyncDispose](): Promise<void>;
};

const marks = ['a', 'b'] as const;

/** One in so many devices has an older app. */
const olderEvery = 3;

/** One in so many worlds begins with a large library: more rows than a page of the feed, and than a push. */
const largeEvery = 83;

/** In turn some 660 and 1,980 rows, which cost 30 times as much as a usual world. */
function largeLibraryOf(seed: number): number {
  if (seed % largeEvery !== 0) return 0;
  return seed % (2 * largeEvery) === 0 ? 180 : 60;
}

export async function createWorld(
  seed: number,
  { broken, openServer }: { broken: BrokenRule | null; openServer: OpenServer },
): Promise<World> {
  const random = seededRandom(seed);
  const clock = { at: Date.parse('2026-01-01T12:00:00Z') };
  const now = () => clock.at;
  // In some worlds nearly every deletion is large, and is done in portions.
  const portion = seed % 3 === 0 ? { rows: 2, bytes: 200 } : undefined;
  const server = await openServer({ seed, random, now, portion });
  const accounts: Account[] = [];
  const tampering = broken === null ? null : tamperingFor(broken, { random, accounts });
  const isServerNewer = random.chance(0.25);
  const largeLibrary = largeLibraryOf(seed);
  const network = simulatedNetwork(server.fetch, {
    tampering,
    isNewer: isServerNewer,
    page: random.chance(0.5) || largeLibrary > 0 ? limits.changesPage : 1 + random.below(10),
  });
  const world: World = {
    seed,
    largeLibrary,
    random,
    clock,
    server,
    backup: null,
    async keepBackup() {
      const putBack = await server.backUp();
      world.backup = async () => {
        await putBack();
        world.backup = null;
      };
    },
    network,
    isServerNewer,
    broken,
    people: [],
    counts: {
      acts: 0,
      sentAtOnce: 0,
      patched: 0,
      reviews: 0,
      manyAtOnce: 0,
      fromBin: 0,
      updatedReferences: 0,
      steps: 0,
      poked: 0,
      kills: 0,
      powerFailures: 0,
      signOuts: 0,
      restores: 0,
      fullDisks: 0,
      outdated: 0,
      updates: 0,
      carried: 0,
      decisions: 0,
    },
    pieces: { delivered: 0, broken: 0 },
    lost: new Set(),
    carried: [],
    log: [],
    found: [],
    async [Symbol.asyncDispose]() {
      for (const { devices } of world.people) for (const device of devices) device.library.db.close();
      await server.close();
    },
  };
  // Two to five devices, one of them another person's.
  const owners = [...Array.from({ length: 1 + random.below(4) }, () => 'a' as const), 'b' as const];
  for (const mark of marks) {
    const account = await register(server, `person-${mark}`);
    accounts.push(account);
    const devices: SimulatedDevice[] = [];
    for (const [index] of owners.filter((owner) => owner === mark).entries()) {
      devices.push(
        await simulatedDevice({
          name: `${mark}${index}`,
          account,
          random,
          network,
          now,
          skewMs: Math.round((random.next() - 0.5) * 20 * 365 * 86_400_000),
          tabs: 1 + random.below(2),
          // The first device of a person furnishes the library and knows everything.
          isOlder: index > 0 && (seed + index) % olderEvery === 0,
          patchedFrom: seed % 2 === 0 ? 1 : Number.POSITIVE_INFINITY,
        }),
      );
    }
    world.people.push({ account, ledger: createLedger(mark), devices });
  }
  return world;
}

async function register(server: SimulatedServer, username: string): Promise<Account> {
  const request = new Request('http://127.0.0.1/api/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ displayName: username, username, password: 'correct horse' }),
  });
  const answer = await server.fetch(request, 'world');
  const cookie = (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  const { id, displayName } = await answer.json();
  return { user: { id, username, displayName }, cookie };
}
