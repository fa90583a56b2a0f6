/** No request that can be drawn from the table of routes and the schemas of its bodies makes this server fail. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testRun } from '../e2e/test-run.ts';
import { apiDocument } from './routes/openapi/document.ts';
import { apiConformance } from './testing/requests/api-conformance.ts';
import { generatedRequests } from './testing/requests/generated-requests.ts';
import { routeScene } from './testing/requests/route-scene.ts';

const gateRuns = 600;
const fullRuns = 50_000;
const slowestMs = 2_000;

test('no request of any route is answered 5xx, and each answer is one that the document of the API has', async () => {
  using scene = await routeScene();
  const compare = apiConformance(await apiDocument({ version: '', basePath: '' }));
  const seen = new Map<number, number>();
  let slowest = 0;
  const senders = fc.constantFrom(scene.ada.cookie, scene.ada.cookie, scene.eve.cookie, '');
  await fc.assert(
    fc.asyncProperty(generatedRequests, senders, async ({ route, method, path, headers, body }, cookie) => {
      // The end of a session would leave nothing for those that come after it.
      const Cookie = headers.Cookie ?? (route === 'POST /api/logout' ? '' : cookie);
      const sent = { method, headers: { ...headers, Cookie }, ...(body === undefined ? {} : { body }) };
      const before = performance.now();
      const answer = await scene.app.request(new Request(`http://localhost${path}`, sent));
      const { deviations } = await compare({ method, path }, answer);
      slowest = Math.max(slowest, performance.now() - before);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      expect(answer.status).toBeLessThan(500);
      expect(deviations).toEqual([]);
      expect(scene.errors).toEqual([]);
    }),
    { numRuns: testRun.isFull ? fullRuns : gateRuns },
  );
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 415]));
  if (testRun.isFull) expect(slowest).toBeLessThan(slowestMs);
}, 600_000);
