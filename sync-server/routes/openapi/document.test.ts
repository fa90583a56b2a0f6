import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { ProblemCode, problemStatus } from '#shared/model/problem.ts';
import { routeTable } from '../route-table.ts';
import { apiDocument } from './document.ts';

const document = await apiDocument({ version: '1.2.3', basePath: '/promptory' });
const json = JSON.stringify(document);

test('the document is OpenAPI 3.1, and each of its references leads somewhere', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(json));
  expect([valid, errors]).toEqual([true, undefined]);
  expect(validator.version).toBe('3.1');
  const references = new Set(
    [...json.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, ...at]) => at),
  );
  expect(references.size).toBeGreaterThan(100);
  const components: Readonly<Record<string, object>> = document.components;
  for (const [kind = '', name = ''] of references) expect(components[kind]).toHaveProperty([name]);
});

test('the document and the table of routes are the same set', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(operations.toSorted()).toEqual(Object.keys(routeTable).toSorted());
});

test('each operation has a name of its own', () => {
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('an operation needs what its row asks for', () => {
  const { paths } = document;
  expect(paths['/api/session']?.get?.security).toEqual([]);
  expect(paths['/api/prompts/{id}']?.get?.security).toEqual([{ session: [] }, { token: ['read'] }]);
  expect(paths['/mcp']?.post?.security).toEqual([{ token: ['read'] }]);
  expect(paths['/api/tokens']?.get?.security).toEqual([{ session: [] }]);
  expect(paths['/api/invitations']?.get?.responses[403]).toEqual({
    $ref: '#/components/responses/admins_only.forbidden_origin.insufficient_scope.WWW-Authenticate',
  });
});

test('every problem of this server is documented under its status', () => {
  const ofClients = ['proxy_too_large', 'range_not_there', 'server_failed', 'update_needed'];
  const statuses = new Map<string, Set<string>>();
  for (const methods of Object.values(document.paths)) {
    for (const { responses } of Object.values(methods)) {
      for (const [status, answer] of Object.entries(responses)) {
        if (!('$ref' in answer)) continue;
        const name = answer.$ref.slice(answer.$ref.lastIndexOf('/') + 1);
        for (const code of name.split('.').filter((part) => part in problemStatus)) {
          statuses.set(code, (statuses.get(code) ?? new Set()).add(status));
        }
      }
    }
  }
  expect([...statuses.keys()].toSorted()).toEqual(
    ProblemCode.options.filter((code) => !ofClients.includes(code)).toSorted(),
  );
  for (const code of ProblemCode.options) {
    if (!ofClients.includes(code))
      expect([code, [...(statuses.get(code) ?? [])]]).toEqual([code, [String(problemStatus[code])]]);
  }
});

test('a body lacks what the path names, and leaves open what the server fills in', () => {
  const schemaOf = (path: string, method: string) =>
    document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
  expect(schemaOf('/api/prompts', 'post')?.required).toEqual(['title', 'projectId']);
  expect(Object.keys(schemaOf('/api/prompts/{id}/project', 'put')?.properties ?? {})).toEqual(['projectId']);
});

const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

test('each operation is described beyond its summary', () => {
  expect(all.filter(({ operation }) => !operation.description).map(({ name }) => name)).toEqual([]);
});

test('each text of an answer has a schema', () => {
  const untyped = all.flatMap(({ name, operation }) =>
    Object.values(operation.responses).flatMap((answer) =>
      Object.entries('content' in answer ? (answer.content ?? {}) : {}).flatMap(([type, { schema }]) =>
        /^text\/|json$/.test(type) && schema === undefined ? [`${name} ${type}`] : [],
      ),
    ),
  );
  expect(untyped).toEqual([]);
  const pulled = document.paths['/api/pull/{project}/{prompt}']?.get?.responses[200];
  expect(pulled).toMatchObject({ content: { 'text/plain': { schema: { type: 'string' } } } });
});

test.each([
  ['/api/prompts/{id}', ['title', 'notes']],
  ['/api/resources/{id}', ['name', 'description']],
])('a PATCH of %s needs a body with one of its fields, which all have types', (path, names) => {
  const body = document.paths[path]?.patch?.requestBody;
  const schema = body?.content['application/json']?.schema;
  expect([body?.required, schema?.type, schema?.minProperties, schema?.anyOf]).toEqual([
    true,
    'object',
    1,
    undefined,
  ]);
  for (const name of names) expect(schema?.properties?.[name]).toMatchObject({ type: 'string' });
});

test('what MCP itself refuses is documented beside the problems of this server', () => {
  const responses = document.paths['/mcp']?.post?.responses ?? {};
  expect(responses[406]).toMatchObject({
    content: { 'application/json': { schema: { required: ['jsonrpc', 'id', 'error'] } } },
  });
  expect(responses[400]).toMatchObject({
    content: { 'application/json': expect.anything(), 'application/problem+json': expect.anything() },
  });
});

test('If-None-Match has another sentence where it moves a label than where it saves a transfer', () => {
  const sentenceOf = (path: string, method: string) => {
    const parameters = document.paths[path]?.[method]?.parameters ?? [];
    const components: Readonly<Record<string, { name: string; description: string }>> =
      document.components.parameters;
    return parameters
      .flatMap((one) => ('$ref' in one ? [components[one.$ref.replace(/.*\//, '')]] : []))
      .find((one) => one?.name === 'If-None-Match')?.description;
  };
  expect(sentenceOf('/api/pull/{project}/{prompt}', 'get')).toContain('304');
  expect(sentenceOf('/api/pull/{project}/{prompt}/labels/{label}', 'put')).toContain('412');
});
