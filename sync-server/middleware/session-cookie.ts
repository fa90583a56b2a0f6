import type { Context } from 'hono';
import type { SessionToken } from '../services/accounts/sessions.ts';
import { clearOwnCookie, readOwnCookie, writeOwnCookie } from './own-cookie.ts';
import type { ServerContext } from './server-context.ts';

export function readSessionCookie(c: Context<ServerContext>): SessionToken | undefined {
  return readOwnCookie(c, 'promptory_session');
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
  writeOwnCookie(c, 'promptory_session', { content: token, maxAge: maxAgeSeconds });
}

export function clearSessionCookie(c: Context<ServerContext>): void {
  clearOwnCookie(c, 'promptory_session');
}
