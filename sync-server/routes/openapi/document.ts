/**
 * The OpenAPI 3.1 document of this server, made of the table of routes, the operations and the shared schemas.
 *
 * 1. What a row decides (who may send it, which bodies it reads, how often) is in the document because of the row.
 * 2. Each answer names its problems by their codes, of the closed list of `shared/model/problem.ts`.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import { problemMessages } from '#shared/model/messages.ts';
import { type ProblemCode, problemStatus } from '#shared/model/problem.ts';
import { Sha256 } from '#shared/model/resource.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import type { OwnedKind, RouteRow } from '../../middleware/route-row.ts';
import { routeTable } from '../route-table.ts';
import {
  answerHeaders,
  everyAnswer,
  type HeaderObject,
  type RefusalHeader,
  requestHeaders,
} from './headers.ts';
import { type JsonSchema, JsonSchemas, RefusedProblem } from './json-schemas.ts';
import {
  type Answer,
  type AnswerHeader,
  type Body,
  type Operation,
  type RouteName,
  tags,
} from './operation.ts';
import { operations } from './operations.ts';

export type Reference = { $ref: string };
export type MediaTypes = Readonly<Record<string, { schema?: JsonSchema }>>;
export type ParameterObject = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
};
export type AnswerObject = {
  description: string;
  headers: Readonly<Record<string, Reference | HeaderObject>>;
  content?: MediaTypes;
};
export type OperationObject = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly (ParameterObject | Reference)[];
  requestBody?: { description: string; required: boolean; content: MediaTypes };
  responses: Readonly<Record<string, AnswerObject | Reference>>;
};

/** Other requests go on between two operations. */
export async function apiDocument(about: { version: string; basePath: string }) {
  const shared: Shared = { schemas: new JsonSchemas(), refusals: {} };
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const route of routeNames) {
    const [method, path] = partsOf(route);
    paths[path] = { ...paths[path], [method]: operationOf(route, shared) };
    await setImmediate();
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Promptory',
      version: about.version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: about.basePath === '' ? '/' : about.basePath }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      securitySchemes,
      headers: answerHeaders,
      parameters: requestHeaders,
      responses: shared.refusals,
      schemas: shared.schemas.components,
    },
  };
}

const description = [
  'The API of a Promptory server. Each change of a library is one request; the row that it leaves is the answer.',
  'HEAD is answered as GET is, without a body. A path that is not listed is answered 404 `not_found`, another method 405',
  '`method_not_allowed` with `Allow`. What is refused is answered as `application/problem+json` (RFC 9457) with a `code`',
  'of a closed list. Answers may get further fields: clients pass over what they do not know.',
].join(' ');

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'promptory_session',
    description:
      "Set by `POST /api/login`. Over https its name is `__Host-promptory_session`. A port that is not the scheme's own is added to the name, as in `promptory_session.8787`.",
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token, as `POST /api/tokens` makes it. One of the scope `write` also reads, and so does one of the scope `run`, which runs models of the server; one of a single project opens what names that project.',
  },
} as const;

const routeNames = Object.keys(operations).filter((name): name is RouteName => name in routeTable);

/** The method in small letters and the path with `{name}` for `:name`. */
function partsOf(route: RouteName): [method: string, path: string] {
  const [method = '', path = ''] = route.split(' ');
  return [method.toLowerCase(), path.replace(/:([a-zA-Z0-9]+)/g, '{$1}')];
}

/** Collects the components that several operations refer to. */
type Shared = { schemas: JsonSchemas; refusals: Record<string, AnswerObject> };

function operationOf(route: RouteName, shared: Shared): OperationObject {
  const { schemas } = shared;
  const operation = operations[route];
  const row: RouteRow = routeTable[route];
  const { id, tag, summary, description: more } = operation;
  const parameters = parametersOf(route, { operation, row, ...shared });
  const requestBody = requestBodyOf(operation, row, schemas);
  const problems = problemsOf(route, { operation, row, ...shared });
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(more !== undefined && { description: more }),
    security: securityOf(row),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: withProblems(answersOf(operation, schemas), { problems, refusals: shared.refusals }),
  };
}

