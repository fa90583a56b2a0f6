import type { MiddlewareHandler } from 'hono';
import { protocolHeader, protocolVersion } from '#shared/sync/wire.ts';
import type { ServerContext } from './server-context.ts';

/** By this a client knows our answer from one of a captive portal or a proxy on the way. */
export const protocolHeaderOnEveryAnswer: MiddlewareHandler<ServerContext> = async (c, next) => {
  await next();
  c.res.headers.set(protocolHeader, String(protocolVersion));
};
