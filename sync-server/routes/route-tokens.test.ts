/** Every row of the table of routes, and what each API token is answered by it. */
import { describe, expect, test } from 'vitest';
import type { ApiTokenRequest } from '#shared/model/account/api-token.ts';
import { Problem, type ProblemCode } from '#shared/model/problem.ts';
import type { RouteRow } from '../middleware/route-row.ts';
import {
  marker,
  pathOf,
  type RouteName,
  routeNames,
  routeSamples,
  sampled,
} from '../testing/requests/route-samples.ts';
import { type RouteScene, routeScene } from '../testing/requests/route-scene.ts';
import { jsonRequest } from '../testing/test-app.ts';
import { routeTable } from './route-table.ts';

const otherProject = 91;

type Expected = { status: number; code?: ProblemCode };
type Bearer = {
  which: string;
  prepare(scene: RouteScene): Promise<string>;
  /** Of a route that asks for an account. */
  expected(row: RouteRow, route: RouteName): Expected;
  /** Of the sampled library. */
  reads?: true;
  writes?: true;
};

const invalid = { status: 401, code: 'invalid_token' } as const;
const tooSmall = { status: 403, code: 'insufficient_scope' } as const;
const nothing = { status: 404, code: 'not_found' } as const;
const asTheOwner = (route: RouteName) => ({ status: routeSamples[route].status });

async function tokenOf(
  { services }: RouteScene,
  id: number,
  request: Partial<ApiTokenRequest> = {},
): Promise<string> {
  const rest = { name: 'a program', scope: 'write', projectId: null, expiresAt: null } as const;
  const made = await services.apiTokens.create({ user: { id, username: 'name' } }, { ...rest, ...request });
  if (made.kind !== 'made') throw new Error(`no token was made: ${made.kind}`);
  return made.token;
}

/** As the row of another account that names the same ids. */
function elsewhere({ owner }: RouteRow, route: RouteName): Expected {
  const { status, statusElsewhere = typeof owner === 'object' ? 404 : status } = routeSamples[route];
  return statusElsewhere === 404 ? nothing : { status: statusElsewhere };
}

const bearers: Bearer[] = [
  { which: 'no token after Bearer', prepare: async () => '', expected: () => invalid },
  { which: 'a made-up token', prepare: async () => `pty_${'0'.repeat(64)}`, expected: () => invalid },
  {
    which: 'an expired token',
    async prepare(scene) {
      const expiresAt = new Date(scene.clock.at + 1000).toISOString();
      const token = await tokenOf(scene, scene.ada.id, { expiresAt });
      scene.clock.at += 1000;
      return token;
    },
    expected: () => invalid,
  },
  {
    which: 'a revoked token',
    async prepare(scene) {
      const token = await tokenOf(scene, scene.ada.id);
      const user = { id: scene.ada.id, username: 'name' };
      const [made] = (await scene.services.apiTokens.list(user.id)).filter(
        ({ name }) => name === 'a program',
      );
      await scene.services.apiTokens.revoke({ user }, made?.id ?? 0);
      return token;
    },
    expected: () => invalid,
  },
  {
    which: 'the token of a disabled account',
    async prepare(scene) {
      const token = await tokenOf(scene, scene.ada.id);
      await scene.outside.storages.administration.disable(scene.ada.id, scene.clock.at);
      return token;
    },
    expected: () => invalid,
  },
  {
    which: "another account's token",
    prepare: (scene) => tokenOf(scene, scene.eve.id),
    expected: (row, route) => (row.scope === null || row.scope === 'run' ? tooSmall : elsewhere(row, route)),
  },
  {
    which: 'a token that reads',
    prepare: (scene) => tokenOf(scene, scene.ada.id, { scope: 'read' }),
    expected: (row, route) => (row.scope === 'read' ? asTheOwner(route) : tooSmall),
    reads: true,
  },
  {
    which: 'a token that writes',
    prepare: (scene) => tokenOf(scene, scene.ada.id),
    expected: (row, route) => (row.scope === null || row.scope === 'run' ? tooSmall : asTheOwner(route)),
    reads: true,
    writes: true,
  },
  {
    which: 'a token that runs models',
    prepare: (scene) => tokenOf(scene, scene.ada.id, { scope: 'run' }),
    expected: (row, route) => (row.scope === null || row.scope === 'write' ? tooSmall : asTheOwner(route)),
    reads: true,
  },
  {
    which: "another project's token",
    prepare: (scene) => tokenOf(scene, scene.ada.id, { projectId: otherProject }),
    expected(row, route) {
      return row.scope === null || row.projectTokens === undefined ? tooSmall : elsewhere(row, route);
    },
  },
  {
    which: "the project's own token",
    prepare: (scene) => tokenOf(scene, scene.ada.id, { projectId: sampled.project }),
    expected: (row, route) =>
      row.scope === null || row.projectTokens === undefined ? tooSmall : asTheOwner(route),
    reads: true,
    writes: true,
  },
];

async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('Content-Type') !== 'text/event-stream') return answer.text();
  await answer.body?.cancel();
  return '';
}

describe.each(bearers)('$which', ({ prepare, expected, reads, writes }) => {
  test('opens what each row has for it, and shows and changes nothing else', async () => {
    using scene = await routeScene();
    const project = { id: otherProject, name: 'other' };
    await scene.app.request('/api/projects', jsonRequest('POST', project, { Cookie: scene.ada.cookie }));
    const Authorization = `Bearer ${await prepare(scene)}`;
    // A use is recorded once a minute, before what is compared.
    await scene.app.request('/api/search?q=none', { headers: { Authorization } });
    const before = await scene.rowsOfAda();
    let seen = 0;
    for (const route of routeNames) {
      const row: RouteRow = routeTable[route];
      if (row.auth === 'anonymous') continue;
      seen += 1;
      const { status, code } = expected(row, route);
      const answer = await scene.send(route, pathOf(route, scene.invitation), { Authorization });
      const text = await textOf(answer);
      expect([route, answer.status, text]).toEqual([route, status, text]);
      expect(answer.headers.get('Set-Cookie')).toBeNull();
      if (code !== undefined) expect(Problem.parse(JSON.parse(text))).toMatchObject({ code, status });
      const challenge = answer.headers.get('WWW-Authenticate') ?? '';
      expect(challenge.startsWith('Bearer')).toBe(status === 401 || status === 403);
      if (reads === undefined || code !== undefined)
        expect([route, text]).toEqual([route, expect.not.stringContaining(marker)]);
    }
    if (writes === undefined) expect(await scene.rowsOfAda()).toBe(before);
    expect(seen).toBeGreaterThan(40);
    expect(scene.errors).toEqual([]);
  });
});
