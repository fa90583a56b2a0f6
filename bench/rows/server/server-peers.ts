/** Pushes 10,000 texts of 1 KB to the real server and to two others that synchronise, each with its own client. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { spawnServer } from '../../../sync-server/testing/spawned-server.ts';
import { temporaryFolder } from '../../../sync-server/testing/temporary-folder.ts';
import { words } from '../../figures.ts';
import { installPeers } from '../../install-peers.ts';
import type { Row, RowGroup } from '../../row.ts';

const together = 500;

/** Milliseconds of one run; `storeMs` where the server acknowledges before it stores. */
const Took = z.object({ pushMs: z.number(), pullMs: z.number(), storeMs: z.number().default(0) });
type Took = z.infer<typeof Took>;

export const serverPeers: RowGroup = { name: 'server-peers', measure };

async function measure({ quick }: { quick: boolean }): Promise<Row[]> {
  const peers = installPeers();
  const count = quick ? 2_000 : 10_000;
  const runs = quick ? 1 : 5;
  const [ours, actual, hocuspocus]: [Took[], Took[], Took[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await pushAndPull(count));
    actual.push(await runActual(peers, count));
    hocuspocus.push(await runHocuspocus(peers, count));
  }
  const title = (what: string) => `${what} of ${count.toLocaleString('en')} × 1 KB`;
  const rates = (all: readonly Took[], ms: (took: Took) => number) =>
    all.map((took) => (count * 1000) / ms(took));
  const row = (what: string, reference: Row['reference'], limit: number | null): Row => ({
    title: title(what),
    unit: 'docs/s',
    ours: rates(ours, what.startsWith('pull') ? ({ pullMs }) => pullMs : ({ pushMs }) => pushMs),
    ...(reference === undefined ? {} : { reference }),
    bar: limit === null ? null : { at: 'p50', of: 'ratio', limit, better: 'higher' },
  });
  const pushed = ({ pushMs, storeMs }: Took) => pushMs + storeMs;
  const pulled = ({ pullMs }: Took) => pullMs;
  return [
    row('push', { name: 'Actual', values: rates(actual, pushed) }, 1.5),
    row('push', { name: 'Hocuspocus, stored', values: rates(hocuspocus, pushed) }, null),
    row('pull, uncompressed,', { name: 'Actual', values: rates(actual, pulled) }, 1.2),
    row('pull, uncompressed,', { name: 'Hocuspocus', values: rates(hocuspocus, pulled) }, null),
  ];
}

async function pushAndPull(count: number): Promise<Took> {
  using folder = temporaryFolder();
  using server = spawnServer({ DATA_DIR: folder.path });
  const origin = await server.ready;
  // The peers send what they have as it is: compressed pages would compare a compression with none.
  const headers: Record<string, string> = {
    Origin: origin,
    'Content-Type': 'application/json',
    'Accept-Encoding': 'identity',
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${origin}${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer;
  };
  const account = { displayName: 'Bench', username: 'bench', password: 'long enough' };
  headers.Cookie =
    (await call('POST', '/api/register', account)).headers.get('Set-Cookie')?.split(';')[0] ?? '';
  await call('POST', '/api/projects', { id: 1, name: 'Bench' });
  const mutations = Array.from({ length: count }, (_, index) => {
    const body = { id: index + 1, title: `Prompt ${index + 1}`, content: words(1024, index), projectId: 1 };
    return { key: `bench:${index + 1}`, method: 'POST', path: '/api/prompts', body };
  });
  const pushing = performance.now();
  for (let at = 0; at < count; at += together) {
    await call('POST', '/api/sync/push', { mutations: mutations.slice(at, at + together), brief: true });
  }
  const pushMs = performance.now() - pushing;
  const pulling = performance.now();
  let pulled = 0;
  for (let since = '', more = true; more; ) {
    const page = await (await call('GET', `/api/sync/changes?limit=${together}${since}`)).json();
    since = `&since=${page.cursor}`;
    pulled += page.changes.length;
    more = page.more;
  }
  if (pulled < count) throw new Error(`Pulled ${pulled} of ${count}.`);
  return { pushMs, pullMs: performance.now() - pulling, storeMs: 0 };
}

async function runActual(peers: string, count: number): Promise<Took> {
  using folder = temporaryFolder();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const file = join(peers, 'node_modules/@actual-app/sync-server/build/bin/actual-server.js');
  mkdirSync(folder.path, { recursive: true });
  const child = spawn(process.execPath, [file], {
    cwd: folder.path,
    env: {
      PATH: process.env.PATH,
      ACTUAL_PORT: String(port),
      ACTUAL_HOSTNAME: '127.0.0.1',
      ACTUAL_DATA_DIR: folder.path,
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  try {
    await answers(`${origin}/health`);
    return await runClient(peers, ['actual-client.mjs', origin, String(count)]);
  } finally {
    child.kill('SIGKILL');
  }
}

async function runHocuspocus(peers: string, count: number): Promise<Took> {
  using folder = temporaryFolder();
  const port = await freePort();
  const database = join(folder.path, 'hocuspocus.db');
  const child = spawn(process.execPath, ['hocuspocus-server.mjs', String(port), database], {
    cwd: peers,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  try {
    await answers(`http://127.0.0.1:${port}/`);
    return await runClient(peers, ['hocuspocus-client.mjs', `ws://127.0.0.1:${port}`, String(count)]);
  } finally {
    child.kill('SIGKILL');
  }
}

async function runClient(peers: string, args: readonly string[]): Promise<Took> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args], { cwd: peers, timeout: 120_000 });
  return Took.parse(JSON.parse(stdout));
}

/** Resolves once something answers at the address; rejects after half a minute. */
async function answers(address: string): Promise<void> {
  const until = performance.now() + 30_000;
  while (performance.now() < until) {
    const answer = await fetch(address).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing answers at ${address}.`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}
