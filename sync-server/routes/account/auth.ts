import type { Context } from 'hono';
import { Hono } from 'hono';
import { Credentials, Registration, type SessionAnswer } from '#shared/model/account/user.ts';
import { problemMessages } from '#shared/model/messages.ts';
import { jsonBody } from '../../middleware/body/json-body.ts';
import { readDeviceCookie, writeDeviceCookie } from '../../middleware/device-cookie.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import {
  clearSessionCookie,
  readSessionCookie,
  writeSessionCookie,
} from '../../middleware/session-cookie.ts';
import type { Accounts, Caller, LoginOutcome, RegisterOutcome } from '../../services/accounts/accounts.ts';
import type { Sessions } from '../../services/accounts/sessions.ts';

export type AuthDeps = {
  accounts: Accounts;
  sessions: Pick<Sessions, 'find'>;
  cookieSeconds: number;
};

/** Mounted at `/api`. */
export function authRoutes({ accounts, sessions, cookieSeconds }: AuthDeps): Hono<ServerContext> {
  async function answer(
    c: Context<ServerContext>,
    outcome: LoginOutcome | RegisterOutcome,
    status: 200 | 201,
  ) {
    switch (outcome.kind) {
      case 'signed_in': {
        // The browser is about to forget the old token, so nobody could ever end that session.
        const replaced = readSessionCookie(c);
        if (replaced !== undefined) await accounts.logout(replaced, callerOf(c));
        writeSessionCookie(c, outcome.token, cookieSeconds);
        writeDeviceCookie(c, outcome.device);
        return c.json(outcome.user, status);
      }
      case 'invalid_fields':
      case 'wrong_code':
      case 'invitation_ended':
        return answerProblem(outcome.kind, { errors: outcome.errors });
      case 'username_taken': {
        const errors = [{ path: 'username', message: problemMessages.username_taken }];
        return answerProblem(outcome.kind, { errors });
      }
      case 'wrong_credentials':
      case 'registration_closed':
        return answerProblem(outcome.kind);
      case 'too_many_requests':
      case 'busy':
        return answerProblem(outcome.kind, {
          headers: { 'Retry-After': String(outcome.retryAfterSeconds) },
        });
    }
  }

  return new Hono<ServerContext>()
    .get('/user', (c) => c.json(c.get('user')))
    .get('/session', async (c) => {
      const token = readSessionCookie(c);
      const user = token === undefined ? undefined : await sessions.find(token);
      return c.json({ user: user ?? null } satisfies SessionAnswer);
    })
    .post('/login', jsonBody(Credentials), async (c) => {
      return answer(c, await accounts.login(c.req.valid('json'), callerOf(c)), 200);
    })
    .post('/register', jsonBody(Registration), async (c) => {
      return answer(c, await accounts.register(c.req.valid('json'), callerOf(c)), 201);
    })
    .post('/logout', async (c) => {
      const token = readSessionCookie(c);
      if (token !== undefined) await accounts.logout(token, callerOf(c));
      clearSessionCookie(c);
      return c.json({ message: 'Logged out' });
    });
}

function callerOf(c: Context<ServerContext>): Caller {
  return {
    address: c.get('address'),
    device: readDeviceCookie(c),
    requestId: c.get('requestId'),
    userAgent: c.req.header('User-Agent') ?? '',
  };
}
