import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the files that git tracks, and new ones that are not ignored: a file is checked before it is committed.
 * @param {string} folder
 * @returns {string[]}
 */
export function trackedFiles(folder) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const names = execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).split('\0');
  // A file that was removed is named until that is committed.
  return names.filter((name) => name !== '' && existsSync(join(folder, name)));
}
