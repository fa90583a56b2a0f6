/** No body of a request is answered 500, and nothing that is wrong with one mutation reaches its neighbours. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { mutations } from '#shared/mutations/all-mutations.ts';
import { PushAnswer } from '#shared/sync/wire.ts';
import { type RestClient, restClient } from './testing/rest-client.ts';
import { testApp } from './testing/test-app.ts';

const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels);
const nestedObjects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const key = (number: number) => ({ 'Idempotency-Key': `c1:${number}` });

describe.each([10_000, 1_000_000])('JSON of %i levels', (levels) => {
  test.each([
    ['an ordinary route', 'POST', '/api/projects'],
    ['sign-in', 'POST', '/api/login'],
    ['the push', 'POST', '/api/sync/push'],
  ])('%s answers it 400, with a key and without', async (_what, method, path) => {
    using server = testApp();
    const client = await restClient(server);
    const limit = path === '/api/login' ? 30_000 : levels;
    for (const body of [nested(limit), nestedObjects(limit / 5), `{"name":${nested(limit)}}`]) {
      for (const headers of [{}, key(1)]) {
        const answer = await client.send(method, path, { body, headers });
        expect(answer).toMatchObject({ status: 400, body: { status: 400 } });
      }
    }
    expect(server.errors).toEqual([]);
  });

  test('in one mutation of a push is refused with that mutation, and its neighbours are done', async () => {
    using server = testApp();
    const client = await restClient(server);
    const mutation = (number: number, body: string) =>
      `{"key":"c1:${number}","method":"POST","path":"/api/projects","body":${body}}`;
    const list = [
      mutation(1, '{"id":1,"name":"First"}'),
      mutation(2, nested(levels)),
      mutation(3, `{"id":3,"name":"Deep","color":${nested(levels, '"]"')}}`),
      mutation(4, '{"id":4,"name":"Last"}'),
    ];
    const send = () => client.send('POST', '/api/sync/push', { body: `{"mutations":[${list.join()}]}` });
    for (const answer of [await send(), await send()]) {
      expect(answer.status).toBe(200);
      const { results } = PushAnswer.parse(answer.body);
      expect(results.map(({ status }) => status)).toEqual([201, 400, 400, 201]);
      expect(results[1]?.body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'body' }] });
    }
    expect(server.errors).toEqual([]);
  });
});

test.each(['/api/projects', '/api/sync/push'])(
  '%s refuses more values than any client sends',
  async (path) => {
    using server = testApp();
    const client = await restClient(server);
    for (const values of ['{},'.repeat(limits.jsonValues), '1,'.repeat(limits.jsonValues)]) {
      const answer = await client.send('POST', path, { body: `{"mutations":[${values}1]}` });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', detail: 'The body has more than 200000 values.' },
      });
    }
    const text = await client.call('POST', path, { name: ',[{'.repeat(limits.jsonValues) });
    expect(text).toMatchObject({ status: 400, body: { code: 'invalid_fields' } });
  },
);

test('what is nested up to the limit is read, one level more is not', async () => {
  using server = testApp();
  const client = await restClient(server);
  const send = (levels: number) =>
    client.send('POST', '/api/projects', { body: `{"name":${nested(levels - 1)}}` });
  expect((await send(limits.jsonLevels)).body).toMatchObject({ code: 'invalid_fields' });
  expect((await send(limits.jsonLevels + 1)).body).toMatchObject({ code: 'invalid_request' });
});

const names = [
  ...['id', 'name', 'color', 'title', 'content', 'notes', 'projectId', 'description', 'versions', 'base'],
  ...[
    'preserve',
    'seen',
    'again',
    'ids',
    'stateKey',
    'stateValue',
    'sha256',
    'fileSize',
    'fileType',
    'review',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'length', ''],
];
const leaves = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -0, 1, 2, -1, 0.5, 2 ** 52, 2 ** 53, 1e308, 'red', 'gray', ''),
  fc.constantFrom('open_prompt_ids', '\u0000', '\ud800', 'a'.repeat(60), '2026-01-01T00:00:00Z'),
  fc.string({ unit: 'binary' }),
  fc.double(),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaves,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 6 }).map(ownProperties),
  ),
}));

/** As JSON.parse makes them: `__proto__` is a property like any other. */
function ownProperties(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries) {
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return made;
}

const routes = Object.values(mutations).map(({ route }) => route);
const paths = fc
  .tuple(fc.constantFrom(...routes), fc.array(fc.constantFrom('1', '2', '3', '4', '99'), { maxLength: 3 }))
  .map(([{ method, pattern }, ids]) => {
    const left = [...ids];
    return { method, path: pattern.replace(/:[a-zA-Z]+/g, () => left.pop() ?? '1') };
  });
const project = fc.constantFrom(1, 10);
const prompt = fc.constantFrom(2, 11);
const version = fc.constantFrom(3, 12);
const text = fc.constantFrom('words', 'other words', '', '\ud800', '\u0000', 'é'.normalize('NFD'));
const seen = fc.record({ seq: fc.nat(50), beforeNumber: fc.nat(50) });
const preserve = fc.record({ id: version, description: text, conflict: fc.constantFrom('unreviewed', null) });
const optional = { requiredKeys: [] };
const plain = fc.constant({});

