/**
 * Listens, and stops without breaking a request off.
 * 1. Stopping: no new connection, open requests finish, event streams are ended, then it is over.
 * 2. It is over within `drainMs`, whatever a client does.
 */
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { type ConnectionBounds, usualBounds, watchConnections } from './connections.ts';
import { listen, socketPath } from './listen-address.ts';
import type { ServerContext } from './middleware/server-context.ts';
import type { TlsContents } from './tls-files.ts';

export type RunningServer = {
  /** As a person opens it: `http://127.0.0.1:8787`. */
  address: string;
  port: number;
  /** Uses another certificate for new connections. */
  useTls(contents: TlsContents): void;
  stop(): Promise<void>;
};

export async function runServer(options: {
  app: Hono<ServerContext>;
  host: string;
  port: number;
  drainMs: number;
  bounds?: ConnectionBounds;
  /** Undefined: plain http. */
  tls?: TlsContents | undefined;
}): Promise<RunningServer> {
  const { app, host, port, drainMs, bounds = usualBounds, tls } = options;
  const server = createAdaptorServer({
    fetch: app.fetch,
    // HTTP/1.1: one event stream a browser leaves enough of its six connections.
    createServer: tls === undefined ? createHttpServer : createHttpsServer,
    serverOptions: {
      ...tls,
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
    address: addressOf(host, bound, tls === undefined ? 'http' : 'https'),
    port: bound,
    useTls(contents) {
      if (server instanceof HttpsServer) server.setSecureContext(contents);
    },
    stop: () => connections.drain(drainMs),
  };
}

function boundPort(server: Server): number {
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

function addressOf(host: string, port: number, protocol: 'http' | 'https'): string {
  if (socketPath(host) !== undefined) return host;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${protocol}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function isHttp1(server: object): server is Server {
  return 'closeIdleConnections' in server && 'closeAllConnections' in server;
}
