import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChangesPage, PushAnswer } from '#shared/sync/wire.ts';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';

type Step = { method: string; path: string; body?: object; ifMatch?: number | 'previous' | undefined };

const id = fc.integer({ min: 1, max: 2 });
const text = fc.constantFrom('a', 'b', ' ', 'c');
const seen = fc.constantFrom(undefined, { seq: 9_999, beforeNumber: 9_999 }, { seq: 4, beforeNumber: 0 });
const ifMatch = fc.constantFrom(undefined, undefined, 'previous' as const, 1, 2, 3);

/** Many changes of few rows: nearly each of them depends on those before it. */
const anyStep: fc.Arbitrary<Step> = fc
  .record({ project: id, prompt: id, version: fc.integer({ min: 1, max: 4 }), text, seen, ifMatch })
  .chain(({ project, prompt, version, text: content, seen: had, ifMatch: upon }) => {
    const at = `/api/prompts/${prompt}`;
    const versionId = prompt * 10 + version;
    const preserve = { id: versionId + 5, description: 'kept', conflict: null };
    const sha256 = String(version).repeat(64);
    const file = { name: 'n', originalFilename: 'n.txt', fileType: 'text/plain', fileSize: 1, sha256 };
    return fc.constantFrom<Step>(
      { method: 'POST', path: '/api/projects', body: { id: project, name: 'P' } },
      { method: 'DELETE', path: `/api/projects/${project}`, body: { seen: had } },
      { method: 'POST', path: '/api/prompts', body: { id: prompt, title: 'T', content, projectId: project } },
      { method: 'PATCH', path: at, body: { title: `T${version}` }, ifMatch: upon },
      { method: 'PATCH', path: `${at}/content`, body: { content }, ifMatch: upon },
      { method: 'PATCH', path: `${at}/content`, body: { content, preserve: preserve }, ifMatch: upon },
      { method: 'DELETE', path: at, body: { seen: had } },
      { method: 'PUT', path: at, body: { id: versionId, content, description: 'v' }, ifMatch: upon },
      { method: 'PUT', path: at, body: { id: versionId, content, description: 'v', preserve: preserve } },
      { method: 'PATCH', path: `${at}/versions/${versionId}`, body: { content }, ifMatch: upon },
      { method: 'DELETE', path: `${at}/versions/${versionId}`, body: { seen: had } },
      {
        method: 'DELETE',
        path: `${at}/versions/bulk-delete`,
        body: { versionIds: [versionId, prompt * 10 + 1, prompt * 10 + 6] },
      },
      {
        method: 'POST',
        path: `/api/projects/${project}/resources`,
        body: { id: 100 + version, ...file },
      },
      { method: 'PATCH', path: `/api/resources/${100 + version}`, body: { name: content }, ifMatch: upon },
      { method: 'DELETE', path: `/api/resources/${100 + version}`, body: { seen: had } },
      {
        method: 'PUT',
        path: '/api/user/ui-state',
        body: { stateKey: 'open_prompt_ids', stateValue: [version] },
      },
    );
  });

const beginning: Step[] = [1, 2].flatMap((each): Step[] => [
  { method: 'POST', path: '/api/projects', body: { id: each, name: 'P' } },
  { method: 'POST', path: '/api/prompts', body: { id: each, title: 'T', content: 'a', projectId: each } },
  ...[1, 2].map((number) => ({
    method: 'PUT',
    path: `/api/prompts/${each}`,
    body: { id: each * 10 + number, content: `v${number}`, description: 'v' },
  })),
]);

/** Returns the answers to a push in groups of this size, and the feed after it. */
async function outcomeOf(
  steps: readonly Step[],
  together: number,
  portion?: { rows: number; bytes: number },
) {
  using server = testApp({ outside: { portion } });
  const client = await restClient(server);
  const mutations = [...beginning, ...steps].map((step, index) => ({ key: `c1:${index + 1}`, ...step }));
  const results: unknown[] = [];
  for (let first = 0; first < mutations.length; first += together) {
    const { body } = await client.call('POST', '/api/sync/push', {
      mutations: mutations.slice(first, first + together),
    });
    results.push(...PushAnswer.parse(body).results);
  }
  const { changes } = ChangesPage.parse((await client.get('/api/sync/changes')).body);
  expect(server.errors).toEqual([]);
  // The rows that one deletion takes along have no order among each other.
  const rows = changes.map(({ seq: _seq, ...change }) => change);
  return { results, rows: rows.sort((a, b) => nameOf(a).localeCompare(nameOf(b))) };
}

const nameOf = ({ type, id }: { type: string; id: number | string }) => `${type} ${id}`;

const withoutPrevious = (step: Step): Step => ({
  ...step,
  ifMatch: step.ifMatch === 'previous' ? undefined : step.ifMatch,
});

test('a push of many mutations is answered and saved as each of them by itself would be', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 60 }), async (steps) => {
      const script = steps.map(withoutPrevious);
      expect(await outcomeOf(script, 200)).toEqual(await outcomeOf(script, 1));
    }),
    { numRuns: 15 },
  );
});

test('how much one transaction gathers changes nothing about the answers to a push', async () => {
  const versions = [1, 2, 3, 4].map((number) => ({
    method: 'PUT',
    path: '/api/prompts/1',
    body: { id: 10 + number, content: `v${number}`, description: 'v' },
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 60 }), async (steps) => {
      const script = [...versions, ...steps];
      const { results } = await outcomeOf(script, 200, { rows: 20, bytes: 8 });
      expect(results).toEqual((await outcomeOf(script, 200)).results);
    }),
    { numRuns: 8 },
  );
});
