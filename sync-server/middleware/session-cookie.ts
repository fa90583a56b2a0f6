import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { userHeader } from '#shared/sync/wire.ts';
import type { Sessions, SessionToken } from '../services/sessions.ts';
import { answerProblem } from './problem-response.ts';
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

/**
 * Every route behind this has `user` in its context; without a session it is answered 401, `signed_out`.
 * A client that keeps a library says whose it is: where somebody else is signed in by now in the same
 * browser, nothing of the one is taken or shown under the other.
 */
export function requireUser(sessions: Sessions): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    const token = readSessionCookie(c);
    const user = token === undefined ? undefined : await sessions.find(token);
    if (token === undefined || user === undefined) return answerProblem('signed_out');
    const userSeq = c.req.header(userHeader);
    if (userSeq !== undefined && userSeq !== String(user.id)) return answerProblem('signed_out');
    c.set('user', user);
    c.set('sessionToken', token);
    return next();
  };
}
