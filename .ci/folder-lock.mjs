/**
 * One process at a time, by a folder that exists while somebody works.
 * 1. Making a folder is atomic, so one of many makers has it.
 * 2. The owner touches it every few seconds; untouched for `staleMs`, or with its process gone, it is nobody's.
 * 3. Taking a stale one over is a rename, so one of many takers does it, and what was taken is looked at
 *    again: had somebody else been quicker, theirs is put back.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const beatMs = 5_000;
const staleMs = 60_000;

/**
 * @template Result
 * @param {{ folder: string, onWait?: () => void, pollMs?: number }} lock
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function underLock({ folder, onWait, pollMs = 250 }, work) {
  mkdirSync(dirname(folder), { recursive: true });
  let waited = false;
  while (!take(folder)) {
    if (isStale(folder)) {
      clear(folder);
      continue;
    }
    if (!waited) onWait?.();
    waited = true;
    await pause(pollMs);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimesSync(folder, now, now);
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'owner'), JSON.stringify({ pid: process.pid, host: hostname() }));
  return true;
}

/** @param {string} folder */
export function isStale(folder) {
  let touched;
  try {
    touched = statSync(folder).mtimeMs;
  } catch {
    // Given back a moment ago: there is nothing to clear, and the next try may take it.
    return false;
  }
  if (Date.now() - touched > staleMs) return true;
  const owner = ownerOf(folder);
  return owner !== undefined && owner.host === hostname() && !isAlive(owner.pid);
}

/** @param {string} folder */
function ownerOf(folder) {
  try {
    const { pid, host } = JSON.parse(readFileSync(join(folder, 'owner'), 'utf8'));
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** @param {string} folder */
function clear(folder) {
  const taken = `${folder}.${process.pid}`;
  try {
    renameSync(folder, taken);
  } catch {
    return;
  }
  if (isStale(taken)) rmSync(taken, { recursive: true, force: true });
  else renameSync(taken, folder);
}
