import { existsSync, readFileSync } from 'node:fs';

/** A report of Stryker in one line: mutants that a test noticed, of all that could have been noticed. */
export function scoreOf(/** @type {string} */ reportFile) {
  if (!existsSync(reportFile)) return 'no report: it broke off';
  const { files } = JSON.parse(readFileSync(reportFile, 'utf8'));
  const { noticed, missed } = countMutants(files);
  const total = noticed + missed;
  return `${((noticed / Math.max(1, total)) * 100).toFixed(1)} %  ${noticed} of ${total} noticed`;
}

/**
 * A mutant that makes the tests run for ever is noticed, too. Those that do not even start are none.
 * @param {Record<string, { mutants: { status: string }[] }>} files
 */
export function countMutants(files) {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...of) => statuses.filter((status) => of.includes(status)).length;
  return { noticed: count('Killed', 'Timeout'), missed: count('Survived', 'NoCoverage') };
}