/** A status that a protocol of its own answers too, as `/mcp` does 400, has both bodies. */
function withProblems(
  answers: Record<string, AnswerObject>,
  { problems, refusals }: { problems: Record<string, Reference>; refusals: Shared['refusals'] },
): OperationObject['responses'] {
  const both = Object.entries(problems).map(([status, reference]): [string, AnswerObject | Reference] => {
    const answer = answers[status];
    const problem = refusals[reference.$ref.slice(reference.$ref.lastIndexOf('/') + 1)];
    if (answer === undefined || problem === undefined) return [status, reference];
    const description = `${answer.description}\n\n${problem.description}`;
    return [status, { ...problem, description, content: { ...answer.content, ...problem.content } }];
  });
  return { ...answers, ...Object.fromEntries(both) };
}

function securityOf({ auth, scope }: RouteRow): OperationObject['security'] {
  if (auth === 'anonymous') return [];
  if (auth === 'token') return scope === null ? [] : [{ token: [scope] }];
  return [{ session: [] }, ...(scope === null ? [] : [{ token: [scope] }])];
}

type About = Shared & { operation: Operation; row: RouteRow };

const ofOwned: Readonly<Record<OwnedKind, z.ZodType>> = {
  ...{ project: Id, prompt: Id, version: Id, label: VersionLabel, keptRun: Id, testCase: Id, resource: Id },
  blob: Sha256,
  session: z.string().min(1),
  token: Id,
  link: Id,
  sharedText: z.string().min(1),
  webhook: Id,
  delivery: Id,
};

function parametersOf(route: RouteName, { operation, row, schemas }: About): (ParameterObject | Reference)[] {
  const owners: Readonly<Record<string, OwnedKind>> = typeof row.owner === 'object' ? row.owner : {};
  const names = [...route.matchAll(/:([a-zA-Z0-9]+)/g)].map(([, name = '']) => name);
  const inPath = names.map((name): ParameterObject => {
    const owned = owners[name];
    const schema = operation.path?.[name] ?? (owned === undefined ? Id : ofOwned[owned]);
    return { name, in: 'path', required: true, schema: schemas.of(schema, 'input') };
  });
  const inQuery = Object.entries(operation.query ?? {}).map(([name, schema]): ParameterObject => {
    const required = !schema.safeParse(undefined).success;
    return { name, in: 'query', required, schema: schemas.of(schema, 'output') };
  });
  const headers = [...(operation.headers ?? []), ...(row.auth === 'anonymous' ? [] : ['X-Promptory-User'])];
  return [...inPath, ...inQuery, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

function requestBodyOf(
  { bodies = [] }: Operation,
  row: RouteRow,
  schemas: JsonSchemas,
): OperationObject['requestBody'] {
  const described = bodies.map((body) => ({ ...body, json: bodySchema(body, schemas) }));
  const content: MediaTypes = {
    ...Object.fromEntries(described.map(({ type = 'application/json', json }) => [type, { schema: json }])),
    ...(row.body?.bytes === undefined ? {} : { 'application/octet-stream': {} }),
  };
  if (Object.keys(content).length === 0) return undefined;
  const required = described.some(
    ({ json, mayBeLeftOut }) =>
      !mayBeLeftOut || json.required !== undefined || json.minProperties !== undefined,
  );
  return { ...sizeOf(row), required, content };
}

/** The schema of a body, without what the path names; what the server fills in need not be there. */
function bodySchema({ schema, fromPath = [], filledIn = [] }: Body, schemas: JsonSchemas): JsonSchema {
  const whole = schemas.of(schema, 'input');
  const { properties, required, ...rest } = whole;
  if (properties === undefined) return whole;
  const kept = Object.entries(properties).filter(([name]) => !fromPath.includes(name));
  // Alternatives without a type are "unknown" to generators of clients: one field at least says the same.
  const isAnyOfFields = rest.anyOf?.every((one) => typeof one === 'object' && one.type === undefined);
  if (isAnyOfFields) {
    delete rest.anyOf;
    rest.minProperties = 1;
  }
  const needed = (required ?? []).filter((name) => !fromPath.includes(name) && !filledIn.includes(name));
  return { ...rest, properties: Object.fromEntries(kept), ...(needed.length > 0 && { required: needed }) };
}

function answersOf({ answers }: Operation, schemas: JsonSchemas): Record<string, AnswerObject> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, answerOf(answer, schemas)]),
  );
}

