import type { Environment } from './environment.ts';
import { socketPath } from './listen-address.ts';
import { isLoopbackName } from './middleware/request-origin.ts';

/**
 * Returns the notice for an admin at the start if other devices reach this server by plain http only, or
 * undefined. `ownAddresses`: IP addresses of this machine.
 */
export function plainHttpNotice(
  { host, publicOrigin, tls }: Pick<Environment, 'host' | 'publicOrigin' | 'tls'>,
  { port, ownAddresses }: { port: number; ownAddresses: readonly string[] },
): string | undefined {
  const isSecure = tls !== undefined || publicOrigin?.startsWith('https://');
  if (isLoopbackName(host) || socketPath(host) !== undefined || isSecure) return undefined;
  const everywhere = host === '0.0.0.0' || host === '::';
  const reachable = everywhere ? ownAddresses.filter((address) => !isLoopbackName(address)) : [host];
  const shown = publicOrigin ?? reachable.map((address) => origin(address, port))[0];
  return [
    `Other devices reach it by plain http${shown === undefined ? '' : `, like ${shown}`}.`,
    'There the app opens, edits and syncs while the server can be reached.',
    'Browsers keep two things for https: starting the app offline, and installing it.',
    'For these, put a reverse proxy with HTTPS in front and set PUBLIC_ORIGIN to its address (see docs/admin.md).',
  ].join(' ');
}

function origin(address: string, port: number): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
