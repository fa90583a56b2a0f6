/**
 * Refuses requests to a host that is not this server's, whatever their method: a page of a foreign name that was
 * pointed at this server (DNS rebinding) reads and changes nothing.
 * 1. Localhost and exact loopback addresses are always ours, at any port: no foreign page has such a name, and a
 *    tunnel, a port mapping or `npm run dev` shows another port than the one that is listened on.
 * 2. With PUBLIC_ORIGIN its host is ours, and nothing else.
 * 3. Without it, on loopback, nothing else is. Elsewhere HOST is, and every IP address, and names of local networks,
 *    which nobody can register; and the host that a trusted proxy names.
 */
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { answerProblem } from './problem-response.ts';
import { isLoopbackName, type Reachability } from './request-origin.ts';
import type { ServerContext } from './server-context.ts';

const localName = /^[^.]+$|\.(localhost|local|localdomain|lan|home|internal|intranet|test|home\.arpa)$/;

export function allowedHost(reachability: Reachability): MiddlewareHandler<ServerContext> {
  const publicHost = reachability.publicOrigin && new URL(reachability.publicOrigin).hostname;
  const detail =
    reachability.publicOrigin === undefined
      ? 'This server does not know the name by which it was opened. Open it by its address, or set PUBLIC_ORIGIN.'
      : `Open Promptory at ${reachability.publicOrigin}.`;
  return async (c, next) => {
    if (c.get('route')?.anyHost) return next();
    if (hasHostTwice(c.env?.incoming?.rawHeaders)) {
      return answerProblem('invalid_request', { detail: 'The request has more than one Host header.' });
    }
    const isProxied = reachability.trustProxy && c.req.header('X-Forwarded-Host') !== undefined;
    if (isOurs(c.get('requestedHost'), isProxied, { host: reachability.host, publicHost })) return next();
    return answerProblem('forbidden_origin', { detail });
  };
}

/** `rawHeaders`: names and values by turns. */
function hasHostTwice(rawHeaders: readonly string[] = []): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

function isOurs(
  hostname: string,
  isProxied: boolean,
  { publicHost, host }: Pick<Reachability, 'host'> & { publicHost: string | undefined },
): boolean {
  if (isLoopbackName(hostname)) return true;
  if (publicHost !== undefined) return hostname === publicHost;
  if (isLoopbackName(host)) return false;
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isProxied || isAddress || hostname === host.toLowerCase() || localName.test(hostname);
}
