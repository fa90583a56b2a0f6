/**
 * Finds folders that directly hold more than 25 code files: whoever looks for one reads the names of all. Tests, suites
 * and scenes stand beside their subjects and do not count. Folders that still wait have a ceiling each, which may only
 * go down (`npm run check -- folders --write` lowers it).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../places.mjs';
import { trackedFiles } from './tracked-files.mjs';

export const mostFiles = 25;

const ceilingsFile = join(root, '.ci', 'checks', 'folder-size.json');
const code = /\.tsx?$/;
const tests = /\.test\.tsx?$|-suite\.ts$|-scene\.\w+$/;

/** Complains about each folder with more code files than 25, or than its ceiling. */
export function checkFolderSize({
  folder = root,
  files = trackedFiles(folder),
  ceilings = readCeilings(),
  write = false,
} = {}) {
  const counts = countByFolder(files);
  const complaints = [...counts].flatMap(([name, count]) => {
    const most = ceilings[name] ?? mostFiles;
    return count > most ? [`${name} has ${count} code files, ${most} at most: put some in a folder`] : [];
  });
  if (counts.size === 0) complaints.push('no code file was found');
  if (write) writeFileSync(ceilingsFile, `${JSON.stringify(loweredCeilings(counts, ceilings), null, 2)}\n`);
  return { saw: `${counts.size} folders`, complaints };
}

/**
 * Returns how many code files lie directly in each folder that has one.
 * @param {readonly string[]} files
 * @returns {Map<string, number>}
 */
function countByFolder(files) {
  const own = files.filter((file) => code.test(file) && !tests.test(file));
  return new Map([...Map.groupBy(own, (file) => dirname(file))].map(([name, found]) => [name, found.length]));
}

/**
 * Returns the ceilings lowered to what is there, without those of folders that need none any more; none is raised.
 * @param {Map<string, number>} counts
 * @param {Record<string, number>} ceilings
 */
export function loweredCeilings(counts, ceilings) {
  const next = Object.entries(ceilings).map(([name, most]) => [name, Math.min(most, counts.get(name) ?? 0)]);
  return Object.fromEntries(next.filter(([, most]) => most > mostFiles));
}

/** @returns {Record<string, number>} */
function readCeilings() {
  return JSON.parse(readFileSync(ceilingsFile, 'utf8'));
}
