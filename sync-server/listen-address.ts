/**
 * Listens where HOST says: at an address and a port, or a Unix socket (`HOST=unix:/path`).
 * 1. A socket is for its user and group: a reverse proxy in the group connects, and nobody else.
 * 2. A socket that a killed server left behind is removed; one that somebody answers on is not.
 */
import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { CannotStart } from './storage/failures/cannot-start.ts';

const unix = 'unix:';

/** Returns the path of the socket that HOST names, or undefined where it names an address. */
export function socketPath(host: string): string | undefined {
  return host.startsWith(unix) ? host.slice(unix.length) : undefined;
}

export async function listen(server: Server, host: string, port: number): Promise<void> {
  const path = socketPath(host);
  if (path !== undefined) await removeStaleSocket(path);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port)));
    if (path === undefined) server.listen(port, host, resolve);
    else server.listen(path, resolve);
  });
  if (path !== undefined) chmodSync(path, 0o660);
}

async function removeStaleSocket(path: string): Promise<void> {
  const seen = lstatSync(path, { throwIfNoEntry: false });
  if (seen === undefined) return;
  if (!seen.isSocket()) throw new CannotStart(`HOST: ${path} is there, and is no socket.`);
  const answers = await new Promise<boolean>((resolve) => {
    const probe = connect(path, () => resolve(true)).on('error', () => resolve(false));
    probe.on('connect', () => probe.destroy());
  });
  if (answers) throw new CannotStart(`Another server already listens on ${path}.`);
  unlinkSync(path);
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const path = socketPath(host);
  if (path !== undefined) return new CannotStart(`The socket ${path} cannot be made: ${error.message}.`);
  switch (error.code) {
    case 'EADDRINUSE':
      return new CannotStart(`Port ${port} on ${host} is already in use: set PORT to another one.`);
    case 'EACCES':
      return new CannotStart(`Port ${port} on ${host} is not open to this user: set PORT to 1024 or above.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CannotStart(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}
