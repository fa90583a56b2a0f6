import { runTests } from './test.mjs';

/** `npm run test:long`: the tests of the files named `*.long.test.*` and `*.long.spec.ts`, and the flows in other engines. */
export function run(args) {
  return runTests(args, 'long');
}
