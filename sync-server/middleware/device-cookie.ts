import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { DeviceMark } from '../services/known-devices.ts';
import type { ServerContext } from './server-context.ts';
import { isHttps } from './session-cookie.ts';

const name = 'promptory_device';

/** The longest that browsers keep a cookie. */
const maxAge = 400 * 24 * 60 * 60;

export function readDeviceCookie(c: Context<ServerContext>): DeviceMark | undefined {
  return isHttps(c) ? getCookie(c, name, 'host') : getCookie(c, name);
}

/** Renewed at each sign-in; signing out leaves it. */
export function writeDeviceCookie(c: Context<ServerContext>, mark: DeviceMark): void {
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge } as const;
  if (isHttps(c)) setCookie(c, name, mark, { ...attributes, prefix: 'host', secure: true });
  else setCookie(c, name, mark, attributes);
}
