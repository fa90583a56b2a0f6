/**
 * One account does everything that it can while another one works. A full run lasts five minutes, or HOSTILE_SECONDS,
 * and holds the server to its figures; the gate only sees that both are answered.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testRun } from '../e2e/test-run.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { jsonRequest } from './testing/test-app.ts';

const MB = 1024 * 1024;
const seconds = testRun.isFull ? Number(process.env.HOSTILE_SECONDS ?? 300) : 1;
const quota = { MAX_STORAGE_PER_USER: '20MB', MAX_TEXT_PER_USER: '100MB', MAX_ROWS_PER_USER: '20000' };
/** The database with its log and indexes, both accounts, and a temporary file of the largest form. */
const mostDisk = 20 * MB + 3 * 100 * MB + 64 * MB;

async function account(address: string, username: string): Promise<string> {
  const registration = { displayName: username, username, password: 'correct horse' };
  const answer = await fetch(
    `${address}/api/register`,
    jsonRequest('POST', registration, { Origin: address }),
  );
  expect(answer.status).toBe(201);
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
}

const residentMemory = (pid: number) =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Returns the bytes of all files in the folder; one that goes away meanwhile has none. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

test('one hostile account leaves another one its answers, and the server its memory and its disk', {
  timeout: 120_000 + seconds * 1000,
}, async () => {
  using folder = temporaryFolder();
  using server = spawnServer({
    DATA_DIR: folder.path,
    MAX_REQUESTS_PER_SECOND: '',
    NODE_OPTIONS: '--max-old-space-size=256',
    ...quota,
  });
  const address = await server.ready;
  const [hostile, other] = [await account(address, 'hostile'), await account(address, 'other')];
  const send = (method: string, path: string, body: object) =>
    fetch(`${address}${path}`, jsonRequest(method, body, { Cookie: other, Origin: address }));
  await send('POST', '/api/projects', { id: 1, name: 'P' });
  await send('POST', '/api/prompts', { id: 2, title: 'T', content: 'mine', projectId: 1 });

  const file = fileURLToPath(new URL('testing/hostile-account.ts', import.meta.url));
  const attack = spawn(process.execPath, [file, address, hostile], { stdio: ['pipe', 'ignore', 'ignore'] });
  const took: number[] = [];
  const statuses = new Set<number>();
  let [memory, disk] = [0, 0];
  const until = performance.now() + seconds * 1000;
  for (let turn = 0; turn < 5 || performance.now() < until; turn += 1) {
    const before = performance.now();
    const answer =
      turn % 2 === 0
        ? await send('PATCH', '/api/prompts/2/content', { content: `mine ${turn}` })
        : await fetch(`${address}/api/sync/changes`, { headers: { Cookie: other } });
    await answer.arrayBuffer();
    took.push(performance.now() - before);
    statuses.add(answer.status);
    memory = Math.max(memory, residentMemory(server.child.pid ?? 0));
    if (turn % 20 === 0) disk = Math.max(disk, sizeOf(folder.path));
    await setTimeout(50);
  }
  attack.kill('SIGKILL');
  expect([...statuses]).toEqual([200]);
  expect(disk).toBeLessThan(mostDisk);
  expect(sizeOf(join(folder.path, 'files'))).toBeLessThan(30 * MB);
  if (!testRun.isFull) return;
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  console.log({
    requests: took.length,
    p50: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    memory: memory / MB,
    disk: disk / MB,
  });
  expect(at(0.99)).toBeLessThan(500);
  expect(memory).toBeLessThan(512 * MB);
});
