import { Hono } from 'hono';
import {
  type MadeReadLink,
  type ReadLink,
  ReadLinkRequest,
  readLinkAddress,
  SecretsFound,
} from '#shared/model/account/read-link.ts';
import { PathId } from '#shared/model/ids.ts';
import { messages } from '#shared/model/messages.ts';
import { jsonBody } from '../../middleware/body/json-body.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { MadeLink, ReadLinks, StoredReadLink } from '../../services/links/read-links.ts';
import { accountHolder } from '../account/account-holder.ts';

/** The links to read of the person signed in. Mounted at `/api`. */
export function readLinksRoutes({ readLinks }: { readLinks: ReadLinks }): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/links', async (c) => c.json((await readLinks.list(c.get('user').id)).map(listed)))
    .post('/links', jsonBody(ReadLinkRequest), async (c) => {
      const made = await readLinks.create(accountHolder(c), c.req.valid('json'));
      if (made.kind !== 'made') return answerNotMade(made);
      const link = readLinkAddress(`${c.get('ownOrigin')}${c.get('basePath')}`, made.token);
      // The only answer that ever has the link.
      return c.json({ ...listed(made.stored), link } satisfies MadeReadLink, 201);
    })
    .delete('/links/:id', async (c) => {
      const id = PathId.safeParse(c.req.param('id'));
      const isRevoked = id.success && (await readLinks.revoke(accountHolder(c), id.data));
      return isRevoked ? c.json({ message: 'Link revoked' }) : answerProblem('not_found');
    });
}

function listed({ id, promptId, version, withSecrets, createdAt, expiresAt }: StoredReadLink): ReadLink {
  return {
    ...{ id, promptId, version, withSecrets },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

function answerNotMade(made: Exclude<MadeLink, { kind: 'made' }>): Response {
  switch (made.kind) {
    case 'off':
      return answerProblem('links_off');
    case 'gone':
      return answerProblem('not_found', {
        errors: [{ path: 'promptId', message: messages.readLinkWithoutText }],
      });
    case 'full':
      return answerProblem('too_many_requests', { detail: messages.tooManyReadLinks });
    case 'expired':
      return answerProblem('invalid_fields', {
        errors: [{ path: 'expiresAt', message: messages.readLinkExpiryPassed }],
      });
    case 'secrets':
      return answerProblem('secrets_found', SecretsFound.parse({ secrets: made.secrets }));
  }
}
