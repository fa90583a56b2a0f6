import { Hono } from 'hono';
import { type InvitationAnswer, InvitationQuestion } from '#shared/model/account/registration.ts';
import { readJson } from '../../middleware/body/json-body.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { Admissions } from '../../services/accounts/admissions.ts';

export type RegistrationDeps = { admissions: Pick<Admissions, 'state' | 'invitation'> };

/** Tells visitors who may make an account. Mounted at `/api`. */
export function registrationRoutes({ admissions }: RegistrationDeps): Hono<ServerContext> {
  return (
    new Hono<ServerContext>()
      .get('/registration', async (c) => c.json(await admissions.state()))
      // In a body: the token stays out of addresses, which proxies log.
      .post('/registration/invitation', async (c) => {
        const body = await readJson(c, InvitationQuestion);
        if (!body.ok) return body.answer;
        const state = await admissions.invitation(body.content.invite);
        return c.json({ state } satisfies InvitationAnswer);
      })
  );
}
