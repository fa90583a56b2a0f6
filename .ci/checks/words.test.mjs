import { expect, test } from 'vitest';
import { checkWords, complaintsAboutName, complaintsAboutText } from './words.mjs';

test.each([
  ['docs/a.md', 'as asked for in issue 12'],
  ['docs/a.md', 'done (#12)'],
  ['web/a.ts', '// see #7'],
  ['docs/a.md', 'lies in /work/main'],
  ['web/a.ts', "const folder = '/tmp/x';"],
  ['package-lock.json', '      "resolved": "https://packages.example.org/a.tgz",'],
  ['docs/a.md', 'from https://registry.npmjs.org'],
  ['web/a.ts', '// TODO later'],
  ['web/a.ts', '// @ts-ignore'],
  ['web/a.ts', '// @ts-expect-error'],
  ['web/a.tsx', '// biome-ignore lint/a11y: no'],
  ['web/a.tsx', '<p dangerouslySetInnerHTML={text} />'],
  ['web/a.test.ts', "test.only('a', () => {});"],
  ['e2e/a.spec.ts', "test.fixme('a', () => {});"],
  ['e2e/a.spec.ts', 'await page.waitForTimeout(100);'],
])('%s must not say: %s', (file, line) => {
  expect(complaintsAboutText(file, `first\n${line}\n`)).toEqual([expect.stringMatching(`^${file}:2: `)]);
});

test.each([
  ['web/a.css', 'color: #123456;'],
  ['web/a.ts', "import { Id } from '#shared/model/ids.ts';"],
  ['docs/a.md', 'https://example.org/work/there and [a](docs/tmp/b.md)'],
  ['web/a.ts', "fetch('/api/prompts/12')"],
  ['shared/a.test.ts', '// @ts-expect-error a transaction is synchronous'],
  ['docs/a.md', 'what is still TODO for a person'],
])('%s may say: %s', (file, line) => {
  expect(complaintsAboutText(file, line)).toEqual([]);
});

test.each(['web/utils.ts', 'shared/helpers/a.ts', 'web/ui/index.ts', 'web/ui/Button.tsx', 'web/misc/a.ts'])(
  '%s is no name for a file',
  (file) => expect(complaintsAboutName(file)).not.toEqual([]),
);

test.each([
  'web/ui/hooks/use-live.ts',
  'shared/merge/merge-text.test.ts',
  '.dependency-cruiser.mjs',
  'LICENSE',
  'web/index.html',
])('%s is a name for a file', (file) => expect(complaintsAboutName(file)).toEqual([]));

test('a run that read no file is a failure', () => {
  expect(checkWords({ files: [] }).complaints).toEqual(['git names no file here: nothing was read']);
});
