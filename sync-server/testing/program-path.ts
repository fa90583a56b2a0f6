import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Folder = z.string().min(1).optional();

/**
 * Returns the file that starts the server or the command line tool. `npm test` builds the bundle that ships and
 * names its folder; a test file that is run alone starts the sources, which are as they are now.
 */
export function programPath(program: 'main' | 'promptory'): string {
  const bundle = Folder.parse(process.env.PROMPTORY_SERVER_BUNDLE);
  if (bundle !== undefined) return join(bundle, `${program}.js`);
  const source = program === 'main' ? '../main.ts' : '../cli/promptory.ts';
  return fileURLToPath(new URL(source, import.meta.url));
}
