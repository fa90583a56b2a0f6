import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for a test: `using folder = temporaryFolder()` removes it at the end. */
export function temporaryFolder(within = tmpdir()): { path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(within, 'promptory-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const memory = '/dev/shm';
const enoughBytes = 32 * 1024 * 1024;

/** The same in memory where the system has room there: for small worlds, whose time would go into syncing a disk. */
export function temporaryFolderInMemory(): ReturnType<typeof temporaryFolder> {
  return temporaryFolder(hasRoom() ? memory : tmpdir());
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > enoughBytes;
  } catch {
    return false;
  }
}
