import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../language/translate.ts';
import { fileSize } from './file-size.ts';

afterEach(() => setLanguage('en'));

test('a German size has a comma', () => {
  setLanguage('de');
  expect(fileSize(1536)).toBe('1,5 KB');
});

test.each([
  [0, '0 Bytes'],
  [1, '1 Byte'],
  [1023, '1023 Bytes'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1.0 MB'],
  [10 * 1024 * 1024, '10.0 MB'],
  [1024 ** 3 * 2.25, '2.3 GB'],
  [1024 ** 4 * 3, '3072.0 GB'],
])('%i bytes are shown as %s', (bytes, shown) => {
  expect(fileSize(bytes)).toBe(shown);
});
