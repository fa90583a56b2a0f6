import { Hono } from 'hono';
import type { AccountSession } from '#shared/model/account/account.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { OwnAccount } from '../../services/accounts/own-account.ts';
import { accountHolder } from './account-holder.ts';

const instant = (at: number) => new Date(at).toISOString();

/** The sessions of the person signed in. Mounted at `/api`. */
export function sessionsRoutes({ ownAccount }: { ownAccount: OwnAccount }): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/sessions', async (c) => {
      const listed = await ownAccount.sessions(accountHolder(c));
      const answer: AccountSession[] = listed.map(({ createdAt, usedAt, ...rest }) => ({
        ...rest,
        createdAt: instant(createdAt),
        usedAt: instant(usedAt),
      }));
      return c.json(answer);
    })
    .delete('/sessions', async (c) => {
      await ownAccount.endOtherSessions(accountHolder(c));
      return c.json({ message: 'All other sessions ended' });
    })
    .delete('/sessions/:id', async (c) => {
      const ended = await ownAccount.endSession(accountHolder(c), c.req.param('id'));
      return ended ? c.json({ message: 'Session ended' }) : answerProblem('not_found');
    });
}
