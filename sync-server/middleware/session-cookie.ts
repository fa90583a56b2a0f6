import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SessionToken } from '../services/sessions.ts';
import type { ServerContext } from './server-context.ts';

const name = 'promptory_session';

export function isHttps(c: Context<ServerContext>): boolean {
  return c.get('ownOrigin').startsWith('https://');
}

/** On https only the `__Host-` cookie counts: a neighbouring plain-http page cannot have written it. */
export function readSessionCookie(c: Context<ServerContext>): SessionToken | undefined {
  return isHttps(c) ? getCookie(c, name, 'host') : getCookie(c, name);
}

/**
 * The cookie lasts as long as a session can at most, so it need not be sent again when a session slides:
 * whether it still counts is the server's to know.
 */
export function writeSessionCookie(
  c: Context<ServerContext>,
  token: SessionToken,
  maxAgeSeconds: number,
): void {
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: maxAgeSeconds } as const;
  if (isHttps(c)) setCookie(c, name, token, { ...attributes, prefix: 'host', secure: true });
  else setCookie(c, name, token, attributes);
}

export function clearSessionCookie(c: Context<ServerContext>): void {
  if (isHttps(c)) deleteCookie(c, name, { prefix: 'host', secure: true, path: '/' });
  else deleteCookie(c, name, { path: '/' });
}
