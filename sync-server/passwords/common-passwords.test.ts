import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  ['password', true],
  ['PassWord1', true],
  ['1q2w3e4r5t', true],
  ['correct horse', false],
  ['', false],
])('%j is among the most common passwords: %s', async (password, isCommon) => {
  expect(await isCommonPassword(password)).toBe(isCommon);
});
