import type { MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import type { ServerContext } from './server-context.ts';

/**
 * Returns the reader of a request's path that routes are matched by: without the base path where it begins with it.
 * A proxy may pass the base path on or take it away; both are served.
 */
export function pathBelow(basePath: string): (request: Request) => string {
  if (basePath === '') return getPath;
  return (request) => {
    const path = getPath(request);
    return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  };
}

/** Sets `basePath`, and sends the base path without its last slash to where relative addresses mean the same. */
export function underBase(basePath: string): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    c.set('basePath', basePath);
    if (basePath === '') return next();
    const { pathname, search } = new URL(c.req.url);
    return pathname === basePath ? c.redirect(`${basePath}/${search}`, 308) : next();
  };
}
