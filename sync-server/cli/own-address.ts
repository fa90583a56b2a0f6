/** Returns the address at which the server of these settings is reached from its own machine. */
export function ownAddress({ host, port }: { host: string; port: number }): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
