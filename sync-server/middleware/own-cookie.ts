/**
 * Cookies of this server.
 * 1. On https at the root of an origin only the `__Host-` cookie counts: a neighbouring plain-http page cannot have
 *    written it.
 * 2. Under a base path others share the origin: the cookie is sent to this path alone, and its name has the path in
 *    it, so that the cookie of an instance above is never taken for it. A `__Host-` cookie cannot have a path, so it
 *    is `__Secure-` there.
 * 3. Browsers send a cookie to all ports of a host (RFC 6265, section 8.5): a port that is not the scheme's own is in
 *    the name, or a second server on the host would sign everybody out of the first.
 */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { ServerContext } from './server-context.ts';

export type OwnCookie = 'promptory_session' | 'promptory_device';

function isHttps(c: Context<ServerContext>): boolean {
  return c.get('ownOrigin').startsWith('https://');
}

function placeOf(c: Context<ServerContext>, cookie: OwnCookie) {
  const base = c.get('basePath');
  const prefix = base === '' ? ('host' as const) : ('secure' as const);
  return {
    name: `${cookie}${base.replace(/[^\w-]/g, '_')}${portIn(c.get('ownOrigin'))}`,
    path: `${base}/`,
    ...(isHttps(c) ? { prefix, secure: true } : {}),
  };
}

/** Returns `.9000`, or nothing for the port of the scheme. The path of a name has no dot, so the two are never mistaken. */
function portIn(origin: string): string {
  const port = /:(\d+)$/.exec(origin)?.[1];
  return port === undefined ? '' : `.${port}`;
}

/** Of two with the same name the first one, which has the longer path. */
export function readOwnCookie(c: Context<ServerContext>, cookie: OwnCookie): string | undefined {
  const { name, prefix } = placeOf(c, cookie);
  return getCookie(c, name, prefix);
}

export function writeOwnCookie(
  c: Context<ServerContext>,
  cookie: OwnCookie,
  { content, maxAge }: { content: string; maxAge: number },
): void {
  const { name, ...place } = placeOf(c, cookie);
  setCookie(c, name, content, { httpOnly: true, sameSite: 'Lax', ...place, maxAge });
}

export function clearOwnCookie(c: Context<ServerContext>, cookie: OwnCookie): void {
  const { name, ...place } = placeOf(c, cookie);
  deleteCookie(c, name, place);
}
