/**
 * Accounts for every test of a whole run, or of one length of it.
 * 1. Every test file of that length is in a report, with at least one test that passed.
 * 2. No test was left out: not skipped, not marked to be written, not passed at a second try.
 * 3. Nothing was thrown outside of the tests.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { cacheFolder } from './places.mjs';

/** Names the files into which the runners write their reports. */
export const reports = {
  vitest: join(cacheFolder, 'reports', 'vitest.json'),
  playwright: join(cacheFolder, 'reports', 'playwright.json'),
};

const notOurs = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results']);

/**
 * @param {{ folder: string, vitest: string, playwright: string, length?: import('../e2e/test-run.ts').TestLength }} reports
 * paths of the two JSON reports
 * @returns {{ tests: number, endToEnd: number, files: number, complaints: string[] }}
 */
export function accountForTests({ folder, vitest, playwright, length = 'all' }) {
  const ours = (/** @type {string} */ file) => relative(folder, file).split(sep).join('/');
  const { tests, errors } = readReport(vitest, { tests: [], errors: [] });
  const outcomes = [...tests, ...playwrightOutcomes(playwright)].map((outcome) => ({
    ...outcome,
    file: ours(outcome.file),
  }));
  const passed = new Set(outcomes.filter(({ status }) => status === 'passed').map(({ file }) => file));
  const files = testFilesOf(folder).filter(
    (file) => length === 'all' || isLong(file) === (length === 'long'),
  );
  const complaints = [
    ...outcomes
      .filter(({ status }) => status !== 'passed')
      .map(
        ({ file, title, status, message }) =>
          `${file}: "${title}" did not pass: ${status}${indented(message)}`,
      ),
    ...errors.map(({ file, message }) => `${ours(file)}: an error outside of its tests${indented(message)}`),
    ...files.filter((file) => !passed.has(file)).map((file) => `${file}: none of its tests ran and passed`),
  ];
  if (files.length === 0) complaints.push('there is no test file: nothing was run');
  const endToEnd = outcomes.filter(({ file }) => isSpec(file)).length;
  return { tests: outcomes.length - endToEnd, endToEnd, files: files.length, complaints };
}

/** A runner that broke off left no report: none of its files passed, then. */
function readReport(path, nothing) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : nothing;
}

/** @param {string} report */
function playwrightOutcomes(report) {
  const { config, suites } = readReport(report, { suites: [] });
  const statusOf = { expected: 'passed', unexpected: 'failed' };
  const outcomesOf = (suite) => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests.map(({ status, results = [] }) => ({
        file: join(config.rootDir, file),
        title,
        status: statusOf[status] ?? status,
        message: results.flatMap(messagesOf).join('\n'),
      })),
    ),
    ...(suite.suites ?? []).flatMap(outcomesOf),
  ];
  return suites.flatMap(outcomesOf);
}

/** Returns the errors of a failed test, and the texts that it attached: the devices and the server as they were then. */
function messagesOf({ errors = [], attachments = [] }) {
  const texts = attachments.filter(({ contentType, body }) => contentType === 'text/plain' && body);
  return [
    ...errors.flatMap(({ message = '' }) => firstLines(message)),
    ...texts.flatMap(({ name, body }) => [`${name}:`, ...firstLines(Buffer.from(body, 'base64').toString())]),
  ];
}

/** The beginning of what a failure says, under its line. */
function indented(message = '') {
  const lines = firstLines(stripVTControlCharacters(message), 200);
  return lines.map((line) => `\n    ${line}`).join('');
}

/** @param {string} text */
function firstLines(text, count = 60) {
  return text.split('\n').filter(Boolean).slice(0, count);
}

/** @param {string} file */
function isSpec(file) {
  return /\.(spec\.tsx?|flows\.ts)$/.test(file);
}

/** @param {string} file */
function isLong(file) {
  return /\.long\.(test|spec)\.\w+$/.test(file);
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
