import { type Context, Hono } from 'hono';
import { type ApiToken, ApiTokenRequest, type MadeApiToken } from '#shared/model/account/api-token.ts';
import { PathId } from '#shared/model/ids.ts';
import { messages, problemMessages } from '#shared/model/messages.ts';
import { jsonBody } from '../../middleware/body/json-body.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { ApiTokens, MadeToken, StoredApiToken } from '../../services/accounts/api-tokens.ts';
import { accountHolder } from './account-holder.ts';

/** The API tokens of the person signed in. Mounted at `/api`. */
export function apiTokensRoutes({ apiTokens }: { apiTokens: ApiTokens }): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/tokens', async (c) => c.json((await apiTokens.list(c.get('user').id)).map(listed)))
    .post('/tokens', jsonBody(ApiTokenRequest), async (c) => {
      const made = await apiTokens.create(accountHolder(c), c.req.valid('json'));
      if (made.kind !== 'made') return answerNotMade(made.kind);
      // The only answer that ever has the token.
      return c.json({ ...listed(made.stored), token: made.token } satisfies MadeApiToken, 201);
    })
    .delete('/tokens/:id', async (c) =>
      (await revoked(c, apiTokens)) ? c.json({ message: 'Token revoked' }) : answerProblem('not_found'),
    );
}

async function revoked(c: Context<ServerContext>, apiTokens: ApiTokens): Promise<boolean> {
  const id = PathId.safeParse(c.req.param('id'));
  return id.success && apiTokens.revoke(accountHolder(c), id.data);
}

function listed({ createdAt, expiresAt, usedAt, id, name, scope, projectId }: StoredApiToken): ApiToken {
  return {
    ...{ id, name, scope, projectId },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: instant(expiresAt),
    usedAt: instant(usedAt),
  };
}

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function answerNotMade(kind: Exclude<MadeToken['kind'], 'made'>): Response {
  switch (kind) {
    case 'full':
      return answerProblem('too_many_requests', { detail: messages.tooManyApiTokens });
    case 'no_project':
      return answerProblem('invalid_fields', {
        errors: [{ path: 'projectId', message: problemMessages.not_found }],
      });
    case 'expired':
      return answerProblem('invalid_fields', {
        errors: [{ path: 'expiresAt', message: messages.apiTokenExpiryPassed }],
      });
  }
}
