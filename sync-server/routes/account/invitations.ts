import { type Context, Hono } from 'hono';
import {
  type Invitation,
  InvitationRequest,
  invitationLink,
  type MadeInvitation,
} from '#shared/model/account/registration.ts';
import { PathId } from '#shared/model/ids.ts';
import { messages } from '#shared/model/messages.ts';
import { jsonBody } from '../../middleware/body/json-body.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { Admin, Invitations } from '../../services/accounts/invitations.ts';

export type InvitationsDeps = { invitations: Invitations };

const instant = (at: number) => new Date(at).toISOString();

/** Mounted at `/api`. */
export function invitationsRoutes({ invitations }: InvitationsDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/invitations', async (c) => {
      const all = await invitations.list();
      const answer: Invitation[] = all.map(({ id, createdAt, expiresAt, usedAt }) => ({
        id,
        createdAt: instant(createdAt),
        expiresAt: instant(expiresAt),
        usedAt: usedAt === null ? null : instant(usedAt),
      }));
      return c.json(answer);
    })
    .post('/invitations', jsonBody(InvitationRequest), async (c) => {
      const made = await invitations.create(c.req.valid('json').expiresInDays, adminOf(c));
      if (made === 'closed') return answerProblem('registration_closed');
      if (made === 'full') return answerProblem('too_many_requests', { detail: messages.tooManyInvitations });
      // The only answer that ever has the token.
      const link = invitationLink(`${c.get('ownOrigin')}${c.get('basePath')}`, made.token);
      const { id, expiresAt } = made;
      return c.json({ id, link, expiresAt: instant(expiresAt) } satisfies MadeInvitation, 201);
    })
    .delete('/invitations/:id', async (c) => {
      const id = PathId.safeParse(c.req.param('id'));
      if (!id.success || !(await invitations.remove(id.data, adminOf(c)))) return answerProblem('not_found');
      return c.json({ message: 'Invitation removed' });
    });
}

function adminOf(c: Context<ServerContext>): Admin {
  const from = { address: c.get('address'), requestId: c.get('requestId') };
  return { username: c.get('user').username, from };
}
