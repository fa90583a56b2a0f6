/**
 * The system fails the server's writes and syncs, or its disk is full: every answer is true, what was acknowledged is
 * there after a restart, and what was refused is done under its own key. A full run needs strace and, for the full
 * disk, root; the gate runs the same steps on a disk that does not fail.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { PushAnswer, type PushMutation } from '#shared/sync/wire.ts';
import { testRun } from '../e2e/test-run.ts';
import { programPath } from './testing/program-path.ts';
import { environmentOf, spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieAt, cookieOf, jsonRequest } from './testing/test-app.ts';

const pushes = 30;
// SQLite syncs by fsync here, and the files' bytes are synced by it too.
const calls = ['pwrite64', 'fsync'];
const errors = ['EIO', 'ENOSPC'];
/** The Nth call of its kind fails, and the two after it. */
const places = [3, 8, 14, 21, 28, 34, 47, 60];
const faults = calls.flatMap((call) =>
  errors.flatMap((error) => places.map((at) => `inject=${call}:error=${error}:when=${at}..${at + 2}`)),
);

/** The server under strace. Rejects where it ended before it was ready. */
async function failingServer(DATA_DIR: string, fault: string) {
  const traced = `trace=${calls.join()}`;
  const args = [
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    traced,
    '-e',
    fault,
    process.execPath,
    programPath('main'),
  ];
  const child = spawn('strace', args, {
    env: environmentOf({ PORT: '0', DATA_DIR, LOG_LEVEL: 'silent' }),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const [text] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [''])]);
  return {
    address: /is ready at (\S+)/.exec(String(text))?.[1],
    async kill() {
      if (child.exitCode !== null || child.pid === undefined) return;
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

const mutation = (number: number, size = 20): PushMutation => ({
  key: `c1:${number}`,
  method: 'POST',
  path: '/api/prompts',
  body: { id: number + 100, projectId: 5, title: `T${number}`, content: `${number} `.repeat(size) },
});

/** Returns the numbers that were acknowledged. An answer that does not come is a refusal, as for a device. */
async function push(address: string, Cookie: string, numbers: readonly number[], size?: number) {
  const done: number[] = [];
  for (const number of numbers) {
    const sent = jsonRequest(
      'POST',
      { mutations: [mutation(number, size)] },
      {
        Cookie: cookieAt(address, Cookie),
      },
    );
    const answer = await fetch(`${address}/api/sync/push`, sent).catch(() => undefined);
    if (answer?.status !== 200) continue;
    const { results } = PushAnswer.parse(await answer.json());
    if (results[0]?.status === 201) done.push(number);
  }
  return done;
}

async function prepared(DATA_DIR: string): Promise<string> {
  using server = spawnServer({ DATA_DIR });
  const address = await server.ready;
  const ada = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
  const Cookie = cookieOf(await fetch(`${address}/api/register`, jsonRequest('POST', ada)));
  await fetch(`${address}/api/projects`, jsonRequest('POST', { id: 5, name: 'P' }, { Cookie }));
  server.child.kill('SIGTERM');
  await server.ended;
  return Cookie;
}

function storedIn(dataFolder: string): number[] {
  const database = new Database(join(dataFolder, 'promptory.sqlite'));
  expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  const ids = database.prepare<[], number>('SELECT id - 100 FROM prompts ORDER BY id').pluck().all();
  database.close();
  return ids;
}

const numbers = Array.from({ length: pushes }, (_, index) => index + 1);

test('writes and syncs that fail lose nothing that was acknowledged, and what was refused is done later', async () => {
  let refusals = 0;
  for (const fault of testRun.isFull ? faults : [undefined]) {
    using folder = temporaryFolder();
    const DATA_DIR = join(folder.path, 'data');
    const Cookie = await prepared(DATA_DIR);
    let done: number[] = [];
    if (fault !== undefined) {
      const failing = await failingServer(DATA_DIR, fault);
      if (failing.address !== undefined) done = await push(failing.address, Cookie, numbers);
      await failing.kill();
      refusals += pushes - done.length;
      const stored = storedIn(DATA_DIR);
      expect([fault, done.filter((number) => !stored.includes(number))]).toEqual([fault, []]);
    }
    using server = spawnServer({ DATA_DIR });
    const address = await server.ready;
    expect([fault, await push(address, Cookie, numbers)]).toEqual([fault, numbers]);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(storedIn(DATA_DIR)).toEqual(numbers);
  }
  expect(refusals > 0).toBe(testRun.isFull);
}, 3_600_000);

// Only root can make such a disk.
test.each(testRun.isFull ? ['16m'] : [])(
  'on a disk of %s that fills, every answer is true, and writing goes on without a restart once there is room',
  async (size) => {
    using folder = temporaryFolder();
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
    try {
      const DATA_DIR = join(disk, 'data');
      const Cookie = await prepared(DATA_DIR);
      using server = spawnServer({ DATA_DIR, LOG_LEVEL: 'silent' });
      const address = await server.ready;
      const many = Array.from({ length: 240 }, (_, index) => index + 1);
      const done = await push(address, Cookie, many, 30_000);
      expect(done.length).toBeGreaterThan(10);
      expect(done.length).toBeLessThan(many.length);
      const health = await fetch(`${address}/healthz`);
      expect([health.status, await health.json()]).toMatchObject([503, { reason: 'disk_full' }]);
      const read = await fetch(`${address}/api/projects/5/prompts`, {
        headers: { Cookie: cookieAt(address, Cookie) },
      });
      expect(read.status).toBe(200);
      execFileSync('mount', ['-o', 'remount,size=256m', disk]);
      expect(await push(address, Cookie, many, 30_000)).toEqual(many);
      await expect.poll(async () => (await fetch(`${address}/healthz`)).status, { interval: 200 }).toBe(200);
      server.child.kill('SIGTERM');
      expect((await server.ended).code).toBe(0);
      expect(storedIn(DATA_DIR)).toEqual(many);
    } finally {
      execFileSync('umount', [disk]);
    }
  },
  3_600_000,
);
