/**
 * Two nodes of one PostgreSQL under writers, while nodes are killed, their connections to it are cut and it is started
 * again: what was acknowledged is there afterwards, once, and every device has it, by streams that came back.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testRun } from '../e2e/test-run.ts';
import { startCuttingProxy } from './testing/cutting-proxy.ts';
import { startPostgres } from './testing/postgres/postgres-binaries.ts';
import { type SpawnedServer, spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieOf, jsonRequest } from './testing/test-app.ts';
import { type Account, Device, type TrialNode, Writer } from './testing/trial-people.ts';

const { isFull, serverWriters: writers } = testRun;
/** `kills`: of each node. */
const failures = isFull ? { kills: 20, cuts: 50, restarts: 5 } : { kills: 2, cuts: 3, restarts: 1 };
const accounts = 4;
/** Acknowledged between two failures, at least. */
const work = 40;

type Node = TrialNode & { running: SpawnedServer };

function startNode(variables: Record<string, string>): Node {
  const running = spawnServer(variables);
  return { running, ready: running.ready };
}

async function signUp({ ready }: Node, name: string): Promise<Account> {
  const address = await ready;
  const registration = { displayName: name, username: name, password: 'correct horse' };
  const answer = await fetch(`${address}/api/register`, jsonRequest('POST', registration));
  const Cookie = cookieOf(answer);
  await fetch(`${address}/api/projects`, jsonRequest('POST', { id: 5, name: 'P' }, { Cookie }));
  return { name, Cookie };
}

type Failure =
  | 'kill the first'
  | 'kill the second'
  | 'cut'
  | 'cut before a commit'
  | 'cut after a commit'
  | 'restart';

/** Failures of all kinds, spread over the trial. */
function planned(): Failure[] {
  const { kills, cuts, restarts } = failures;
  const spread = (what: readonly Failure[], times: number, offset: number) =>
    Array.from({ length: times }, (_, nth) => ({
      what: what[nth % what.length],
      at: (nth + offset) / times,
    }));
  const all = [
    ...spread(['kill the first'], kills, 0.2),
    ...spread(['kill the second'], kills, 0.6),
    ...spread(['cut', 'cut before a commit', 'cut after a commit'], cuts, 0.4),
    ...spread(['restart'], restarts, 0.5),
  ];
  return all.sort((a, b) => a.at - b.at).flatMap(({ what }) => (what === undefined ? [] : [what]));
}

/** Two nodes that reach their database through a proxy. All ends with the scope. */
async function scene() {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  const postgres = await startPostgres();
  stack.defer(() => postgres.stop());
  const proxy = await startCuttingProxy(postgres.url);
  stack.defer(() => proxy.close());
  const variables = { DATABASE_URL: proxy.through(postgres.url), DATA_DIR: join(folder.path, 'files') };
  const nodes = [startNode(variables), startNode(variables)] as const;
  stack.defer(() => {
    for (const { running } of nodes) running[Symbol.dispose]();
  });

  async function kill(node: Node): Promise<void> {
    node.running.child.kill('SIGKILL');
    await node.running.ended;
    Object.assign(node, startNode(variables));
    await node.ready;
  }
  const fail: Record<Failure, () => void | Promise<void>> = {
    'kill the first': () => kill(nodes[0]),
    'kill the second': () => kill(nodes[1]),
    restart: () => postgres.restart(),
    cut() {
      proxy.cutAll();
      proxy.letIn();
    },
    'cut before a commit': () => proxy.cutAtCommit('before'),
    'cut after a commit': () => proxy.cutAtCommit('after'),
  };
  const kept = stack.move();
  return { nodes, fail, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test(`${writers} writers on two nodes lose nothing through ${JSON.stringify(failures)}`, async () => {
  await using it = await scene();
  const { nodes, fail } = it;
  const people = await Promise.all(
    Array.from({ length: accounts }, (_, at) => signUp(nodes[0], `person-${at}`)),
  );
  const devices = people.map((account) => nodes.map((_, at) => new Device(nodes, account, at)));
  const teams = people.map((account, at) =>
    Array.from(
      { length: Math.ceil(writers / accounts) },
      (_, nth) => new Writer(nodes, account, 1 + at * 100 + nth),
    ),
  );
  const count = () => teams.flat().reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const [done, quiet] = [new AbortController(), new AbortController()];
  const following = Promise.all(devices.flat().map((device) => device.follow(quiet.signal)));
  const working = Promise.all(teams.flat().map((writer) => writer.work(done.signal)));
  const waits: number[] = [];
  /** Resolves when so much has been acknowledged since; rejects with what nobody may be answered. */
  const progress = async (before: number) => {
    const from = performance.now();
    const grown = expect.poll(count, { interval: 5, timeout: 60_000 }).toBeGreaterThan(before + work);
    await Promise.race([grown, Promise.all([following, working])]);
    waits.push(performance.now() - from);
  };
  for (const failure of planned()) {
    await progress(count());
    await fail[failure]();
  }
  await progress(count());
  done.abort();
  await working;

  // Streams alone bring the last texts to devices on both nodes.
  for (const [at, account] of people.entries()) {
    const last = new Writer(nodes, account, 99 + at * 100);
    await last.work(done.signal);
    const expected = new Map([...(teams[at] ?? []), last].flatMap(({ acknowledged }) => [...acknowledged]));
    for (const device of devices[at] ?? []) {
      await expect.poll(() => device.texts.size, { interval: 20 }).toBe(expected.size);
      expect(device.texts).toEqual(expected);
      expect(device.streams).toBeGreaterThan(1);
    }
  }
  quiet.abort();
  await following;
  console.log(
    `${count()} acknowledged; the longest wait for ${work} more was ${Math.round(Math.max(...waits))} ms`,
  );
  for (const { running } of nodes) {
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  }
}, 3_600_000);
