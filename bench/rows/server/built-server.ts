/** The server's bundle as `npm start` runs it, in a process of its own with an account: for rows about its process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { inAHurry, type SpawnedServer, spawnServer } from '../../../sync-server/testing/spawned-server.ts';
import { temporaryFolder } from '../../../sync-server/testing/temporary-folder.ts';
import { words } from '../../figures.ts';

export type BuiltServer = {
  server: SpawnedServer;
  folder: string;
  /** Throws where the answer is not a success; `body` is sent as JSON. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Sends headers of its own, and takes any answer. */
  get(path: string, headers: Record<string, string>): Promise<Response>;
  memory(): Memory;
  /** CPU seconds of all its threads. */
  cpuSeconds(): number;
  close(): Promise<void>;
};

/** In megabytes; `peak` is the largest that the process ever had. */
export type Memory = { rss: number; peak: number };

export async function builtServer(variables: Record<string, string> = {}): Promise<BuiltServer> {
  const folder = temporaryFolder();
  const server = spawnServer({ DATA_DIR: folder.path, ...inAHurry, ...variables });
  const origin = await server.ready;
  const headers: Record<string, string> = { Origin: origin, 'Content-Type': 'application/json' };
  const call: BuiltServer['call'] = async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${origin}${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    server,
    folder: folder.path,
    async call(method, path, body) {
      if (headers.Cookie === undefined) {
        const account = { displayName: 'Bench', username: 'bench', password: 'long enough' };
        const signedUp = await call('POST', '/api/register', account);
        headers.Cookie = signedUp.headers.get('Set-Cookie')?.split(';')[0] ?? '';
        await call('POST', '/api/projects', { id: 1, name: 'Bench' });
      }
      return call(method, path, body);
    },
    get: (path, more) => fetch(`${origin}${path}`, { headers: { ...headers, ...more } }),
    memory: () => memoryOf(server.child.pid),
    cpuSeconds: () => cpuSecondsOf(server.child.pid),
    async close() {
      server.child.kill('SIGTERM');
      await server.ended;
      folder[Symbol.dispose]();
    },
  };
}

/** Pushes prompts 1, 2, … of project 1, 500 a request. */
export async function pushPrompts(
  { call }: Pick<BuiltServer, 'call'>,
  { count, bytes, textOf = (number) => words(bytes, number) }: PushedPrompts,
): Promise<void> {
  const together = Math.max(1, Math.min(500, Math.floor((4 * 1024 * 1024) / bytes)));
  for (let first = 0; first < count; first += together) {
    const mutations = Array.from({ length: Math.min(together, count - first) }, (_, index) => {
      const id = first + index + 1;
      const body = { id, title: `Prompt ${id}`, content: textOf(id), projectId: 1 };
      return { key: `bench:${id}`, method: 'POST', path: '/api/prompts', body };
    });
    await (await call('POST', '/api/sync/push', { mutations, brief: true })).text();
  }
}

type PushedPrompts = { count: number; bytes: number; textOf?: (number: number) => string };

/** Reads the whole feed, as a new device does. */
export async function pullAll({ call }: Pick<BuiltServer, 'call'>): Promise<void> {
  for (let since = ''; ; ) {
    const page = await (await call('GET', `/api/sync/changes?limit=500${since}`)).json();
    if (!page.more) return;
    since = `&since=${page.cursor}`;
  }
}

/** Returns the milliseconds from the start of a command until an address on its PORT answers 200; ends it. */
export async function startTime(
  command: string,
  args: readonly string[],
  { path, env }: { path: string; env: Record<string, string> },
): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(command, args, {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const took = performance.now() - started;
  child.kill('SIGTERM');
  await ended;
  return took;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Linux only. Throws where there is no such process. */
function memoryOf(pid: number | undefined): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN);
  return { rss: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 };
}

function cpuSecondsOf(pid: number | undefined): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
  const fields = afterName.split(' ');
  // User and system time, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
