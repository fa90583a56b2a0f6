import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { authorizeToken, onlyProjectOf, withinProject } from './authorize-token.ts';
import type { RouteRow } from './route-row.ts';
import type { ServerContext } from './server-context.ts';

const token = {
  id: 1,
  userId: 1,
  name: 'n',
  scope: 'read',
  projectId: 5,
  createdAt: 0,
  expiresAt: null,
} as const;
const user = { id: 1, username: 'ada', displayName: 'Ada' };
const nowhere = async () => undefined;

/** A route behind the authorization of a token of project 5. */
function behind(row: Pick<RouteRow, 'projectTokens' | 'owner'>, route: (asks: () => void) => void) {
  const authorized = authorizeToken(
    { apiTokens: { use: () => ({ kind: 'found', token, user }), recordRefusal: async () => {} } },
    () => undefined,
  );
  const projectOf = {
    ...{ project: nowhere, version: nowhere, resource: nowhere, blob: nowhere, session: nowhere },
    ...{
      label: nowhere,
      keptRun: nowhere,
      testCase: nowhere,
      token: nowhere,
      webhook: nowhere,
      delivery: nowhere,
      link: nowhere,
      sharedText: nowhere,
    },
    ...{ prompt: async (_: number, id: string) => Number(id) },
  };
  const app = new Hono<ServerContext>().onError((error, c) => c.text(error.message, 500));
  app.use('/:id', (c, next) => {
    c.set('route', { auth: 'session', rate: 'ordinary', scope: 'read', ...row });
    return authorized(c, 'token', next);
  });
  app.use('/:id', withinProject(projectOf));
  return app.get('/:id', (c) => {
    route(() => onlyProjectOf(c));
    return new Response('rows');
  });
}

test('the rows of a route that forgets to ask for the project are never sent', async () => {
  const asks = behind({ projectTokens: 'byRoute', owner: 'caller' }, (ask) => ask());
  expect(await (await asks.request('/1')).text()).toBe('rows');
  const forgets = behind({ projectTokens: 'byRoute', owner: 'caller' }, () => {});
  const answer = await forgets.request('/1');
  expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('has not asked')]);
});

test.each([
  ['/5', 200],
  ['/6', 404],
])('a path is looked up before its route runs: %s', async (path, status) => {
  let runs = 0;
  const app = behind({ projectTokens: 'byPath', owner: { id: 'prompt' } }, () => {
    runs += 1;
  });
  expect((await app.request(path)).status).toBe(status);
  expect(runs).toBe(status === 200 ? 1 : 0);
});

test('a route that does not say how it holds to a project takes no token of one', async () => {
  const app = behind({ owner: 'caller' }, () => {});
  expect((await app.request('/1')).status).toBe(403);
});
