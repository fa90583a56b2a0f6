import { expect, test } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { reasonAgainst, refusedWords, toastOf } from './add-resources.ts';

const file = (name: string, type = '') => new File(['a'], name, { type });

test.each([
  ['a.md', '', null],
  ['a.MARKDOWN', 'application/x-unknown', null],
  ['a.txt', 'text/plain', null],
  ['a', 'image/png', null],
  ['a.exe', '', messages.invalidFileType],
  ['a.html', 'text/html', messages.invalidFileType],
])('of %s said to be %j is known before it is read: %s', (name, type, reason) => {
  expect(reasonAgainst(file(name, type))).toBe(reason);
});

test('ten megabytes are not too much, and one byte more is', () => {
  const sized = (size: number) => Object.defineProperty(new File([], 'a.txt'), 'size', { value: size });
  expect(reasonAgainst(sized(10 * 1024 * 1024))).toBeNull();
  expect(reasonAgainst(sized(10 * 1024 * 1024 + 1))).toBe(messages.fileTooLarge);
});

test('refused files are named with their reasons, those with the same reason together', () => {
  const refused = [
    { name: 'a', reason: 'One.' },
    { name: 'b', reason: 'Two' },
    { name: 'c', reason: 'One.' },
  ];
  expect(refusedWords(refused)).toBe('"a", "c": One. "b": Two.');
  const many = Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, reason: 'No.' }));
  expect(refusedWords(many)).toBe('"0", "1", "2", "3", "4": No. And 4 more.');
});

test.each([
  [{ added: ['a'], refused: [] }, false, 'Resource uploaded', '"a" has been added.'],
  [{ added: ['a', 'b'], refused: [] }, false, 'Resource uploaded', '2 files have been added.'],
  [{ added: [], refused: [{ name: 'a', reason: 'No.' }] }, true, 'Upload failed', 'No.'],
  [{ added: ['b'], refused: [{ name: 'a', reason: 'No.' }] }, false, 'Upload failed', '"a": No.'],
])('%j is shown as a toast', (outcome, isOne, title, description) => {
  expect(toastOf(outcome, isOne)).toMatchObject({ title, description });
});
