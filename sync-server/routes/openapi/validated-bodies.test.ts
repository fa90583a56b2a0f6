import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

/** Routes that read their body after something else, or as a protocol of its own asks. */
const readByTheRoute = [
  'POST /api/pull/:project/:prompt',
  'PUT /api/pull/:project/:prompt/labels/:label',
  'POST /mcp',
  'POST /api/sync/push',
];

test('a body is validated by the schema that the document of the API has of it', () => {
  using here = testApp();
  const validated = new Map<string, unknown>();
  for (const { method, path, handler } of here.app.routes) {
    if ('schema' in handler) validated.set(`${method} ${path}`, handler.schema);
  }
  const documented = Object.entries<Operation>(operations).filter(
    // A change of a library is validated by the arguments of its mutation, from which its operation is made.
    ([route, { bodies, tag }]) =>
      bodies !== undefined && tag !== 'Library' && !readByTheRoute.includes(route),
  );
  expect(documented.length).toBeGreaterThan(5);
  expect([...validated.keys()].sort()).toEqual(documented.map(([route]) => route).sort());
  for (const [route, { bodies }] of documented) {
    expect(bodies, route).toHaveLength(1);
    expect(bodies?.[0]?.schema === validated.get(route), route).toBe(true);
  }
});
