import { Hono } from 'hono';
import { PathId } from '#shared/model/ids.ts';
import { messages } from '#shared/model/messages.ts';
import { InvitationRequest } from '#shared/model/registration.ts';
import { readJson } from '../middleware/json-body.ts';
import { answerProblem } from '../middleware/problem-response.ts';
import { requireAdmin } from '../middleware/require-admin.ts';
import type { ServerContext } from '../middleware/server-context.ts';
import type { Accounts } from '../services/accounts.ts';
import type { Invitations } from '../services/invitations.ts';

export type InvitationsDeps = { accounts: Accounts; invitations: Invitations };

const instant = (at: number) => new Date(at).toISOString();

/** Mounted at `/api`, behind `requireUser`. */
export function invitationsRoutes({ accounts, invitations }: InvitationsDeps): Hono<ServerContext> {
  const adminOnly = requireAdmin(accounts);
  return new Hono<ServerContext>()
    .get('/invitations', adminOnly, async (c) => {
      const all = await invitations.list();
      return c.json(
        all.map(({ id, createdAt, expiresAt, usedAt }) => ({
          id,
          createdAt: instant(createdAt),
          expiresAt: instant(expiresAt),
          usedAt: usedAt === null ? null : instant(usedAt),
        })),
      );
    })
    .post('/invitations', adminOnly, async (c) => {
      const body = await readJson(c, InvitationRequest, { maxBytes: 64 * 1024 });
      if (!body.ok) return body.answer;
      const made = await invitations.create(body.content.expiresInDays);
      if (made === 'closed') return answerProblem('registration_closed');
      if (made === 'full') return answerProblem('too_many_requests', { detail: messages.tooManyInvitations });
      // The only answer that ever has the token.
      const link = `${c.get('ownOrigin')}/auth?invite=${made.token}`;
      return c.json({ id: made.id, link, expiresAt: instant(made.expiresAt) }, 201);
    })
    .delete('/invitations/:id', adminOnly, async (c) => {
      const id = PathId.safeParse(c.req.param('id'));
      if (!id.success || !(await invitations.remove(id.data))) return answerProblem('not_found');
      return c.json({ message: 'Invitation removed' });
    });
}
