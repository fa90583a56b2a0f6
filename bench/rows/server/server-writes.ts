/**
 * The server's writes and the overhead of any request, beside what they are made of: the same rows written by
 * better-sqlite3 alone, a bare Hono that answers what it was sent, a server that commits each request alone, and one that
 * does nothing but a group commit.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../sync-server/storage/sqlite/open-database.ts';
import { type SpawnedServer, spawnServer } from '../../../sync-server/testing/spawned-server.ts';
import { temporaryFolder } from '../../../sync-server/testing/temporary-folder.ts';
import { words } from '../../figures.ts';
import { pullFeed } from '../../load/pull-feed.ts';
import { sentPerSecond } from '../../load/sent-per-second.ts';
import type { Bar, Row, RowGroup } from '../../row.ts';

const together = 500;
const connections = 32;
const cookieOf = (answer: Response) => answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';

type Counts = { turns: number; docs: number; requests: number };
type Target = { origin: string };

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
type Values = Record<
  | 'raw'
  | 'push'
  | 'pushOfCpu'
  | 'pull'
  | 'plainBytes'
  | 'wireBytes'
  | 'patch'
  | 'naive'
  | 'grouped'
  | 'echoPatch'
  | 'get'
  | 'echoGet',
  number[]
>;

export const serverWrites: RowGroup = {
  name: 'server-writes',
  async measure({ quick }) {
    const counts = quick
      ? { turns: 1, docs: 2_000, requests: 1_000 }
      : { turns: 5, docs: 10_000, requests: 10_000 };
    using folder = temporaryFolder();
    using server = spawnServer({ DATA_DIR: folder.path });
    const echo = spawn(process.execPath, [fileOf('../../load/echo-server.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [ready]: unknown[] = await once(echo.stdout, 'data');
    const ours = { server, origin: await server.ready };
    const values = await measureTurns(ours, { origin: String(ready).trim() }, counts);
    echo.kill('SIGTERM');
    await once(echo, 'close');
    return rowsOf(values);
  },
};

async function measureTurns(
  ours: Target & { server: SpawnedServer },
  theirs: Target,
  counts: Counts,
): Promise<Values> {
  const values: Values = {
    ...{ raw: [], push: [], pushOfCpu: [], pull: [], plainBytes: [], wireBytes: [] },
    ...{ patch: [], naive: [], grouped: [], echoPatch: [], get: [], echoGet: [] },
  };
  for (let turn = 0; turn < counts.turns; turn += 1) {
    values.raw.push(writeRaw(counts.docs));
    const cookie = await newAccount(ours.origin, turn);
    const before = cpuSecondsOf(ours.server);
    const push = { kind: 'push', path: '/api/sync/push', count: counts.docs, connections: 1 } as const;
    values.push.push(await sentPerSecond({ origin: ours.origin, ...push, cookies: [cookie] }));
    values.pushOfCpu.push(counts.docs / (cpuSecondsOf(ours.server) - before));
    values.plainBytes.push((await pullFeed(ours.origin, cookie, 'identity')).bytes);
    const pulled = await pullFeed(ours.origin, cookie, 'br');
    values.wireBytes.push(pulled.bytes);
    values.pull.push(counts.docs / pulled.seconds);
    const patch = { kind: 'patch', cookies: [cookie], count: counts.requests, connections } as const;
    const get = { kind: 'get', cookies: [cookie], count: counts.requests, connections } as const;
    values.echoPatch.push(await sentPerSecond({ ...theirs, ...patch, path: '/echo' }));
    values.naive.push(await sentPerSecond({ ...theirs, ...patch, path: '/naive' }));
    values.grouped.push(await sentPerSecond({ ...theirs, ...patch, path: '/grouped' }));
    values.patch.push(
      await sentPerSecond({ origin: ours.origin, ...patch, path: '/api/prompts/:id/content' }),
    );
    values.echoGet.push(await sentPerSecond({ ...theirs, ...get, path: '/echo' }));
    values.get.push(await sentPerSecond({ origin: ours.origin, ...get, path: '/api/prompts/:id' }));
  }
  return values;
}

function rowsOf(values: Values): Row[] {
  const atLeast = (limit: number): Bar => ({ at: 'p50', of: 'ratio', limit, better: 'higher' });
  const raw = { name: 'better-sqlite3 alone', values: values.raw };
  const echo = (echoed: number[]) => ({ name: 'a bare Hono', values: echoed });
  const naive = { name: 'one commit a request', values: values.naive };
  const grouped = { name: 'group commit alone', values: values.grouped };
  return [
    docs('push of 10,000 prompts of 1 KB, 500 at a time', values.push, raw, atLeast(0.25)),
    docs('the same, by the CPU seconds of the server', values.pushOfCpu, raw, null),
    docs('the same pulled, with br', values.pull, undefined, null),
    {
      ...{ title: 'the bytes of that pull', unit: 'bytes', ours: values.wireBytes },
      reference: { name: 'without br', values: values.plainBytes },
      bar: { at: 'p50', of: 'ratio', limit: 0.35, better: 'lower' },
    },
    requests('PATCH of 1 KB over 32 connections, durable', values.patch, echo(values.echoPatch), null),
    // Where the disk takes no time for a commit, one commit a request is as quick as many together.
    requests('the same', values.patch, naive, null),
    requests('the same', values.patch, grouped, null),
    requests('such a prototype', values.grouped, naive, null),
    requests('GET of one prompt over 32 connections', values.get, echo(values.echoGet), null),
  ];
}

type Reference = NonNullable<Row['reference']>;

function docs(title: string, ours: number[], reference: Reference | undefined, bar: Bar | null): Row {
  return { title, unit: 'docs/s', ours, ...(reference === undefined ? {} : { reference }), bar };
}

function requests(title: string, ours: number[], reference: Reference, bar: Bar | null): Row {
  return { title, unit: 'requests/s', ours, reference, bar };
}

/** Writes the same rows into the same table, in transactions of 500; returns how many a second. */
function writeRaw(count: number): number {
  using folder = temporaryFolder();
  const database = openDatabase({ file: join(folder.path, 'raw.sqlite'), now: Date.now });
  const { connection } = database;
  connection.exec(
    "INSERT INTO users (id, username, username_key, display_name, password_hash, created_at) VALUES (1, 'a', 'a', 'a', '', 0)",
  );
  const insert = connection.prepare(
    `INSERT INTO prompts (user_id, id, project_id, title, content, notes, created_at, last_version, rev, seq, device, changed_at)
      VALUES (1, ?, 1, ?, ?, '', '2026-01-01T00:00:00.000Z', 0, 1, ?, '', 0)`,
  );
  const texts = Array.from({ length: count }, (_, index) => words(1024, index + 1));
  const write = connection.transaction((first: number) => {
    for (let id = first; id < first + together; id += 1) insert.run(id, `Prompt ${id}`, texts[id - 1], id);
  });
  const started = performance.now();
  for (let first = 1; first <= count; first += together) write(first);
  const seconds = (performance.now() - started) / 1000;
  database.close();
  return count / seconds;
}

async function newAccount(origin: string, turn: number): Promise<string> {
  const post = (path: string, body: unknown, cookie: string) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    });
  const account = { displayName: 'Bench', username: `bench${turn}`, password: 'long enough' };
  const cookie = cookieOf(await post('/api/register', account, ''));
  await post('/api/projects', { id: 1, name: 'Bench' }, cookie);
  return cookie;
}

/** Of all threads of the process, in steps of a hundredth. */
function cpuSecondsOf({ child }: SpawnedServer): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
