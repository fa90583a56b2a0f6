import { expect, test } from 'vitest';
import { shortFileName } from './short-file-name.ts';

test.each([
  ['notes.md', 'notes.md'],
  ['exactly-twenty-ch.md', 'exactly-twenty-ch.md'],
  ['a-very-long-file-name.pdf', 'a-very-long-fil….pdf'],
  ['a-very-long-name-without-dot', 'a-very-long-name-wi…'],
  ['.a-very-long-hidden-file', '.a-very-long-hidden…'],
  ['name.with-a-long-part-after-the-dot', 'name.with-a-long-pa…'],
  ['archive.of.many.things.tar.gz', 'archive.of.many.….gz'],
  ['fifteen-letter😀😀😀.json', 'fifteen-letter….json'],
])('%s is shown as %s', (name, shown) => {
  expect(shortFileName(name)).toBe(shown);
  expect(shown.length).toBeLessThanOrEqual(20);
});
