import { expect, test } from 'vitest';
import { agrees } from './installation.mjs';

const locked = {
  '': {},
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b-other-platform': { version: '1.0.0', integrity: 'sha512-b', optional: true },
};
const a = { version: '1.0.0', integrity: 'sha512-a' };

test.each([
  ['just what is asked for', { 'node_modules/a': a }, true],
  ['another version', { 'node_modules/a': { ...a, version: '1.0.1' } }, false],
  ['other bytes of the same version', { 'node_modules/a': { ...a, integrity: 'sha512-x' } }, false],
  ['something missing', {}, false],
  ['something more', { 'node_modules/a': a, 'node_modules/c': a }, false],
])('an installation with %s agrees with the lockfile: %s', (_, installed, expected) => {
  expect(agrees(locked, installed)).toBe(expected);
});
