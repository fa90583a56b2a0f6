import type { Context } from 'hono';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { AccountHolder } from '../../services/accounts/own-account.ts';

/** Returns who is signed in, on a route that needs a session. */
export function accountHolder(c: Context<ServerContext>): AccountHolder {
  const token = c.get('sessionToken');
  if (token === undefined) throw new Error('a route about an account was opened without a session');
  return {
    user: c.get('user'),
    token,
    from: { address: c.get('address'), requestId: c.get('requestId') },
  };
}
