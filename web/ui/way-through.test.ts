import { expect, test } from 'vitest';
import { throughAddress, wayThrough } from './way-through.ts';

test.each(['/', '/prompt/3', '/promptory/'])(
  'the way through from %s is no address that is answered from this device',
  (pathname) => {
    expect(throughAddress.test(wayThrough(pathname))).toBe(true);
    expect(throughAddress.test(pathname)).toBe(false);
    expect(new URL(wayThrough(pathname), 'https://x.invalid').pathname).toBe(pathname);
  },
);
