/**
 * Requests drawn from the document of the API. Each is as the document has it, or differs from it in one place: a
 * parameter, the body, the type of the body.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { OperationObject, ParameterObject } from '../../routes/openapi/document.ts';
import type { HeaderParameter } from '../../routes/openapi/headers.ts';
import type { JsonSchema } from '../../routes/openapi/json-schemas.ts';
import { multipart } from '../upload-requests.ts';
import type { ApiDocument } from './api-conformance.ts';
import { allowedBy, almost, type Drawing } from './json-schema-arbitrary.ts';
import { sampled } from './route-samples.ts';

export type DocumentedRequest = {
  /** `GET /api/prompts/{id}`. */
  operation: string;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Null where the request is as the document has it. */
  differsIn: 'a parameter' | 'the body' | 'the type of the body' | null;
};

type Parameter = ParameterObject | HeaderParameter;
type Sent = Pick<DocumentedRequest, 'body'> & { type?: string };
/** By the name of the parameter; undefined where it is not sent. */
type Values = Readonly<Record<string, string | undefined>>;

const ajv = new Ajv2020({ strict: false, validateFormats: false });

const ids = [1, 2, 3, ...Object.values(sampled).filter((id) => typeof id === 'number')];

export function documentedRequests(document: ApiDocument): fc.Arbitrary<DocumentedRequest> {
  // Messages of MCP are held to that protocol, by its own client and its conformance tool.
  const paths = Object.entries(document.paths).filter(([path]) => path !== '/mcp');
  const drawn = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      new RequestsOf(document, { path, method: method.toUpperCase(), operation }).drawn(),
    ),
  );
  return fc.oneof(...drawn);
}

class RequestsOf {
  readonly #method: string;
  readonly #path: string;
  readonly #operation: OperationObject;
  readonly #parameters: readonly Parameter[];
  readonly #drawing: Drawing;
  readonly #components: ApiDocument['components'];

