import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseTests } from './tasks/test.mjs';
import { accountForTests } from './test-reports.mjs';

function account({ files = ['a.test.ts', 'e2e/b.spec.ts'], unit = 'passed', endToEnd = 'expected' }) {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['e2e', 'node_modules', '.cache']) mkdirSync(join(folder, name));
  for (const file of [...files, 'node_modules/c.test.js']) writeFileSync(join(folder, file), '');
  const vitest = join(folder, '.cache', 'vitest.json');
  const assertionResults = [{ fullName: 'adds', status: unit }];
  writeFileSync(
    vitest,
    JSON.stringify({ testResults: [{ name: join(folder, 'a.test.ts'), assertionResults }] }),
  );
  const playwright = join(folder, '.cache', 'playwright.json');
  const specs = [{ title: 'opens', file: 'b.spec.ts', tests: [{ status: endToEnd }] }];
  const suites = [{ file: 'b.spec.ts', specs: [], suites: [{ specs }] }];
  writeFileSync(playwright, JSON.stringify({ config: { rootDir: join(folder, 'e2e') }, suites }));
  return accountForTests({ folder, vitest, playwright });
}

test('a run in which every file passed is counted', () => {
  expect(account({})).toEqual({ tests: 1, endToEnd: 1, files: 2, complaints: [] });
});

test('a test file that no runner looked at is named', () => {
  const { complaints } = account({ files: ['a.test.ts', 'e2e/b.spec.ts', 'forgotten.test.tsx'] });
  expect(complaints).toEqual(['forgotten.test.tsx: none of its tests ran and passed']);
});

test.each(['skipped', 'pending', 'todo', 'failed'])('a test that is %s is named', (unit) => {
  expect(account({ unit }).complaints[0]).toBe(`a.test.ts: "adds" did not pass: ${unit}`);
});

test.each(['skipped', 'flaky', 'unexpected'])('an end-to-end test that is %s is named', (endToEnd) => {
  expect(account({ endToEnd }).complaints[0]).toContain('e2e/b.spec.ts: "opens" did not pass');
});

test('a tree without tests is no success', () => {
  expect(account({ files: [] }).complaints).toContain('there is no test file: nothing was run');
});

test.each([
  [[], { vitest: [], playwright: [] }],
  [['e2e'], { playwright: [] }],
  [['e2e', '--headed'], { playwright: ['--headed'] }],
  [['journey.spec.ts'], { playwright: ['journey.spec.ts'] }],
  [['--project', 'shared'], { vitest: ['--project', 'shared'] }],
  [['web/data', '-t', 'rebase'], { vitest: ['web/data', '-t', 'rebase'] }],
])('the arguments %j choose their runner', (args, chosen) => {
  expect(chooseTests(args)).toEqual(chosen);
});
