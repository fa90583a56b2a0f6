import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:0DB8::9', '2001:db8:0:0::/64'],
  ['2001:db8:0:7::', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the attempts of %s count under %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('a long text in place of an address makes a short key', () => {
  expect(addressKey('x'.repeat(10_000))).toHaveLength(64);
});
