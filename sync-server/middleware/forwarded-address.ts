import { isIP } from 'node:net';

/**
 * Returns the IP address in an entry of X-Forwarded-For, or undefined where it has none ("unknown", a made-up name).
 * Some proxies add the visitor's port, which differs with each connection, and brackets around IPv6 (RFC 7239,
 * section 6): whoever counted the entry as it stands would count each connection as a visitor of its own.
 */
export function forwardedAddress(entry: string): string | undefined {
  const [, bracketed, dotted] = withPort.exec(entry) ?? [];
  const address = (bracketed ?? dotted ?? entry).replace(mapped, '$1');
  return isIP(address) === 0 ? undefined : address;
}

const withPort = /^"?(?:\[([^\]]+)\]|([\d.]+))(?::(?:\d{1,5}|_[\w.-]+))?"?$/;

/** An IPv4 address in IPv6 notation (RFC 4291, section 2.5.5.2). */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
