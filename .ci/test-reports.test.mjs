import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseTests } from './tasks/test.mjs';
import { accountForTests } from './test-reports.mjs';

function account({
  files = ['a.test.ts', 'e2e/b.spec.ts'],
  unit = 'passed',
  endToEnd = 'expected',
  ends = ['b.spec.ts'],
  thrown = /** @type {string[]} */ ([]),
  length = /** @type {import('../e2e/test-run.ts').TestLength} */ ('all'),
}) {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['e2e', 'node_modules', '.cache']) mkdirSync(join(folder, name));
  for (const file of [...files, 'node_modules/c.test.js']) writeFileSync(join(folder, file), '');
  const vitest = join(folder, '.cache', 'vitest.json');
  const file = join(folder, 'a.test.ts');
  const tests = [
    { file, title: 'adds', status: unit, message: unit === 'failed' ? 'Error: 1 is not 2' : '' },
  ];
  writeFileSync(vitest, JSON.stringify({ tests, errors: thrown.map((message) => ({ file, message })) }));
  const playwright = join(folder, '.cache', 'playwright.json');
  const errors = endToEnd === 'expected' ? [] : [{ message: '\u001b[31mno button\u001b[39m' }];
  const attachments = [
    {
      name: 'device 1',
      contentType: 'text/plain',
      body: Buffer.from('- heading "Sign in"').toString('base64'),
    },
    { name: 'screenshot', contentType: 'image/png', path: 'no.png' },
  ];
  const results = [{ errors, attachments }];
  const runs = [{ status: endToEnd, results }];
  const suites = ends.map((file) => {
    const specs = [{ title: 'opens', file, tests: runs }];
    return { file, specs: [], suites: [{ specs }] };
  });
  writeFileSync(playwright, JSON.stringify({ config: { rootDir: join(folder, 'e2e') }, suites }));
  return accountForTests({ folder, vitest, playwright, length });
}

test('a run in which every file passed is counted', () => {
  expect(account({})).toEqual({ tests: 1, endToEnd: 1, files: 2, complaints: [] });
});

test('a flow in an engine counts as end to end', () => {
  const { endToEnd, complaints } = account({ ends: ['b.spec.ts', 'engines/engines.flows.ts'] });
  expect([endToEnd, complaints]).toEqual([2, []]);
});

test('a test file that no runner looked at is named', () => {
  const { complaints } = account({ files: ['a.test.ts', 'e2e/b.spec.ts', 'forgotten.test.tsx'] });
  expect(complaints).toEqual(['forgotten.test.tsx: none of its tests ran and passed']);
});

test('a short run answers for every file but the long ones', () => {
  const files = ['a.test.ts', 'c.long.test.tsx', 'e2e/b.spec.ts', 'e2e/d.long.spec.ts'];
  expect(account({ files, length: 'short' })).toEqual({ tests: 1, endToEnd: 1, files: 2, complaints: [] });
  expect(account({ files: [...files, 'long.test.ts'], length: 'short' }).complaints).toEqual([
    'long.test.ts: none of its tests ran and passed',
  ]);
});

test('a long run answers for the long files alone', () => {
  const files = ['a.test.ts', 'c.long.test.mjs', 'e2e/d.long.spec.ts', 'e2e/f.spec.ts'];
  const { files: count, complaints } = account({ files, ends: ['d.long.spec.ts'], length: 'long' });
  expect([count, complaints]).toEqual([2, ['c.long.test.mjs: none of its tests ran and passed']]);
});

test.each(['skipped', 'pending', 'todo', 'failed'])('a test that is %s is named', (unit) => {
  expect(account({ unit }).complaints[0]).toMatch(`a.test.ts: "adds" did not pass: ${unit}`);
});

test('a failure says why, and what was on the screens', () => {
  expect(account({ unit: 'failed', endToEnd: 'unexpected' }).complaints.slice(0, 2)).toEqual([
    'a.test.ts: "adds" did not pass: failed\n    Error: 1 is not 2',
    'e2e/b.spec.ts: "opens" did not pass: failed\n    no button\n    device 1:\n    - heading "Sign in"',
  ]);
});

test('an error outside of the tests is named', () => {
  expect(account({ thrown: ['Error: closed'] }).complaints).toEqual([
    'a.test.ts: an error outside of its tests\n    Error: closed',
  ]);
});

test('a runner that broke off before its report has proved nothing', () => {
  const nowhere = { vitest: 'nowhere.json', playwright: 'nowhere.json' };
  const { tests, endToEnd, complaints } = accountForTests({ folder: import.meta.dirname, ...nowhere });
  expect([tests, endToEnd]).toEqual([0, 0]);
  expect(complaints).toContain('test-reports.test.mjs: none of its tests ran and passed');
});

test.each(['skipped', 'flaky', 'unexpected'])('an end-to-end test that is %s is named', (endToEnd) => {
  expect(account({ endToEnd }).complaints[0]).toContain('e2e/b.spec.ts: "opens" did not pass');
});

test('a tree without tests is no success', () => {
  expect(account({ files: [] }).complaints).toContain('there is no test file: nothing was run');
});

test.each([
  ['short', { vitest: [], playwright: [] }],
  ['long', { vitest: [], playwright: [], engines: 'quick' }],
  ['all', { vitest: [], playwright: [], engines: 'quick' }],
])('a %s run without arguments is of both runners', (length, chosen) => {
  expect(chooseTests([], length)).toEqual({ length, ...chosen });
});

test.each([
  [['e2e'], { playwright: [] }],
  [['e2e', '--headed'], { playwright: ['--headed'] }],
  [['engines', '-g', 'signs'], { playwright: ['engines.flows', '-g', 'signs'], engines: 'all' }],
  [['journey.spec.ts'], { playwright: ['journey.spec.ts'] }],
  [['--project', 'shared'], { vitest: ['--project', 'shared'] }],
  [['web/data', '-t', 'rebase'], { vitest: ['web/data', '-t', 'rebase'] }],
])('the arguments %j choose their runner', (args, chosen) => {
  expect(chooseTests(args, 'short')).toEqual({ length: 'all', ...chosen });
});
