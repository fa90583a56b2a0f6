import { join, relative } from 'node:path';
import { modulesFolder, root } from '../places.mjs';
import { captured } from './captured.mjs';

const knip = join(modulesFolder, 'knip', 'bin', 'knip.js');
const reporter = join(root, '.ci', 'checks', 'unused-report.mjs');
const config = join(root, 'knip.mjs');

/** A run that reads nothing finds nothing: below this, the configuration is wrong, not the project in order. */
const fewestFiles = 500;

const meanings = {
  files: 'is imported by nothing',
  dependencies: 'is a dependency that nothing imports',
  devDependencies: 'is a development dependency that nothing uses',
  unlisted: 'is imported but not in package.json',
  unresolved: 'is imported but does not exist',
  binaries: 'is called but comes with no dependency',
  exports: 'is exported but imported by nothing',
  types: 'is an exported type that nothing uses',
  duplicates: 'is exported twice',
};

/** Finds files, exports and dependencies that nothing uses, or that only tests use (`knip.mjs`). */
export async function checkUnused({ folder = root, fewest = fewestFiles } = {}) {
  const [everything, product] = await Promise.all([askKnip(folder), askKnip(folder, '--production')]);
  const complaints = complaintsOf(everything, folder);
  for (const each of complaintsOf(product, folder)) {
    if (!complaints.includes(each)) complaints.push(`${each}: nothing of the product, only tests`);
  }
  // A pattern that matches nothing any more would hide what it was written for.
  if (folder === root) {
    for (const hint of new Set([...everything.hints, ...product.hints])) complaints.push(`knip.mjs: ${hint}`);
  }
  if (everything.files < fewest) {
    complaints.push(`only ${everything.files} files were read, fewer than ${fewest}: they were not checked`);
  }
  return { saw: `${everything.files} files, ${product.files} of the product`, complaints };
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @returns {Promise<{ files: number, found: { kind: string, file: string, symbol: string }[], hints: string[] }>}
 */
async function askKnip(folder, ...args) {
  const { words } = await captured(knip, [
    ...['--directory', folder, '--config', config, '--reporter', reporter, '--no-progress', '--no-exit-code'],
    ...args,
  ]);
  const answer = words.split('\n').find((line) => line.startsWith('{"files"'));
  if (answer === undefined) throw new Error(`knip did not answer: ${words.trim()}`);
  return JSON.parse(answer);
}

function complaintsOf({ found }, folder) {
  return found.map(({ kind, file, symbol }) => {
    const where = relative(folder, file);
    const what = kind === 'files' ? where : `${where}: ${symbol}`;
    return `${what} ${meanings[kind] ?? kind}`;
  });
}
