/** Requests drawn from the table of routes and the schemas of its bodies: right ones, nearly right ones, wild ones. */
import fc from 'fast-check';
import type { z } from 'zod';
import type { RouteRow } from '../../middleware/route-row.ts';
import type { RouteName } from '../../routes/openapi/operation.ts';
import { operations } from '../../routes/openapi/operations.ts';
import { routeTable } from '../../routes/route-table.ts';
import { methodOf, routeNames, routeSamples, sampled } from './route-samples.ts';
import { arbitraryOf } from './schema-arbitrary.ts';

export type GeneratedRequest = {
  route: RouteName;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
};

/** Throws where a route reads JSON and its operation has no schema for that. */
function bodySchema(route: RouteName): z.ZodType | undefined {
  const schema = operations[route].bodies?.find(({ type }) => type === undefined)?.schema;
  const row: RouteRow = routeTable[route];
  if (schema === undefined && row.body?.json !== undefined) {
    throw new Error(`${route} reads JSON: its operation needs a schema.`);
  }
  return schema;
}

const ids = [1, 2, 3, ...Object.values(sampled).filter((id) => typeof id === 'number')];
const odd = ['', '\u0000', '\ud800', '__proto__', 'null', '../..', '%00', '\u202e', 'a'.repeat(70), '1e999'];

const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 2 ** 53, 1e308, ...odd),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'seen', 'constructor', 'length', ...odd), tie('value'), {
      maxKeys: 3,
    }),
  ),
}));

/** With the parameters of the path left in: a body that names them too must not win over the path. */
function jsonOf(route: RouteName): fc.Arbitrary<unknown> {
  const schema = bodySchema(route);
  if (schema === undefined) return anything;
  const right = arbitraryOf(schema, { integers: ids, anything });
  const nearly = fc.tuple(right, fc.nat(20), fc.option(anything)).map(([value, at, other]) => {
    const entries = Object.entries(Object(value));
    const changed = entries.map(([name, one], index) => [name, index === at % entries.length ? other : one]);
    return Object.fromEntries(changed);
  });
  return fc.oneof({ weight: 4, arbitrary: right }, { weight: 3, arbitrary: nearly }, anything);
}

const bytes = fc.uint8Array({ maxLength: 300 }).map((drawn) => new Uint8Array(drawn));

function bodyOf(route: RouteName): fc.Arbitrary<GeneratedRequest['body']> {
  if (methodOf(route) === 'GET') return fc.constant(undefined);
  const json = jsonOf(route).map((value) => JSON.stringify(value));
  const cut = fc.tuple(json, fc.nat(40)).map(([text = '', end]) => text.slice(0, end));
  return fc.oneof(
    { weight: 8, arbitrary: json },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('['.repeat(5000), `${'{"a":'.repeat(500)}1`, 'é'.repeat(70_000)),
    },
  );
}

const names = {
  'Idempotency-Key': ['c1:1', 'c1:2', 'c1:0', 'x:1:2', 'c1:9999999999999999', ''],
  'If-Match': ['"1"', 'W/"2"', '*', '"0"', '1', '"99999999999999999"'],
  'If-None-Match': ['*', '"x"', `"${sampled.blob}"`],
  'If-Range': [`"${sampled.blob}"`, 'W/"x"'],
  Range: ['bytes=0-1', 'bytes=5-', 'bytes=-3', 'bytes=9-1', 'bytes=0-0,1-1', 'lines=1'],
  'Upload-Offset': ['0', '5', '-1', '1e3', '999999999999999'],
  'Content-Type': [
    'application/json',
    'application/json; charset=latin1',
    'application/octet-stream',
    'multipart/form-data',
    'multipart/form-data; boundary=b',
    'text/plain',
  ],
  'Content-Encoding': ['gzip', 'identity', 'br', 'gzip, gzip'],
  'Content-Length': ['0', '5', '-1', '99999999999'],
  'Accept-Encoding': ['br', 'gzip;q=0', '*'],
  'X-HTTP-Method-Override': ['DELETE', 'GET'],
  'X-Promptory-User': ['1', 'null'],
  'X-Promptory-Client': ['c1', 'a b'],
  'X-Forwarded-For': ['192.0.2.1', 'a, b,', '::'],
  'X-Forwarded-Host': ['a b', '[', 'evil.example:99999'],
  'X-Forwarded-Proto': ['https', 'javascript'],
  'User-Agent': ['', 'x'.repeat(5000)],
  Cookie: ['promptory_session', 'promptory_session=%', '__Host-promptory_session=x; promptory_device=1.2.3'],
} as const;

const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
});

const headers: fc.Arbitrary<Record<string, string>> = fc
  .array(
    fc
      .constantFrom(...Object.entries(names))
      .chain(([name, known]) =>
        fc
          .oneof({ weight: 4, arbitrary: fc.constantFrom<string>(...known) }, headerText)
          .map((value) => [name, value.trim()]),
      ),
    { maxLength: 3 },
  )
  .map((drawn) => Object.fromEntries(drawn));

const segment = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...ids.map(String), sampled.blob, sampled.label) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...odd.filter((one) => one !== '\ud800'), '%', '%ff', '..', '1.0', '01'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii' }) },
);

const queryNames = [
  'q',
  'since',
  'known',
  'limit',
  'bytes',
  'full',
  'count',
  'deletedAfter',
  'inline',
  'x',
  'label',
  'format',
  'version',
];
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(...queryNames),
      fc.oneof(
        fc.constantFrom('1', '0', 'now', 'a.1', '-1', '1e9', 'text', 'latest', ...odd),
        fc.string({ unit: 'binary' }),
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&'));

function pathOf(route: RouteName): fc.Arbitrary<string> {
  const parts = route.slice(route.indexOf(' ') + 1).split('/');
  return fc
    .tuple(...parts.map((part) => (part.startsWith(':') ? segment.map(encodedOnce) : fc.constant(part))))
    .map((segments) => segments.join('/'));
}

/** A percent sign that was drawn stays one: it may be the beginning of nothing. */
const encodedOnce = (text: string) => withoutDots(encoded(text).replace(/%25/g, '%'));
const encoded = (text: string) => withoutDots(encodeURIComponent(text.toWellFormed()));
/** A client takes such a part, and the one before it, out of the path: the request would be another one. */
const withoutDots = (part: string) => (/^(\.|%2e){1,2}$/i.test(part) ? 'dots' : part);

/** Most are sent to a route as the table has it, some by another method. */
export const generatedRequests: fc.Arbitrary<GeneratedRequest> = fc
  .constantFrom(...routeNames.filter((route) => route !== 'GET /mcp' && route !== 'POST /mcp'))
  .chain((route) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 20, arbitrary: fc.constant(methodOf(route)) },
          fc.constantFrom('HEAD', 'OPTIONS'),
        ),
        path: pathOf(route),
        query,
        headers,
        body: bodyOf(route),
      })
      .map(({ query: drawn, path, body, method, ...rest }) => ({
        ...rest,
        route,
        method,
        path: drawn === '' ? path : `${path}?${drawn}`,
        headers: { 'Content-Type': 'application/json', ...routeSamples[route].headers, ...rest.headers },
        body: method === 'HEAD' ? undefined : body,
      })),
  );
