/**
 * What a whole run of the tests has to account for.
 * 1. Every test file of the tree is in a report, with at least one test that passed.
 * 2. No test was left out: not skipped, not marked to be written, not passed at a second try.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const notOurs = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results']);

/**
 * @param {{ folder: string, vitest: string, playwright: string }} reports paths of the two JSON reports
 * @returns {{ tests: number, endToEnd: number, files: number, complaints: string[] }}
 */
export function accountForTests({ folder, vitest, playwright }) {
  const outcomes = [...vitestOutcomes(vitest), ...playwrightOutcomes(playwright)].map((outcome) => ({
    ...outcome,
    file: relative(folder, outcome.file).split(sep).join('/'),
  }));
  const passed = new Set(outcomes.filter(({ status }) => status === 'passed').map(({ file }) => file));
  const files = testFilesOf(folder);
  const complaints = [
    ...outcomes
      .filter(({ status }) => status !== 'passed')
      .map(({ file, title, status }) => `${file}: "${title}" did not pass: ${status}`),
    ...files.filter((file) => !passed.has(file)).map((file) => `${file}: none of its tests ran and passed`),
  ];
  if (files.length === 0) complaints.push('there is no test file: nothing was run');
  const endToEnd = outcomes.filter(({ file }) => isSpec(file)).length;
  return { tests: outcomes.length - endToEnd, endToEnd, files: files.length, complaints };
}

/** @param {string} report */
function vitestOutcomes(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ file: name, title: fullName, status })),
  );
}

/** @param {string} report */
function playwrightOutcomes(report) {
  const { config, suites } = JSON.parse(readFileSync(report, 'utf8'));
  const statusOf = { expected: 'passed', unexpected: 'failed' };
  const outcomesOf = (suite) => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests.map(({ status }) => ({
        file: join(config.rootDir, file),
        title,
        status: statusOf[status] ?? status,
      })),
    ),
    ...(suite.suites ?? []).flatMap(outcomesOf),
  ];
  return suites.flatMap(outcomesOf);
}

/** @param {string} file */
function isSpec(file) {
  return /\.spec\.tsx?$/.test(file);
}

/** @param {string} folder */
function testFilesOf(folder) {
  const walk = (path) =>
    readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
      const at = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory())
        return notOurs.has(entry.name) || /^\.(git|cache)$/.test(entry.name) ? [] : walk(at);
      return /\.(test|spec)\.(tsx?|m?js)$/.test(entry.name) ? [at] : [];
    });
  return walk('');
}