  constructor(document: ApiDocument, of: { path: string; method: string; operation: OperationObject }) {
    this.#method = of.method;
    this.#path = of.path;
    this.#operation = of.operation;
    const headers = new Map<string, HeaderParameter>(Object.entries(document.components.parameters));
    this.#parameters = (of.operation.parameters ?? []).map((one) =>
      '$ref' in one ? named(headers, one.$ref) : one,
    );
    const schemas = new Map(Object.entries(document.components.schemas));
    this.#drawing = { integers: ids, resolve: (reference) => named(schemas, reference) };
    this.#components = document.components;
  }

  drawn(): fc.Arbitrary<DocumentedRequest> {
    const bodies = Object.entries(this.#operation.requestBody?.content ?? {});
    const values = this.#values();
    const right =
      bodies.length === 0
        ? fc.constant<Sent>({ body: undefined })
        : fc.oneof(...bodies.map((one) => this.#body(one)));
    const kinds = [
      { weight: 4, arbitrary: this.#request(values, right, null) },
      ...this.#wrongValues().map((wrong) => ({
        weight: 1,
        arbitrary: this.#request(wrong, right, 'a parameter'),
      })),
      ...bodies
        .filter(([type, { schema }]) => type === 'application/json' && schema !== undefined)
        .map(([, { schema = {} }]) => ({
          weight: 2,
          arbitrary: this.#request(values, this.#wrongBody(schema), 'the body'),
        })),
      ...(this.#method === 'GET' || !this.#path.startsWith('/api/')
        ? []
        : [
            {
              weight: 1,
              arbitrary: this.#request(
                values,
                fc.constant({ body: 'text', type: 'text/plain' }),
                'the type of the body',
              ),
            },
          ]),
    ];
    return fc.oneof(...kinds);
  }

  #request(
    values: fc.Arbitrary<Values>,
    sent: fc.Arbitrary<Sent>,
    differsIn: DocumentedRequest['differsIn'],
  ): fc.Arbitrary<DocumentedRequest> {
    return fc.tuple(values, sent).map(([drawn, { body, type }]) => {
      const of = (where: Parameter['in']) =>
        this.#parameters.flatMap(({ name, in: at }) => {
          const value = drawn[name];
          return at === where && value !== undefined ? [[name, value] as const] : [];
        });
      const path = of('path').reduce(
        (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
        this.#path,
      );
      const query = new URLSearchParams(of('query').map(([name, value]) => [name, value])).toString();
      return {
        operation: `${this.#method} ${this.#path}`,
        method: this.#method,
        path: query === '' ? path : `${path}?${query}`,
        headers: { ...Object.fromEntries(of('header')), ...(type !== undefined && { 'Content-Type': type }) },
        body,
        differsIn,
      };
    });
  }

  /** A header is sent at times: most change what the answer is. */
  #values(): fc.Arbitrary<Values> {
    const values = this.#parameters.map(({ name, in: where, required, schema }) => {
      const text = allowedBy(schema, this.#drawing).map(String);
      const some = where === 'header' ? text.map(headerValue) : text;
      return [name, required ? some : fc.option(some, { nil: undefined, freq: 2 })] as const;
    });
    return fc.record(Object.fromEntries(values));
  }

  /** For each parameter that does not take any text: a text that it does not take. */
  #wrongValues(): fc.Arbitrary<Values>[] {
    const texts = ['x y', '-1', '1.5', '0', '99999999999999999999', '"x"', 'null'];
    return this.#parameters.flatMap(({ name, schema, in: where }) => {
      const wrong = texts.filter((text) => !this.#takes(schema, text));
      if (wrong.length === 0) return [];
      const without = where === 'query' || where === 'path' ? wrong : wrong.map(headerValue);
      return [
        fc
          .tuple(this.#values(), fc.constantFrom(...without))
          .map(([values, text]) => ({ ...values, [name]: text })),
      ];
    });
  }

  #takes(schema: JsonSchema, text: string): boolean {
    const check = this.#check(schema);
    return check(text) || (/^(0|-?[1-9]\d*)(\.\d+)?$/.test(text) && check(Number(text)));
  }

  #check(schema: JsonSchema): (value: unknown) => boolean {
    const check = ajv.compile({ ...schema, components: this.#components });
    return (value) => check(value);
  }

  #body([type, { schema }]: [string, { schema?: JsonSchema }]): fc.Arbitrary<Sent> {
    if (schema === undefined)
      return fc.uint8Array({ maxLength: 40 }).map((bytes) => ({ body: new Uint8Array(bytes), type }));
    if (type === 'multipart/form-data') return forms;
    const check = this.#check(schema);
    return allowedBy(schema, this.#drawing)
      .filter((value) => check(value))
      .map((value) => ({ body: JSON.stringify(value), type }));
  }

  #wrongBody(schema: JsonSchema): fc.Arbitrary<Sent> {
    const check = this.#check(schema);
    return allowedBy(schema, this.#drawing)
      .chain(almost)
      .filter(
        (value) => !check(value) && typeof value === 'object' && value !== null && !Array.isArray(value),
      )
      .map((value) => ({ body: JSON.stringify(value), type: 'application/json' }));
  }
}

const forms: fc.Arbitrary<Sent> = fc
  .record({
    bytes: fc.constantFrom('# a plan', '{"a":1}', 'GIF89a', ''),
    fileName: fc.constantFrom('plan.md', 'a.json', 'x.exe', 'plan'),
    type: fc.constantFrom('text/markdown', 'application/json', 'application/octet-stream'),
  })
  .map((file) => {
    const { body, headers } = multipart(file);
    return { body, type: headers['Content-Type'] };
  });

/** Headers have no characters beyond Latin-1, and no spaces around them. */
function headerValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, 'x').trim();
}

function named<Value>(all: ReadonlyMap<string, Value>, reference: string): Value {
  const found = all.get(reference.slice(reference.lastIndexOf('/') + 1));
  if (found === undefined) throw new Error(`${reference} is nowhere.`);
  return found;
}
