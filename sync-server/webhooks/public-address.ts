import ipaddr from 'ipaddr.js';

/** Global unicast; everything else of IPv6 is private, reserved or stands for an IPv4 address. */
const globalV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Returns whether an IP address is one of the public network: none of this machine, of a private network, of a
 * provider's inner network, link-local (with it the metadata of cloud machines), multicast or reserved. An IPv4
 * address within IPv6 counts as itself.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalV6);
}
