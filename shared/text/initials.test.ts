import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['ada king lovelace', 'AK'],
  ['  spaced   out ', 'SO'],
  ['(nick) name', 'NN'],
  ['ßeta test', 'ST'],
  ['élodie ünal', 'ÉÜ'],
  ['王 小明', '王小'],
  ['😀 face', '😀F'],
  ['', ''],
])('%j has the initials %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
