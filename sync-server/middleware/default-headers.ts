/** The headers that every answer has. A route that sets one of them itself (a file served inert, say) keeps its own. */
import type { MiddlewareHandler } from 'hono';
import { protocolHeader, protocolVersion } from '#shared/sync/wire.ts';
import type { ServerContext } from './server-context.ts';

/** By this a client knows our answer from one of a captive portal or a proxy on the way. */
export const ofThisProtocol: MiddlewareHandler<ServerContext> = async (c, next) => {
  await next();
  c.res.headers.set(protocolHeader, String(protocolVersion));
};

export const ofTheApi: MiddlewareHandler<ServerContext> = async (c, next) => {
  await next();
  const { headers } = c.res;
  // One person's rows: no cache on the way keeps them.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  // Clients may compress what they send (RFC 7694): an older server answers such a body 400.
  if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'gzip');
};
