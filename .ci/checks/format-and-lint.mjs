import { join } from 'node:path';
import { modulesFolder } from '../places.mjs';
import { captured } from './captured.mjs';

/** Biome over every file that git knows of. `npm run check -- --write` mends what can be mended by itself. */
export async function checkFormatAndLint({ write = false } = {}) {
  const args = ['check', '.', '--error-on-warnings', '--max-diagnostics=50', ...(write ? ['--write'] : [])];
  const { code, words } = await captured(join(modulesFolder, '@biomejs', 'biome', 'bin', 'biome'), args);
  const files = Number(/Checked (\d+) files/.exec(words)?.[1] ?? 0);
  const complaints = code === 0 ? [] : [words.trim()];
  if (files < 100) complaints.push(`only ${files} files were read`);
  return { saw: `${files} files`, complaints };
}
