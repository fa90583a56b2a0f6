import { expect, test } from 'vitest';
import { forwardedAddress } from './forwarded-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:40001', '203.0.113.7'],
  ['203.0.113.7:_hidden', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:40001', '2001:db8::7'],
  ['"[2001:db8::7]:40001"', '2001:db8::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:40001', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['unknown', undefined],
  ['_hidden:40001', undefined],
  ['203.0.113.7:', undefined],
  ['203.0.113.700:40001', undefined],
  ['[203.0.113.7:40001', undefined],
  ['[2001:db8::7]:port', undefined],
  ['', undefined],
])('the entry %j of X-Forwarded-For is of the address %j', (entry, address) => {
  expect(forwardedAddress(entry)).toBe(address);
});
