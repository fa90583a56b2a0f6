/**
 * Finds folders that directly hold more than 25 code files: whoever looks for one reads the names of all. Tests, suites
 * and scenes stand beside their subjects and do not count.
 */
import { dirname } from 'node:path';
import { root } from '../places.mjs';
import { trackedFiles } from './tracked-files.mjs';

export const mostFiles = 25;

const code = /\.tsx?$/;
const tests = /\.test\.tsx?$|-suite\.ts$|-scene\.\w+$/;

/** Complains about each folder with more code files than 25. */
export function checkFolderSize({ folder = root, files = trackedFiles(folder) } = {}) {
  const counts = countByFolder(files);
  const complaints = [...counts].flatMap(([name, count]) =>
    count > mostFiles ? [`${name} has ${count} code files, ${mostFiles} at most: put some in a folder`] : [],
  );
  if (counts.size === 0) complaints.push('no code file was found');
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
