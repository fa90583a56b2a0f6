import { Hono } from 'hono';
import { type InvitationAnswer, InvitationQuestion } from '#shared/model/account/registration.ts';
import { jsonBody } from '../../middleware/body/json-body.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { Admissions } from '../../services/accounts/admissions.ts';

export type RegistrationDeps = { admissions: Pick<Admissions, 'state' | 'invitation'> };

/** Tells visitors who may make an account. Mounted at `/api`. */
export function registrationRoutes({ admissions }: RegistrationDeps): Hono<ServerContext> {
  return (
    new Hono<ServerContext>()
      .get('/registration', async (c) => c.json(await admissions.state()))
      // In a body: the token stays out of addresses, which proxies log.
      .post('/registration/invitation', jsonBody(InvitationQuestion), async (c) => {
        const state = await admissions.invitation(c.req.valid('json').invite);
        return c.json({ state } satisfies InvitationAnswer);
      })
  );
}
