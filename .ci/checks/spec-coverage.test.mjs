import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkSpecCoverage, namesTest, rowsOf } from './spec-coverage.mjs';

const folder = mkdtempSync(join(tmpdir(), 'coverage-'));
mkdirSync(join(folder, 'web'));
writeFileSync(join(folder, 'web/a.ts'), '');
writeFileSync(
  join(folder, 'web/a.test.ts'),
  `test('it\\'s so', () => {});
test.each([['one row', 1]])('%s', () => {});
test(\`for \${name} it is so\`, () => {});
`,
);
afterAll(() => rmSync(folder, { recursive: true }));

const check = (...rows) =>
  checkSpecCoverage({
    folder,
    text: ['| The product | Done in | Proved by |', '|---|---|---|', ...rows].join('\n'),
  });

test('every file and every test that the table of the product names exists', () => {
  const { saw, complaints } = checkSpecCoverage();
  expect(complaints).toEqual([]);
  expect(saw).toMatch(/^\d{3} rows/);
});

test.each([
  ['a whole title', "“it's so”"],
  ['a row of a table', '“one row”'],
  ['a title that is put together', '“for everybody it is so”'],
])('a proof may be %s', (_kind, title) => {
  expect(check(`| So it is | \`web/a.ts\` | \`web/a.test.ts\` ${title} |`).complaints).toEqual([]);
});

test.each([
  [
    'a file that is not there',
    '| So | `web/b.ts` | `web/a.test.ts` “one row” |',
    'there is no file web/b.ts',
  ],
  [
    'a test file that is not there',
    '| So | `web/a.ts` | `web/b.test.ts` “one row” |',
    'no file web/b.test.ts',
  ],
  ['a title that is not there', '| So | `web/a.ts` | `web/a.test.ts` “one” |', 'no test called “one”'],
  ['a proof that is no test', '| So | `web/a.ts` | `web/a.ts` “one row” |', 'web/a.ts is no test'],
  ['no title', '| So | `web/a.ts` | `web/a.test.ts` |', 'names no test of web/a.test.ts'],
  ['no proof', '| So | `web/a.ts` | |', 'names no test that proves it'],
  ['a cell too few', '| So | `web/a.ts` |', 'has 2 cells'],
  ['nothing that does it', '| So | by itself | `web/a.test.ts` “one row” |', 'names no file that does it'],
])('%s is complained about', (_case, row, complaint) => {
  expect(check(row).complaints.join('\n')).toContain(complaint);
});

test('what is left to the resources is counted, and asks for nothing', () => {
  const { saw, complaints } = check('| Files | later | (resources) |');
  expect(complaints).toEqual([]);
  expect(saw).toBe('1 rows, 1 of them left to the resources');
});

test('a title is a whole literal, and a template names only what it has words for', () => {
  expect(namesTest("test('a title and more', run)", 'a title')).toBe(false);
  expect(namesTest(['test(`', '{a}', '`, run)'].join('$'), 'anything')).toBe(false);
});

test('headings and rules of tables are no rows', () => {
  expect(rowsOf('| The product | Done in | Proved by |\n|---|---|---|\n| a | b | c |')).toMatchObject([
    { line: 3, promise: 'a', place: 'b', proof: 'c' },
  ]);
});
