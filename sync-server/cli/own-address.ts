import type { Environment } from '../environment.ts';

/** Returns the address at which this machine reaches the server of these settings; of a Unix socket `unix:/path`. */
export function ownAddress({ host, port, tls }: Pick<Environment, 'host' | 'port' | 'tls'>): string {
  if (host.startsWith('unix:')) return host;
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const shown = reachable.includes(':') ? `[${reachable}]` : reachable;
  return `${tls === undefined ? 'http' : 'https'}://${shown}:${port}`;
}
