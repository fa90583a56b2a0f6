/**
 * One server on SQLite, one node on a PostgreSQL of this machine, and two, side by side: what a larger set-up costs where
 * the small one would do. The nodes, the database and the sender share the machine, so two nodes show that nothing
 * is in their way and not how much they carry on machines of their own.
 */
import { join } from 'node:path';
import { moveToPostgres } from '../../sync-server/storage/moving/move-library.ts';
import { startPostgres } from '../../sync-server/testing/postgres/postgres-binaries.ts';
import { type SpawnedServer, spawnServer } from '../../sync-server/testing/spawned-server.ts';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { words } from '../figures.ts';
import { pullFeed } from '../load/pull-feed.ts';
import { sentPerSecond } from '../load/sent-per-second.ts';
import type { Row, RowGroup, Unit } from '../row.ts';
import { lastCursor, patch, pullPage, signedIn, timesUntilSeen } from '../scale/device.ts';
import { folderOfPeople } from '../scale/folder-of-people.ts';

const connections = 32;
/** Somebody who has pushed nothing yet, in each turn another one. */
const firstNewcomer = 100;

const setUps = ['SQLite', 'one node', 'two nodes'] as const;
type SetUp = (typeof setUps)[number];
/** The addresses of the servers of each. */
type Origins = Record<SetUp, string[]>;
type Values = Map<string, { unit: Unit; of: Record<SetUp, number[]> }>;
type Counts = { people: number; turns: number; pushed: number; requests: number; samples: number };

const full: Counts = { people: 1_000, turns: 5, pushed: 10_000, requests: 1_000, samples: 100 };
const small: Counts = { people: 200, turns: 1, pushed: 1_000, requests: 500, samples: 20 };

export const scale: RowGroup = {
  name: 'scale',
  async measure({ quick }) {
    const counts = quick ? small : full;
    const values: Values = new Map();
    for (const prompts of quick ? [10] : [10, 100]) {
      const size = `${counts.people.toLocaleString('en')} people, ${(counts.people * prompts).toLocaleString('en')} prompts`;
      await withSetUps({ people: counts.people, prompts }, async (origins) => {
        const scene = { origins, counts, signIn: createSignIn() };
        for (let turn = 0; turn < counts.turns; turn += 1) {
          if (prompts === 10) await measureOnePerson(values, { ...scene, turn });
          await measurePeople(values, { ...scene, size });
        }
        await measureTimes(values, { ...scene, size });
      });
    }
    return rowsOf(values);
  },
};

async function withSetUps(
  size: { people: number; prompts: number },
  work: (origins: Origins) => Promise<void>,
): Promise<void> {
  using folder = temporaryFolder();
  const dataFolder = join(folder.path, 'data');
  await folderOfPeople(dataFolder, size);
  const postgres = await startPostgres({ isDurable: true });
  const servers: SpawnedServer[] = [];
  const started = async (variables: Record<string, string>) => {
    const server = spawnServer({ ...variables, LOG_LEVEL: 'error', MAX_SESSIONS_PER_USER: '1000' });
    servers.push(server);
    return server.ready;
  };
  try {
    const { url } = postgres;
    const silent = { onFile() {}, onRows() {}, onComparing() {} };
    await moveToPostgres({ dataFolder, url, now: Date.now, files: undefined }, silent);
    const sqlite = await started({ DATA_DIR: dataFolder });
    const node = (name: string) => started({ DATABASE_URL: url, DATA_DIR: join(folder.path, name) });
    const [one, two] = [await node('one'), await node('two')];
    await work({ SQLite: [sqlite], 'one node': [one], 'two nodes': [one, two] });
  } finally {
    for (const { child, ended } of servers) {
      child.kill('SIGTERM');
      await ended;
    }
    await postgres.stop();
  }
}

type Scene = { origins: Origins; counts: Counts; signIn: SignIn };
type SignIn = (origins: readonly string[], person: number) => Promise<string>;

/** A person signs in once a database, whose sessions all of its nodes have. */
function createSignIn(): SignIn {
  const cookies = new Map<string, Promise<string>>();
  return ([origin = ''], person) => {
    const key = `${origin} ${person}`;
    const cookie = cookies.get(key) ?? signedIn(origin, person);
    cookies.set(key, cookie);
    return cookie;
  };
}

