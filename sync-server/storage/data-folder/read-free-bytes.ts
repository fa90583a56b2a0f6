import { statfs } from 'node:fs/promises';
import type { FreeBytes } from '../ports/free-bytes.ts';

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