function answerOf(answer: Answer, schemas: JsonSchemas): AnswerObject {
  const { content, orText = [], headers = [], mayHave = [] } = answer;
  const schema = content?.schema && schemas.of(content.schema, 'output');
  return {
    description: answer.description,
    headers: { ...headersNamed([...everyAnswer, ...headers]), ...headersPerhaps(mayHave) },
    ...(content && {
      content: {
        [content.type]: schema === undefined ? ofType(content.type) : { schema },
        ...Object.fromEntries(orText.map((type) => [type, ofType(type)])),
      },
    }),
  };
}

/** A body without a schema of its own is a text, or bytes, which need none. */
function ofType(type: string): { schema?: JsonSchema } {
  return type.startsWith('text/') ? { schema: { type: 'string' } } : {};
}

function headersNamed(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Those that an answer has only at times. */
function headersPerhaps(names: readonly (AnswerHeader | RefusalHeader)[]): Record<string, HeaderObject> {
  return Object.fromEntries(
    names.map((name) => {
      const { required: _, ...header } = answerHeaders[name];
      return [name, header];
    }),
  );
}

/** The problems of the operation by their status, with those that any request of such a row can meet. */
function problemsOf(route: RouteName, about: About): Record<string, Reference> {
  const { operation, row } = about;
  const codes = new Set([...ofRow(route, row, operation), ...(operation.problems ?? [])]);
  const byStatus = Map.groupBy([...codes].sort(), (code) => problemStatus[code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, some]) => [status, problemAnswer(status, some, about)]),
  );
}

function ofRow(route: RouteName, row: RouteRow, { bodies = [] }: Operation): ProblemCode[] {
  const { auth, body, rate, anyHost } = row;
  const isApi = route.includes(' /api/');
  const has = (condition: boolean, ...codes: ProblemCode[]) => (condition ? codes : []);
  const readsJson = body?.json !== undefined;
  return [
    ...has(!anyHost, 'forbidden_origin', 'invalid_request'),
    ...has(isApi && rate !== 'uncounted', 'too_many_requests'),
    ...has(isApi && !route.startsWith('GET '), 'unsupported_media_type'),
    ...has(auth !== 'anonymous', 'signed_out', 'invalid_token', 'insufficient_scope'),
    ...has(auth === 'admin', 'admins_only'),
    ...has(readsJson, 'too_large'),
    ...has(readsJson && bodies.length > 0, 'invalid_fields'),
    ...has(route.includes('/:'), 'not_found'),
    'internal',
    'server_full',
  ];
}

const headersOfStatus: Readonly<Partial<Record<number, readonly (AnswerHeader | RefusalHeader)[]>>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['Upload-Complete', 'Upload-Length', 'Upload-Offset'],
  412: ['ETag'],
  429: ['Retry-After'],
  503: ['Retry-After'],
  507: ['Upload-Complete', 'Upload-Length', 'Upload-Offset'],
};

/** The answer of these problems is one component, whichever operations have it. */
function problemAnswer(
  status: number,
  codes: readonly ProblemCode[],
  { row, schemas, refusals }: About,
): Reference {
  const takesBytes = row.body?.bytes !== undefined;
  const perhaps = (headersOfStatus[status] ?? []).filter((name) => takesBytes || !name.startsWith('Upload-'));
  const name = [...codes, ...perhaps].join('.');
  refusals[name] ??= {
    description: codes.map((code) => `\`${code}\`: ${problemMessages[code]}`).join('\n\n'),
    headers: { ...headersNamed(everyAnswer), ...headersPerhaps(perhaps) },
    content: {
      'application/problem+json': {
        schema: { ...schemas.of(RefusedProblem, 'output'), properties: { code: { enum: [...codes] } } },
      },
    },
  };
  return { $ref: `#/components/responses/${name}` };
}

function sizeOf({ body }: RouteRow): { description: string } {
  const most = Math.max(body?.json?.maxBytes ?? 0, body?.form ?? 0, body?.bytes ?? 0);
  return { description: `At most ${most >= MB ? `${Math.floor(most / MB)} MB` : `${most / 1024} KB`}.` };
}

const MB = 1024 * 1024;