/** Each turn's values are of all set-ups, one right after the other. */
async function each(
  values: Values,
  { origins, title, unit }: { origins: Origins; title: string; unit: Unit },
  measure: (origins: readonly string[]) => Promise<number[]>,
): Promise<void> {
  const row = values.get(title) ?? { unit, of: { SQLite: [], 'one node': [], 'two nodes': [] } };
  values.set(title, row);
  for (const setUp of setUps) row.of[setUp].push(...(await measure(origins[setUp])));
}

async function measureOnePerson(values: Values, { origins, counts, signIn, turn }: Scene & { turn: number }) {
  let newcomer = firstNewcomer + turn * setUps.length;
  const cookies = new Map<readonly string[], string>();
  const pushed = counts.pushed.toLocaleString('en');
  const push = { title: `push of ${pushed} prompts of 1 KB, 500 at a time`, unit: 'docs/s' as const };
  await each(values, { origins, ...push }, async (at) => {
    newcomer += 1;
    const [origin = ''] = at;
    const cookie = await signIn(at, newcomer);
    cookies.set(at, cookie);
    const sent = { kind: 'push', path: '/api/sync/push', count: counts.pushed, connections: 1 } as const;
    return [await sentPerSecond({ origin, cookies: [cookie], firstId: 1_000, ...sent })];
  });
  // By the last node: where there are two it is not the one that was written to.
  await each(values, { origins, title: 'the same pulled, with br', unit: 'docs/s' }, async (at) => {
    const { seconds } = await pullFeed(at.at(-1) ?? '', cookies.get(at) ?? '', 'br');
    return [counts.pushed / seconds];
  });
}

async function measurePeople(values: Values, { origins, counts, signIn, size }: Scene & { size: string }) {
  const title = `durable changes of 1 KB over ${connections} connections of ${connections} people (${size})`;
  await each(values, { origins, title, unit: 'requests/s' }, async (at) => {
    const people = Array.from({ length: connections }, (_, index) => index + 1);
    const cookies = await Promise.all(people.map((person) => signIn(at, person)));
    const share = counts.requests / at.length;
    const started = at.map((origin, index) =>
      sentPerSecond({
        ...{ origin, kind: 'patch', path: '/api/prompts/1/content', count: share },
        connections: connections / at.length,
        cookies: cookies.filter((_, person) => person % at.length === index),
      }),
    );
    // As long as the slower half takes.
    return [Math.min(...(await Promise.all(started))) * at.length];
  });
}

async function measureTimes(values: Values, { origins, counts, signIn, size }: Scene & { size: string }) {
  const samples = Array.from({ length: counts.samples });
  const timed = async (work: (index: number) => Promise<unknown>) => {
    const took: number[] = [];
    for (const index of samples.keys()) {
      const started = performance.now();
      await work(index);
      took.push(performance.now() - started);
    }
    return took;
  };
  const person = 40;
  await each(values, { origins, title: `one durable change (${size})`, unit: 'ms' }, async (at) => {
    const [origin = ''] = at;
    const cookie = await signIn(at, person);
    return timed((index) => patch(origin, cookie, words(1024, index)));
  });
  await each(values, { origins, title: `a poll without changes (${size})`, unit: 'ms' }, async (at) => {
    const [origin = ''] = at;
    const cookie = await signIn(at, person);
    const cursor = await lastCursor(origin, cookie);
    return timed(() => pullPage(origin, cookie, cursor));
  });
  const seen = `a change until another device has pulled it (${size})`;
  await each(values, { origins, title: seen, unit: 'ms' }, async (at) =>
    timesUntilSeen(at, await signIn(at, person), counts.samples),
  );
}

/** PostgreSQL beside SQLite, and two nodes beside one. */
function rowsOf(values: Values): Row[] {
  return [...values].flatMap(([title, { unit, of }]) =>
    [
      { title: `${title}: one node`, ours: of['one node'], reference: { name: 'SQLite', values: of.SQLite } },
      {
        title: `${title}: two nodes`,
        ours: of['two nodes'],
        reference: { name: 'one node', values: of['one node'] },
      },
    ].map((row) => ({ ...row, unit, bar: null })),
  );
}
