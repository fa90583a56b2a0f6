import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restClient } from '../../testing/rest-client.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { feed, push, small } from './large-changes-scene.ts';

const id = fc.integer({ min: 1, max: 3 });
/** Everything, nothing, one's own, or no claim: a revival in portions gives its rows other places in the feed. */
const seen = fc.constantFrom(
  undefined,
  { seq: 9_999, beforeNumber: 0 },
  { seq: 0, beforeNumber: 0 },
  { seq: 0, beforeNumber: 9_999 },
);
const rev = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
type Step = { client: string; method: string; path: string; body?: unknown; ifMatch: number | undefined };

const anyStep: fc.Arbitrary<Step> = fc
  .record({ client: fc.constantFrom('c1', 'c2'), project: id, prompt: id, version: id, seen, rev })
  .chain(({ client, project, prompt, version, seen, rev }) => {
    const plain = { client, ifMatch: undefined };
    const at = `/api/prompts/${prompt}`;
    return fc.constantFrom<Step>(
      { ...plain, method: 'POST', path: '/api/projects', body: { id: project, name: 'P' } },
      {
        ...plain,
        method: 'POST',
        path: '/api/prompts',
        body: { id: prompt, title: 'T', content: 'a', projectId: project },
      },
      {
        ...plain,
        method: 'PUT',
        path: at,
        body: { id: prompt * 10 + version, content: 'b', description: 'v' },
      },
      { client, method: 'PATCH', path: at, body: { title: `T${version}` }, ifMatch: rev },
      {
        client,
        method: 'PATCH',
        path: `${at}/versions/${prompt * 10 + version}`,
        body: { content: 'c' },
        ifMatch: rev,
      },
      { ...plain, method: 'DELETE', path: at, body: { seen } },
      { ...plain, method: 'DELETE', path: `/api/projects/${project}`, body: { seen } },
      {
        ...plain,
        method: 'DELETE',
        path: `${at}/versions/bulk-delete`,
        body: { versionIds: [1, 2, version].map((n) => prompt * 10 + n), seen },
      },
    );
  });

const created = { client: 'c1', ifMatch: undefined };

/** Three prompts of three versions each, so that there is something large from the start. */
const beginning: Step[] = [
  { ...created, method: 'POST', path: '/api/projects', body: { id: 1, name: 'P' } },
  ...[1, 2, 3].flatMap((prompt): Step[] => [
    {
      ...created,
      method: 'POST',
      path: '/api/prompts',
      body: { id: prompt, title: 'T', content: 'a', projectId: 1 },
    },
    ...[1, 2, 3].map((version) => ({
      ...created,
      method: 'PUT',
      path: `/api/prompts/${prompt}`,
      body: { id: prompt * 10 + version, content: `b${version}`, description: 'v' },
    })),
  ]),
];

/** Returns the answers and the changes in the feed, without the fields that depend on how it was done. */
async function outcomeOf(server: TestApp, steps: readonly Step[]) {
  const client = await restClient(server);
  const numbers = new Map<string, number>();
  const mutations = steps.map(({ client: name, ...step }) => {
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    return { key: `${name}:${number}`, ...step };
  });
  const answers: unknown[] = [];
  for (const mutation of mutations) {
    const { results } = await push(client, [mutation]);
    answers.push(results.map(({ status, rev, body }) => ({ status, rev, body })));
  }
  const { changes } = await feed(client);
  const rows = changes.map(({ seq: _seq, ...change }) => change);
  return { answers, rows: rows.sort((a, b) => Number(a.id) - Number(b.id) || (a.type < b.type ? -1 : 1)) };
}

test('whether a change is done at once or in portions, the answers and the feed are the same', async () => {
  let large = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 30 }), async (steps) => {
      using atOnce = testApp();
      using inPortions = small();
      const begun = inPortions.sqlite().connection;
      begun.exec(`CREATE TEMP TABLE begun (n INTEGER);
        CREATE TEMP TRIGGER count_begun AFTER INSERT ON main.bulk_changes BEGIN INSERT INTO begun VALUES (1); END`);
      const script = [...beginning, ...steps];
      expect(await outcomeOf(inPortions, script)).toEqual(await outcomeOf(atOnce, script));
      expect(inPortions.errors).toEqual([]);
      large += Number(begun.prepare('SELECT count(*) FROM begun').pluck().get());
    }),
    { numRuns: 8 },
  );
  expect(large).toBeGreaterThan(0);
});
