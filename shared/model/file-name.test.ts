import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileExtension, safeFileName } from './file-name.ts';

test.each([
  ['notes.md', 'notes.md'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system32\\cmd.exe', 'cmd.exe'],
  ['C:\\fakepath\\plan.pdf', 'plan.pdf'],
  ['/absolute/path/to/a.txt', 'a.txt'],
  ['..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  ['folder/', 'file'],
  [' \t ', 'file'],
  ['.env', '.env'],
  ['nul\u0000byte.png', 'nulbyte.png'],
  ['head\r\nSet-Cookie: a=b.txt', 'headSet-Cookie: a=b.txt'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['\u2066isolated\u2069.md', 'isolated.md'],
  ['line\u2028separator.md', 'lineseparator.md'],
  ['half\ud800pair.md', 'half\ufffdpair.md'],
  ['Zwölf 日本語 العربية 👩‍👩‍👧.md', 'Zwölf 日本語 العربية 👩‍👩‍👧.md'],
  ['quoted "name"; filename=x.md', 'quoted "name"; filename=x.md'],
])('%j is kept as %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test('a name of 5,000 characters keeps its extension and 255 units, and no half of a pair', () => {
  expect(safeFileName(`${'x'.repeat(5000)}.json`)).toBe(`${'x'.repeat(250)}.json`);
  const paired = safeFileName(`a${'👩'.repeat(2500)}.md`);
  expect(paired.isWellFormed()).toBe(true);
  expect(paired.length).toBeLessThanOrEqual(255);
  expect(paired.endsWith('👩.md')).toBe(true);
  expect(safeFileName('.'.repeat(5000))).toBe('file');
});

test('a safe name is its own safe name, is never empty, and names no folder', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), units.map(toText)), (name) => {
      const safe = safeFileName(name);
      expect(safeFileName(safe)).toBe(safe);
      expect(safe.length).toBeGreaterThan(0);
      expect(safe.length).toBeLessThanOrEqual(255);
      expect(safe.isWellFormed()).toBe(true);
      expect(safe).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]|^\.{1,2}$/u);
    }),
  );
});

function toText(units: number[]): string {
  return String.fromCharCode(...units);
}

test.each([
  ['a.MD', '.md'],
  ['archive.tar.gz', '.gz'],
  ['.gitignore', ''],
  ['plain', ''],
])('the extension of %j is %j', (name, extension) => {
  expect(fileExtension(name)).toBe(extension);
});
