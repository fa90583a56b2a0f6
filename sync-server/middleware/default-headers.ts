/**
 * The headers that every answer has. A route that sets one of them itself (a file served inert, say) keeps its own.
 *
 * Over a network they are set on Node's own answer, which prefers what the route's answer brings: changing the headers
 * of a Response afterwards makes the adaptor copy and sort all of them.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { protocolHeader, protocolVersion } from '#shared/sync/wire.ts';
import { type HeaderPairs, securityHeadersOf } from './security-headers.ts';
import type { ServerContext } from './server-context.ts';

/** By this a client knows our answer from one of a captive portal or a proxy on the way. */
const ofThisProtocol: HeaderPairs = [[protocolHeader, String(protocolVersion)]];

const ofTheApi: HeaderPairs = [
  // One person's rows: no cache on the way keeps them.
  ['Cache-Control', 'no-store'],
  // Clients may compress what they send (RFC 7694): an older server answers such a body 400.
  ['Accept-Encoding', 'gzip'],
];

const requestIdHeader = 'X-Request-Id';

/** Adds the headers to the answer, whoever gives it, an error's too. */
export function defaultHeaders(): MiddlewareHandler<ServerContext> {
  let latest: { origin: string; pairs: HeaderPairs } | undefined;
  const securityHeaders = (origin: string) => {
    if (latest?.origin !== origin) latest = { origin, pairs: securityHeadersOf(origin) };
    return latest.pairs;
  };
  return async (c, next) => {
    await next();
    const set = setterOf(c);
    for (const [name, value] of ofThisProtocol) set(name, value);
    set(requestIdHeader, c.get('requestId'));
    for (const [name, value] of securityHeaders(c.get('ownOrigin') ?? c.req.url)) set(name, value);
    if (!isOfTheApi(c.req.path)) return;
    for (const [name, value] of ofTheApi) set(name, value);
  };
}

function isOfTheApi(path: string): boolean {
  return path.startsWith('/api/') || path === '/api';
}

function setterOf(c: Context<ServerContext>): (name: string, value: string) => void {
  const outgoing = c.env?.outgoing;
  if (outgoing !== undefined) return (name, value) => void outgoing.setHeader(name, value);
  const { headers } = c.res;
  return (name, value) => {
    if (!headers.has(name)) headers.set(name, value);
  };
}
