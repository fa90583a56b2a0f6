import type { Context } from 'hono';
import type { DeviceMark } from '../services/accounts/known-devices.ts';
import { readOwnCookie, writeOwnCookie } from './own-cookie.ts';
import type { ServerContext } from './server-context.ts';

/** The longest that browsers keep a cookie. */
const maxAge = 400 * 24 * 60 * 60;

export function readDeviceCookie(c: Context<ServerContext>): DeviceMark | undefined {
  return readOwnCookie(c, 'promptory_device');
}

/** Renewed at each sign-in; signing out leaves it. */
export function writeDeviceCookie(c: Context<ServerContext>, mark: DeviceMark): void {
  writeOwnCookie(c, 'promptory_device', { content: mark, maxAge });
}