/** Requests as the routes expect them, on few rows, so that they meet: taken, deleted, revived, preserved. */
const wellFormed: fc.Arbitrary<{ method: string; path: string; body: object }> = fc.oneof(
  asked(
    'POST',
    fc.constant('/api/projects'),
    fc.record(
      { id: project, name: fc.constantFrom('P', 'Q'), onConflict: fc.constant('update') },
      { requiredKeys: ['id', 'name'] },
    ),
  ),
  asked('PATCH', at`/api/projects/${project}`, fc.record({ name: fc.constantFrom('P', 'Q') })),
  asked('DELETE', at`/api/projects/${project}`, fc.record({ seen }, optional)),
  asked(
    'POST',
    fc.constant('/api/prompts'),
    fc.record(
      {
        id: prompt,
        projectId: project,
        title: fc.constant('T'),
        content: text,
        notes: text,
        onConflict: fc.record({ preserve }),
      },
      { requiredKeys: ['id', 'projectId', 'title'] },
    ),
  ),
  asked('PATCH', at`/api/prompts/${prompt}`, fc.record({ title: fc.constant('U'), notes: text }, optional)),
  asked('PATCH', at`/api/prompts/${prompt}/content`, fc.record({ content: text }, optional)),
  asked('PATCH', at`/api/prompts/${prompt}/content`, fc.record({ content: text, preserve })),
  asked('DELETE', at`/api/prompts/${prompt}`, fc.record({ seen }, optional)),
  asked('PUT', at`/api/prompts/${prompt}`, fc.record({ id: version, content: text, description: text })),
  asked('PUT', at`/api/prompts/${prompt}`, fc.record({ id: version, content: text, preserve })),
  asked(
    'PATCH',
    at`/api/prompts/${prompt}/versions/${version}`,
    fc.record({ content: text, preserve }, optional),
  ),
  asked('POST', at`/api/prompts/${prompt}/versions/${version}/review`, plain),
  asked('DELETE', at`/api/prompts/${prompt}/versions/${version}`, fc.record({ seen }, optional)),
  asked(
    'DELETE',
    at`/api/prompts/${prompt}/versions/bulk-delete`,
    fc.record({ versionIds: fc.array(version, { minLength: 1, maxLength: 4 }), seen }, optional),
  ),
  asked(
    'PUT',
    fc.constant('/api/user/ui-state'),
    fc.record({ stateKey: fc.constant('open_prompt_ids'), stateValue: fc.array(prompt, { maxLength: 3 }) }),
  ),
);

function asked(method: string, path: fc.Arbitrary<string>, body: fc.Arbitrary<object>) {
  return fc.record({ method: fc.constant(method), path, body });
}

function at({ raw }: TemplateStringsArray, ...ids: fc.Arbitrary<number>[]): fc.Arbitrary<string> {
  return fc.tuple(...ids).map((drawn) => String.raw({ raw }, ...drawn));
}

/** Right requests, right ones with one odd field, and any body at any address. */
const requests = fc.oneof(
  wellFormed,
  fc.tuple(wellFormed, fc.constantFrom(...names), anyValue).map(([right, name, value]) => ({
    ...right,
    body: ownProperties([...Object.entries(right.body), [name, value]]),
  })),
  fc.tuple(paths, anyValue).map(([where, body]) => ({ ...where, body })),
);

async function withRows(client: RestClient): Promise<void> {
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  await client.call('POST', '/api/prompts', { id: 2, projectId: 1, title: 'T', content: 'words' });
  await client.call('POST', '/api/prompts/2/versions', { id: 3, content: 'older words' });
}

const otherRoutes = fc.constantFrom(
  { method: 'POST', path: '/api/login' },
  { method: 'POST', path: '/api/register' },
  { method: 'POST', path: '/api/sync/push' },
);

test('no body of any route is answered 500', async () => {
  using server = testApp();
  const client = await restClient(server);
  await withRows(client);
  const elsewhere = fc.tuple(otherRoutes, anyValue).map(([where, body]) => ({ ...where, body }));
  const number = fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined });
  const seenStatus = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 5, arbitrary: requests }, { weight: 1, arbitrary: elsewhere }),
      number,
      async ({ method, path, body }, keyed) => {
        const headers = keyed === undefined ? {} : key(keyed);
        const answer = await client.send(method, path, { body: JSON.stringify(body) ?? '', headers });
        seenStatus.add(answer.status);
        expect(answer.status).toBeLessThan(500);
        expect(server.errors).toEqual([]);
      },
    ),
    { numRuns: 1500 },
  );
  expect([...seenStatus]).toEqual(expect.arrayContaining([200, 201, 400, 404]));
});

test('no mutation of any push is answered 500, and each has an answer of its own', async () => {
  using server = testApp();
  const client = await restClient(server);
  await withRows(client);
  let number = 0;
  const seenStatus = new Set<number>();
  const ifMatch = fc.constantFrom(undefined, undefined, 1, 'previous');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(requests, ifMatch), { maxLength: 6 }), async (drawn) => {
      const list = drawn.map(([request, base]) => {
        number += 1;
        return { key: `c1:${number}`, ...request, ifMatch: base };
      });
      const answer = await client.call('POST', '/api/sync/push', { mutations: list });
      expect(answer.status).toBe(200);
      const { results } = PushAnswer.parse(answer.body);
      expect(results.map((result) => result.key)).toEqual(list.map((each) => each.key));
      for (const { status } of results) seenStatus.add(status);
      expect(results.filter(({ status }) => status >= 500)).toEqual([]);
      expect(server.errors).toEqual([]);
    }),
    { numRuns: 400 },
  );
  expect([...seenStatus]).toEqual(expect.arrayContaining([200, 201, 400, 404, 412]));
});
