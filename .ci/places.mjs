import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
export const modulesFolder = join(root, 'node_modules');
/** Ignored by git: locks, reports, and a build that is not finished yet. */
export const cacheFolder = join(root, '.cache');
export const distFolder = join(root, 'dist');
export const serverFolder = join(root, 'dist-server');
