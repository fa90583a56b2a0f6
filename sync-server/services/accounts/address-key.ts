import { isIPv6 } from 'node:net';

/**
 * Returns the key under which the attempts of an address count. An IPv6 address counts as its /64, because whoever
 * has one address there has all of them; an IPv4 address in IPv6 notation counts as itself.
 */
export function addressKey(address: string): string {
  const plain = address.split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return plain.slice(0, 64);
  // The parser of URLs writes each address in one way, and its last groups in hexadecimal digits.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':');
    groups.push(...Array(Math.max(8 - groups.length - last.length, 0)).fill('0'), ...last);
  }
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function dotted(groups: readonly string[]): string {
  const numbers = groups.map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}
