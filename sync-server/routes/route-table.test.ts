/** Every row of the table of routes, and every sender that it must refuse. */
import { describe, expect, test } from 'vitest';
import { Problem, type ProblemCode } from '#shared/model/problem.ts';
import { routeDifferences } from '../middleware/match-route.ts';
import type { RouteRow } from '../middleware/route-row.ts';
import {
  marker,
  methodOf,
  pathOf,
  type RouteName,
  routeNames,
  routeSamples,
} from '../testing/requests/route-samples.ts';
import { type RouteScene, routeScene } from '../testing/requests/route-scene.ts';
import { routeTable } from './route-table.ts';

test('a route without a row and a row without a route are each named by a sentence', () => {
  const row = { auth: 'session', owner: 'caller', rate: 'ordinary', scope: null } as const;
  const mounted = [
    { method: 'GET', path: '/api/user' },
    { method: 'POST', path: '/api/tokens' },
  ];
  expect(routeDifferences(mounted, { 'GET /api/user': row, 'GET /api/tokens': row })).toEqual([
    'The route POST /api/tokens has no row in the table of routes.',
    'The row GET /api/tokens has no route in the table of routes.',
  ]);
  expect(routeDifferences(mounted, { 'GET /api/user': row, 'POST /api/tokens': row })).toEqual([]);
});

/** `code`: undefined where the request is not refused for its sender. */
type Expected = { status: number; code?: ProblemCode };
type Sender = {
  who: string;
  /** Makes the sender, and returns what its requests carry. */
  prepare(scene: RouteScene): Promise<{ headers: Record<string, string>; host?: string }>;
  expected(row: RouteRow, route: RouteName): Expected;
};

const signedOut = { status: 401, code: 'signed_out' } as const;
const foreign = { status: 403, code: 'forbidden_origin' } as const;
const noToken = { status: 401, code: 'invalid_token' } as const;
/** With the session of the owner. */
const asTheOwner = (route: RouteName) => {
  const row: RouteRow = routeTable[route];
  return row.auth === 'token' ? noToken : { status: routeSamples[route].status };
};
const withoutSession = ({ auth }: RouteRow, route: RouteName) =>
  auth === 'anonymous' || auth === 'token' ? asTheOwner(route) : signedOut;

const senders: Sender[] = [
  { who: 'a visitor', prepare: async () => ({ headers: {} }), expected: withoutSession },
  {
    who: 'a visitor with a made-up session',
    prepare: async () => ({ headers: { Cookie: 'promptory_session=made-up' } }),
    expected: withoutSession,
  },
  {
    who: 'a session that was ended',
    async prepare({ app, ada }) {
      await app.request('/api/logout', { method: 'POST', headers: { Cookie: ada.cookie } });
      return { headers: { Cookie: ada.cookie } };
    },
    expected: withoutSession,
  },
  {
    who: 'a session that ran out',
    async prepare({ ada, clock }) {
      clock.at += 31 * 24 * 60 * 60 * 1000;
      return { headers: { Cookie: ada.cookie } };
    },
    expected: withoutSession,
  },
  {
    who: 'a disabled account',
    async prepare({ ada, outside, clock }) {
      await outside.storages.administration.disable(ada.id, clock.at);
      return { headers: { Cookie: ada.cookie } };
    },
    expected: withoutSession,
  },
  {
    who: 'a deleted account',
    async prepare({ ada, outside, clock }) {
      await outside.storages.administration.markDeleted(ada.id, clock.at);
      return { headers: { Cookie: ada.cookie } };
    },
    expected: withoutSession,
  },
  {
    who: 'another account, no admin, that names the same ids',
    prepare: async ({ eve }) => ({ headers: { Cookie: eve.cookie } }),
    expected({ auth, owner }, route) {
      if (auth === 'token') return noToken;
      if (auth === 'admin') return { status: 403, code: 'admins_only' };
      const sample = routeSamples[route];
      const { status, statusElsewhere = typeof owner === 'object' ? 404 : status } = sample;
      return statusElsewhere === 404 && !sample.isPage
        ? { status: 404, code: 'not_found' }
        : { status: statusElsewhere };
    },
  },
  {
    who: 'the session of one account in the name of another',
    prepare: async ({ ada, eve }) => ({
      headers: { Cookie: eve.cookie, 'X-Promptory-User': String(ada.id) },
    }),
    expected: withoutSession,
  },
  {
    who: 'the owner under the name of a foreign host',
    prepare: async ({ ada }) => ({ headers: { Cookie: ada.cookie }, host: 'http://evil.example' }),
    expected: ({ anyHost }, route) => (anyHost ? asTheOwner(route) : foreign),
  },
  {
    who: "a foreign page in the owner's browser",
    prepare: async ({ ada }) => ({
      headers: { Cookie: ada.cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    }),
    // Reads are answered, but no header of the answer lets the foreign page see it.
    expected: ({ auth }, route) =>
      methodOf(route) === 'GET' && auth !== 'token' ? asTheOwner(route) : foreign,
  },
];

async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('Content-Type') !== 'text/event-stream') return answer.text();
  await answer.body?.cancel();
  return '';
}

