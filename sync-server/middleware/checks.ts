/** Runs the checks of a request in order, without a promise for each of them. */
import type { Context, MiddlewareHandler } from 'hono';
import type { ServerContext } from './server-context.ts';

/** Returns the answer to a request that goes no further. */
export type Check = (c: Context<ServerContext>) => Response | undefined;

export function checks(...all: readonly Check[]): MiddlewareHandler<ServerContext> {
  return (c, next) => {
    for (const check of all) {
      const refused = check(c);
      if (refused !== undefined) return Promise.resolve(refused);
    }
    return next();
  };
}
