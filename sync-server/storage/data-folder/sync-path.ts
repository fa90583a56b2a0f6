import { open } from 'node:fs/promises';

/** Has the system write a file or folder to the disk. */
export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
