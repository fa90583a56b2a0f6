import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isStale, underLock } from './folder-lock.mjs';

function lockFolder() {
  const parent = mkdtempSync(join(tmpdir(), 'folder-lock-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, 'one.lock');
}

function heldBy(owner) {
  const folder = lockFolder();
  mkdirSync(folder);
  writeFileSync(join(folder, 'owner'), JSON.stringify(owner));
  return folder;
}

test('of many at the same time, one works', async () => {
  const folder = lockFolder();
  let working = 0;
  let most = 0;
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await new Promise(setImmediate);
    working -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => underLock({ folder, pollMs: 1 }, work)));
  expect(most).toBe(1);
});

test('work that fails gives the lock back', async () => {
  const folder = lockFolder();
  await expect(underLock({ folder }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await underLock({ folder }, async () => 'done')).toBe('done');
});

test('the lock of a process that is gone is taken over', async () => {
  // No system gives out a number this high.
  const folder = heldBy({ pid: 2 ** 30, host: hostname() });
  expect(await underLock({ folder, pollMs: 1 }, async () => 'done')).toBe('done');
});

test('a lock is stale when its process is gone or its beat has stopped', () => {
  expect(isStale(heldBy({ pid: process.pid, host: hostname() }))).toBe(false);
  expect(isStale(heldBy({ pid: 2 ** 30, host: hostname() }))).toBe(true);
  // Of another machine on the same disk only the beat tells.
  expect(isStale(heldBy({ pid: 2 ** 30, host: 'elsewhere' }))).toBe(false);
  const silent = heldBy({ pid: process.pid, host: 'elsewhere' });
  const longAgo = new Date(Date.now() - 61_000);
  utimesSync(silent, longAgo, longAgo);
  expect(isStale(silent)).toBe(true);
});
