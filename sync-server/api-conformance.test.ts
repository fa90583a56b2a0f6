/** Requests drawn from the document of the API are answered as the document has it, whoever sends them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testRun } from '../e2e/test-run.ts';
import { apiDocument } from './routes/openapi/document.ts';
import { apiConformance } from './testing/requests/api-conformance.ts';
import { type DocumentedRequest, documentedRequests } from './testing/requests/documented-requests.ts';
import { sampled } from './testing/requests/route-samples.ts';
import { type RouteScene, routeScene } from './testing/requests/route-scene.ts';

const requestsOfScene = 100;
const gateScenes = 8;
const fullScenes = 200;

const senders = [
  ...(['ada', 'ada', 'ada', 'ada', 'eve', 'nobody', 'foreign page', 'foreign host'] as const),
  ...(['token that writes', 'token that reads', 'token of the project', 'token of nobody'] as const),
];
type Sender = (typeof senders)[number];

/** They end the sessions of those that come after them. */
const last =
  /^(POST \/api\/logout|POST \/api\/account\/deletion|DELETE \/api\/sessions|PUT \/api\/account\/password)/;

/**
 * Routes that refuse what the document cannot name: a past date, a common password, two clients, a bad address, two ways
 * to name a version, the text that a note was written upon without the note.
 */
const refusesMore = new Set([
  ...['POST /api/tokens', 'POST /api/register', 'PUT /api/account/password', 'POST /api/sync/push'],
  ...['POST /api/webhooks', 'PATCH /api/webhooks/{id}', 'PUT /api/pull/{project}/{prompt}/labels/{label}'],
  ...['GET /api/pull/{project}/{prompt}', 'POST /api/pull/{project}/{prompt}'],
  ...[
    'PATCH /api/prompts/{id}',
    'PATCH /api/prompts/{id}/kept-runs/{runId}',
    'PATCH /api/prompts/{id}/cases/{caseId}',
  ],
]);

async function headersOf({
  ada,
  eve,
  services,
}: RouteScene): Promise<Record<Sender, Record<string, string>>> {
  const token = async (scope: 'read' | 'write', projectId: number | null) => {
    const request = { name: 'a program', scope, projectId, expiresAt: null };
    const made = await services.apiTokens.create({ user: { ...ada, username: '' } }, request);
    return { Authorization: `Bearer ${made.kind === 'made' ? made.token : ''}` };
  };
  return {
    ada: { Cookie: ada.cookie },
    eve: { Cookie: eve.cookie },
    nobody: {},
    'foreign page': { Cookie: ada.cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    'foreign host': { Cookie: ada.cookie },
    'token that writes': await token('write', null),
    'token that reads': await token('read', null),
    'token of the project': await token('write', sampled.project),
    'token of nobody': { Authorization: `Bearer pty_${'0'.repeat(64)}` },
  };
}

/** A row of a file without its bytes could name those of another project. */
const needsBytes = {
  sender: 'token of the project',
  operation: 'POST /api/projects/{id}/resources',
} as const;

/** Returns what is wrong with an answer that the document has. */
function unexpected(
  { operation, differsIn }: DocumentedRequest,
  { status, code, sender }: { status: number; code: string | undefined; sender: Sender },
) {
  const isWithoutBytes = sender === needsBytes.sender && operation === needsBytes.operation;
  if (isWithoutBytes && code === 'unsupported_media_type') return [];
  if (status >= 500) return [`${operation} failed`];
  if (differsIn !== null)
    return status < 400 ? [`${operation} took ${differsIn} that is not documented`] : [];
  const refused = ['invalid_fields', 'invalid_request', 'unsupported_media_type', 'too_large'].includes(
    code ?? '',
  );
  return refused && !refusesMore.has(operation) ? [`${operation} refused what is documented`] : [];
}

test('each answer to a request of the document is one that it has, and takes just what it has', async () => {
  const document = await apiDocument({ version: '', basePath: '' });
  const compare = apiConformance(document);
  const seen = new Map<string, number>();
  const drawn = fc.array(fc.tuple(documentedRequests(document), fc.constantFrom(...senders)), {
    minLength: requestsOfScene,
    maxLength: requestsOfScene,
  });
  await fc.assert(
    fc.asyncProperty(drawn, async (requests) => {
      using scene = await routeScene();
      const headersBy = await headersOf(scene);
      const inOrder = [...requests].sort(
        ([a], [b]) => Number(last.test(a.operation)) - Number(last.test(b.operation)),
      );
      for (const [request, sender] of inOrder) {
        const { method, path, body } = request;
        const host = sender === 'foreign host' ? 'http://evil.example' : 'http://localhost';
        const headers = { ...request.headers, ...headersBy[sender] };
        const answer = await scene.app.request(`${host}${path}`, {
          method,
          headers,
          ...(body !== undefined && { body }),
        });
        const { code, deviations } = await compare({ method, path }, answer);
        const found = [...deviations, ...unexpected(request, { status: answer.status, code, sender })];
        expect(found.length === 0 ? [] : [request, sender, code, ...found]).toEqual([]);
        const about = `${request.operation} ${answer.status}`;
        seen.set(about, (seen.get(about) ?? 0) + 1);
      }
      expect(scene.errors).toEqual([]);
    }),
    { numRuns: testRun.isFull ? fullScenes : gateScenes, endOnFailure: true },
  );
  const operations = new Set([...seen.keys()].map((about) => about.slice(0, about.lastIndexOf(' '))));
  expect(operations.size).toBe(
    Object.entries(document.paths).flatMap(([path, methods]) => (path === '/mcp' ? [] : Object.keys(methods)))
      .length,
  );
}, 1_200_000);
