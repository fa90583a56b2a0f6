import { expect, test } from 'vitest';
import { proxyLimit } from './proxy-limit.ts';

const megabyte = 1024 * 1024;

test.each([
  [{ passed: 0.7 * megabyte, refused: 1.2 * megabyte }, 'takes at most about 1 MB.'],
  [{ passed: megabyte, refused: megabyte + 1 }, 'takes at most about 1 MB.'],
  [{ passed: 9 * megabyte, refused: 12 * megabyte }, 'takes at most about 10 MB.'],
  [{ passed: 80 * 1024, refused: 160 * 1024 }, 'takes at most about 100 KB.'],
  [{ passed: 250 * 1024, refused: 262 * 1024 }, 'takes at most about 260 KB.'],
  [{ passed: 1.9 * megabyte, refused: 2.1 * megabyte }, 'takes at most about 2 MB.'],
  [{ passed: 1000, refused: 3 * megabyte }, 'does not take 3 MB at once.'],
  [{ passed: 0, refused: 144 * 1024 }, 'does not take 140 KB at once.'],
  [undefined, 'does not take this much at once.'],
])('where %j was seen, a proxy %s', (limit, sentence) => {
  expect(proxyLimit(limit)).toBe(`A proxy in front of the server ${sentence}`);
});
