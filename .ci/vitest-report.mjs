import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { reports } from './test-reports.mjs';

/**
 * A reporter for Vitest: one JSON file, also of a run that fails.
 * `tests`: { file, title, status: 'passed' | 'failed' | 'skipped' | 'pending', message } for each test.
 * `errors`: { file, message } for what was thrown outside of any test, which fails a run all of whose tests pass.
 */
export default class VitestReport {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => {
        const { state, errors } = test.result();
        return { file: module.moduleId, title: test.fullName, status: state, message: wordsOf(errors ?? []) };
      }),
    );
    const ofSuites = modules.flatMap((module) =>
      [module, ...module.children.allSuites()].map((suite) => ({
        file: module.moduleId,
        all: suite.errors(),
      })),
    );
    const errors = [
      ...ofSuites
        .filter(({ all }) => all.length > 0)
        .map(({ file, all }) => ({ file, message: wordsOf(all) })),
      ...unhandled.map((error) => ({ file: error.VITEST_TEST_PATH ?? '', message: wordsOf([error]) })),
    ];
    mkdirSync(dirname(reports.vitest), { recursive: true });
    writeFileSync(reports.vitest, JSON.stringify({ tests, errors }));
  }
}

/** @param {readonly import('vitest').SerializedError[]} errors */
function wordsOf(errors) {
  return errors.map((error) => `${error.name ?? 'Error'}: ${error.message}\n${placesOf(error)}`).join('\n');
}

/** @param {import('vitest').SerializedError} error */
function placesOf({ stack = '', stacks = [] }) {
  if (stacks.length === 0) return stack;
  return stacks.map(({ file, line, column }) => `    at ${file}:${line}:${column}`).join('\n');
}
