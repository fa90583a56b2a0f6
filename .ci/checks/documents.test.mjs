import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkDocuments } from './documents.mjs';

const folders = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function complaintsAbout(documents) {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  folders.push(folder);
  const files = {
    'package.json': '{ "scripts": { "dev": "vite", "test:near": "vitest" } }',
    'web/data/commit/commit.ts': 'export function commitMany() {}',
    ...documents,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return checkDocuments({ folder, files: Object.keys(files) }).complaints;
}

test('everything that the documents of this project mention exists', () => {
  const { saw, complaints } = checkDocuments();
  expect(complaints).toEqual([]);
  expect(saw).toMatch(/^\d{2,3} documents$/);
});

test.each([
  ['a file with all its folders', '`web/data/commit/commit.ts`'],
  ['a file without the folders before it', '`commit/commit.ts`, `commit.ts`'],
  ['a folder', '`web/data/`, `data/commit`, `web/*`'],
  ['a name of the code', '`commitMany()`, `commitMany`'],
  ['a script', '`npm run dev` or `npm run test:near -- --seeds 5`'],
  [
    'a route, a pattern and what is made at run time',
    '`/api/prompts/:id`, `web/{a,b}.ts`, `dist/`, `./data`',
  ],
])('%s may be mentioned', (_kind, text) => {
  expect(complaintsAbout({ 'README.md': text })).toEqual([]);
});

test.each([
  ['a file that is gone', '`web/data/commit.ts`', 'README.md: there is no path web/data/commit.ts'],
  ['a folder that is gone', '`web/sync/`', 'README.md: there is no path web/sync/'],
  ['a name that was changed', '`commitAll`', 'README.md: there is no name commitAll'],
  ['a name in a drawing', '```\ncommitAll -> disk\n```', 'README.md: there is no name commitAll'],
  ['a script that is gone', '`npm run serve`', 'README.md: there is no npm script serve'],
])('%s is complained about', (_kind, text, complaint) => {
  expect(complaintsAbout({ 'README.md': text })).toEqual([complaint]);
});

const guide = '# Guide\n\n## Sign in, by `curl`\n\n## Twice\n\n## Twice\n';

test.each([
  ['a page', '[Guide](docs/guide.md)', []],
  ['a heading', '[Guide](docs/guide.md#sign-in-by-curl)', []],
  ['the second heading of a name', '[Guide](docs/guide.md#twice-1)', []],
  ['a heading of its own', '# Here\n\n[Up](#here)', []],
  ['another site', '[Site](https://example.org/a#b)', []],
  ['a folder', '[Docs](docs)', []],
  ['a page that is gone', '[Guide](docs/gone.md)', ['docs/gone.md']],
  ['a heading that is gone', '[Guide](docs/guide.md#sign-in)', ['docs/guide.md#sign-in']],
  ['a picture that is gone', '<img src="docs/a.png">', ['docs/a.png']],
])('a link to %s is looked up', (_kind, text, broken) => {
  const complaints = complaintsAbout({ 'README.md': text, 'docs/guide.md': guide });
  expect(complaints).toEqual(broken.map((target) => `README.md: the link ${target} leads nowhere`));
});

test.each([
  ['with its number, a date and a status', '# 007 Title\n\n**Date.** 2026-01-31. **Status.** Accepted.\n', 0],
  ['without a date', '# 007 Title\n\n**Status.** Accepted.\n', 1],
  ['with the number of another', '# 008 Title\n\n**Date.** 2026-01-31. **Status.** Accepted.\n', 1],
])('a decision %s gets %i complaints', (_case, text, count) => {
  expect(complaintsAbout({ 'docs/decisions/007-title.md': text })).toHaveLength(count);
});

const tests = "test('a visitor is refused', () => {});";

test.each([
  ['with a test that is there', '`routes/auth.test.ts` “a visitor is refused”', []],
  ['with a file that is code', '`web/data/commit/commit.ts`', []],
  ['with words', 'deviation: nobody does it', []],
  [
    'with a test that is not there',
    '`routes/auth.test.ts` “a visitor is let in”',
    ['docs/security.md:1: routes/auth.test.ts has no test called “a visitor is let in”'],
  ],
  [
    'with a test of a file that has none',
    '`web/data/commit/commit.ts` “a visitor is refused”',
    ['docs/security.md:1: web/data/commit/commit.ts is no test'],
  ],
  ['without a proof', '', ['docs/security.md:1: has no proof']],
])('a requirement %s gets its complaints', (_case, proof, complaints) => {
  const documents = {
    'docs/security.md': `| 6.2.2 | a paraphrase | ${proof} |`,
    'routes/auth.test.ts': tests,
  };
  expect(complaintsAbout(documents)).toEqual(complaints);
});

test('a requirement whose row has too few cells is complained about', () => {
  expect(complaintsAbout({ 'docs/security.md': '| 6.2.2 | a paraphrase |' })).toEqual([
    'docs/security.md:1: has 2 cells instead of three',
  ]);
});

test('two decisions of one number are complained about', () => {
  const decision = '# 007 Title\n\n**Date.** 2026-01-31. **Status.** Accepted.\n';
  const complaints = complaintsAbout({
    'docs/decisions/007-one.md': decision,
    'docs/decisions/007-other.md': decision,
  });
  expect(complaints).toEqual(['docs/decisions/007-one.md and docs/decisions/007-other.md have one number']);
});
