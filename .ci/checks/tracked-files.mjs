import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What git knows of, and what is new and not ignored: a file is looked at before it is committed.
 * @param {string} folder
 * @returns {string[]}
 */
export function trackedFiles(folder) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const names = execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).split('\0');
  // A file that was removed is named until that is committed.
  return names.filter((name) => name !== '' && existsSync(join(folder, name)));
}