describe.each(senders)('$who', ({ who, prepare, expected }) => {
  test('is answered as each row has it, reads nothing of the owner and changes nothing', async () => {
    using scene = await routeScene();
    const { headers, host } = await prepare(scene);
    const before = await scene.rowsOfAda();
    const mayRead = who.includes('owner');
    for (const route of routeNames) {
      const answer = await scene.send(route, pathOf(route, scene.invitation), headers, host);
      const text = await textOf(answer);
      const { status, code } = expected(routeTable[route], route);
      expect([route, answer.status]).toEqual([route, status]);
      if (code !== undefined) {
        expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
        expect(Problem.parse(JSON.parse(text))).toMatchObject({ code, status });
      }
      if (!mayRead || code !== undefined)
        expect([route, text]).toEqual([route, expect.not.stringContaining(marker)]);
      const names = [...answer.headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect([route, (await scene.rowsOfAda()) === before]).toEqual([route, true]);
    }
    expect(scene.errors).toEqual([]);
  });
});

test('another account is answered the same about a row of the owner as about one that is nowhere', async () => {
  using scene = await routeScene();
  const headers = { Cookie: scene.eve.cookie };
  for (const route of routeNames) {
    const path = pathOf(route, scene.invitation);
    if (typeof routeTable[route].owner !== 'object') continue;
    const nowhere = path.replace(/\/(\d+|[0-9a-f]{64})(?=\/|$)/g, (_, id: string) =>
      id.length === 64 ? `/${'0'.repeat(64)}` : '/999',
    );
    const [theirs, none] = [
      await scene.send(route, path, headers),
      await scene.send(route, nowhere, headers),
    ];
    expect([route, theirs.status, await theirs.text()]).toEqual([route, none.status, await none.text()]);
  }
});

test('the owner, who is an admin, is answered what each row promises', async () => {
  using scene = await routeScene();
  // The only admin of others may not delete the account.
  await scene.outside.storages.administration.setAdmin(scene.eve.id, true);
  for (const route of routeNames) {
    const answer = await scene.send(route, pathOf(route, scene.invitation), { Cookie: scene.ada.cookie });
    expect([route, answer.status]).toEqual([route, asTheOwner(route).status]);
    await answer.body?.cancel();
  }
});

test('a method that no row has for a path is answered 405 with those that one has', async () => {
  using scene = await routeScene();
  const headers = { Cookie: scene.ada.cookie };
  for (const path of new Set(routeNames.map((route) => pathOf(route, scene.invitation)))) {
    const methods = new Set(routeNames.filter((route) => fits(route, path)).map(methodOf));
    const allowed = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].sort().join(', ');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !methods.has(one))) {
      const answer = await scene.app.request(path, { method, headers });
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect([path, answer.headers.get('Allow')]).toEqual([path, allowed]);
    }
  }
});

function fits(route: RouteName, path: string): boolean {
  const pattern = route.slice(route.indexOf(' ') + 1).replace(/:[a-zA-Z0-9]+/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}
