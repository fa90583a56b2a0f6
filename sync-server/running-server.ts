/**
 * Listens, and stops without breaking a request off.
 * 1. Stopping: no new connection, open requests finish, event streams are ended, then it is over.
 * 2. It is over within `drainMs`, whatever a client does.
 */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { type ConnectionBounds, usualBounds, watchConnections } from './connections.ts';
import type { ServerContext } from './middleware/server-context.ts';
import { CannotStart } from './storage/cannot-start.ts';

export type RunningServer = {
  /** As a person opens it: `http://127.0.0.1:8787`. */
  address: string;
  port: number;
  stop(): Promise<void>;
};

export async function runServer(options: {
  app: Hono<ServerContext>;
  host: string;
  port: number;
  drainMs: number;
  bounds?: ConnectionBounds;
}): Promise<RunningServer> {
  const { app, host, port, drainMs, bounds = usualBounds } = options;
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: Math.min(bounds.headMs, 30_000),
    },
    // It would cut off after half a second whoever is still sending: `watchConnections` does it instead.
    autoCleanupIncoming: false,
  });
  if (!isHttp1(server)) throw new Error('the adaptor made a server that was not asked for');
  const connections = watchConnections(server, bounds);
  await listen(server, host, port);
  const bound = boundPort(server);
  return {
    address: addressOf(host, bound),
    port: bound,
    stop: () => connections.drain(drainMs),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
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

function boundPort(server: Server): number {
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function isHttp1(server: object): server is Server {
  return 'closeIdleConnections' in server && 'closeAllConnections' in server;
}
