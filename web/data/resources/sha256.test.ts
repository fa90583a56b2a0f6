import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { sha256InScript, sha256Of } from './sha256.ts';

afterEach(() => vi.unstubAllGlobals());

const slice = 512 * 1024;

test.each([0, 1, 63, 64, 65, slice - 1, slice, slice + 1, 3 * slice + 7])(
  'the hash of %d bytes is the same with and without the browser’s own hash',
  async (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + 7) % 256);
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(await sha256InScript(bytes.buffer)).toBe(expected);
    expect(await sha256Of(bytes.buffer)).toBe(expected);
  },
);

test('a browser without subtle crypto hashes in script', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(await sha256Of(new TextEncoder().encode('abc').buffer)).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
