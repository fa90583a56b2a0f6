/**
 * Gives each request of an account its turn, once all of it is here: one with a body when `json-body.ts` has received it,
 * one without at once. Event streams and the bytes of files take none: they mostly wait for their client.
 */
import type { MiddlewareHandler } from 'hono';
import { type AccountWork, type RequestTurn, requestsAtOnce, weightOf } from '../services/account-work.ts';
import type { ServerContext } from './server-context.ts';

export function takeTurns(work: AccountWork): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    const user: { id: number } | undefined = c.get('user');
    if (user === undefined) return next();
    const account = String(user.id);
    // A search of a large library takes seconds, and nobody should wait for it to save a text.
    const line = c.get('route').rate === 'costly' ? `${account} costly` : account;
    let held = 0;
    let end = () => {};
    const turn: RequestTurn = {
      hold(bytes) {
        const isHeld = work.hold(account, bytes);
        if (isHeld) held += bytes;
        return isHeld;
      },
      async begin() {
        end = await work.turn(line, weightOf(held));
      },
      another: () => work.turn(line, requestsAtOnce),
    };
    c.set('turn', turn);
    const { body, isStream } = c.get('route');
    // A request without a body may read a whole library: it is worked on alone.
    if (body === undefined && isStream !== true) end = await turn.another();
    try {
      await next();
    } finally {
      end();
      if (held > 0) work.giveBack(account, held);
    }
  };
}
