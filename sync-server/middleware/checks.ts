/** Runs the checks of a request in order. */
import type { Context } from 'hono';
import type { Layer } from './layers.ts';
import type { ServerContext } from './server-context.ts';

/** Returns the answer to a request that goes no further. */
export type Check = (c: Context<ServerContext>) => Response | undefined;

export function checks(...all: readonly Check[]): Layer {
  return (below) => (c) => {
    for (const check of all) {
      const refused = check(c);
      if (refused !== undefined) return refused;
    }
    return below(c);
  };
}
