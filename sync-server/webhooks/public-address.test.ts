import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['this machine', ['127.0.0.1', '127.255.0.1', '::1', '0.0.0.0', '::', '::ffff:127.0.0.1', '::127.0.0.1']],
  ['a private network', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1']],
  ['a private network within IPv6', ['::ffff:10.0.0.1', '::ffff:c0a8:101', '64:ff9b::a00:1', '2002:a00:1::']],
  ['link-local, with the metadata of cloud machines', ['169.254.169.254', 'fe80::1', '::ffff:a9fe:a9fe']],
  ['the inner network of a provider', ['100.64.0.1', '100.127.255.255']],
  ['multicast, broadcast and reserved', ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1']],
  ['documentation and measurement', ['192.0.2.1', '198.18.0.1', '203.0.113.7', '2001:db8::1', '2001::1']],
  ['no address', ['', 'localhost', '1.2.3.4.5', '1.1.1.1 ', 'fe80::1%eth0']],
])('%s is not public', (_, addresses) => {
  expect(addresses.filter((address) => isPublicAddress(address))).toEqual([]);
});
