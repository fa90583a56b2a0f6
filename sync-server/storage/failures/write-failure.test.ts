import { expect, test } from 'vitest';
import { writeFailure } from './write-failure.ts';

const failing = (code: unknown, cause?: unknown) => Object.assign(new Error('failed', { cause }), { code });

test.each([
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'readOnly'],
  ['SQLITE_READONLY', 'readOnly'],
  ['SQLITE_READONLY_DBMOVED', 'readOnly'],
  ['SQLITE_IOERR_WRITE', 'readOnly'],
  ['SQLITE_IOERR_FSYNC', 'readOnly'],
  ['SQLITE_IOERR_READ', undefined],
  ['53100', 'full'],
  ['25006', 'readOnly'],
  ['SQLITE_CONSTRAINT', undefined],
  ['ENOENT', undefined],
  [28, undefined],
])('an error with the code %s means: %s', (code, failure) => {
  expect(writeFailure(failing(code))).toBe(failure);
  expect(writeFailure(failing('WRAPPED', failing(code)))).toBe(failure);
});

test('what is no error is no failure to write', () => {
  expect([undefined, null, 'ENOSPC', { code: 'ENOSPC' }].map(writeFailure)).toEqual(Array(4).fill(undefined));
});
