/**
 * Compares answers with the document of the API: status, headers, type and body. Bodies are held to the schemas as closed
 * ones, so that a field that is not documented is a deviation too.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Problem, type ProblemCode } from '#shared/model/problem.ts';
import type { AnswerObject, apiDocument, OperationObject, Reference } from '../../routes/openapi/document.ts';

type Request = { method: string; path: string };

/** `code`: of the problem that the answer is. `deviations`: in what it differs from the document. */
export type Compared = { code: ProblemCode | undefined; deviations: string[] };

/** Reads the answer. */
export type CompareAnswer = (request: Request, answer: Response) => Promise<Compared>;

/** Headers that must not be there unless the document has them; others are of every answer. */
const notable = [
  'allow',
  'content-range',
  'etag',
  'location',
  'retry-after',
  'set-cookie',
  'upload-offset',
  'www-authenticate',
];

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export type ApiDocument = Awaited<ReturnType<typeof apiDocument>>;

export function apiConformance(document: ApiDocument): CompareAnswer {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': dateTime, binary: true } });
  ajv.addSchema({ ...closedDocument(document), $id: 'https://api.example/' });
  const patterns = Object.entries(document.paths)
    .map(([path, methods]) => ({ path, methods, pattern: patternOf(path) }))
    // A path as it stands before one with parameters, as OpenAPI has it.
    .sort((a, b) => parametersIn(a.path) - parametersIn(b.path));

  const find = (method: string, path: string) => {
    const { pathname } = new URL(path, 'http://localhost');
    const name = (method === 'HEAD' ? 'GET' : method).toLowerCase();
    return patterns
      .filter(({ pattern }) => pattern.test(pathname))
      .map((found) => ({ path: found.path, method: name, operation: found.methods[name] }))
      .find(({ operation }) => operation !== undefined);
  };

  function answerIn(operation: OperationObject, status: number): AnswerObject | undefined {
    const answer: AnswerObject | Reference | undefined = operation.responses[status];
    if (answer === undefined || !('$ref' in answer)) return answer;
    return document.components.responses[answer.$ref.slice(answer.$ref.lastIndexOf('/') + 1)];
  }

  function validate(pointer: string, value: unknown): string[] {
    const check = ajv.getSchema(`https://api.example/#${pointer}`);
    if (check === undefined) return [`${pointer} is no schema`];
    return check(value) ? [] : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  }

  function deviations({ method, path }: Request, answer: Response, text: string): string[] {
    const found = find(method, path);
    if (found?.operation === undefined) return [404, 405].includes(answer.status) ? [] : ['has no operation'];
    const about = answerIn(found.operation, answer.status);
    if (about === undefined) return [`answers ${answer.status}: ${text.slice(0, 300)}`];
    const ref = found.operation.responses[answer.status];
    const pointer =
      ref !== undefined && '$ref' in ref
        ? ref.$ref.slice(1)
        : `/paths/${escaped(found.path)}/${found.method}/responses/${answer.status}`;
    const ofBody = bodyDeviations({ method, about, pointer }, answer, text);
    return [...headerDeviations(about, answer), ...ofBody].map((one) => `${answer.status}: ${one}`);
  }

  function bodyDeviations(
    { method, about, pointer }: { method: string; about: AnswerObject; pointer: string },
    answer: Response,
    text: string,
  ): string[] {
    const type = answer.headers.get('Content-Type')?.split(';')[0] ?? '';
    const types = Object.keys(about.content ?? {});
    const documented = types.find((one) => one === type) ?? types[0];
    if (documented === undefined) return text === '' ? [] : ['has a body'];
    if (documented === '*/*') return [];
    if (type !== documented) return [`is ${type}`];
    if (about.content?.[documented]?.schema === undefined || method === 'HEAD') return [];
    // A text is itself what its schema describes.
    const value: unknown = documented.endsWith('json') ? JSON.parse(text) : text;
    return validate(`${pointer}/content/${escaped(documented)}/schema`, value);
  }

  return async (request, answer) => {
    const text = await textOf(answer);
    const isProblem = text !== '' && answer.headers.get('Content-Type') === 'application/problem+json';
    const code = isProblem ? Problem.parse(JSON.parse(text)).code : undefined;
    return { code, deviations: deviations(request, answer, text) };
  };
}

function headerDeviations({ headers }: AnswerObject, answer: Response): string[] {
  const missing = Object.entries(headers)
    .filter(([, header]) => '$ref' in header)
    .map(([name]) => name)
    .filter((name) => !answer.headers.has(name));
  const documented = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const more = notable.filter((name) => answer.headers.has(name) && !documented.has(name));
  return [...missing.map((name) => `lacks ${name}`), ...more.map((name) => `has ${name}`)];
}

/** The text of the body, decoded; none of a stream that would not end. */
async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('Content-Type') === 'text/event-stream') {
    await answer.body?.cancel();
    return '';
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  switch (answer.headers.get('Content-Encoding')) {
    case 'br':
      return brotliDecompressSync(bytes).toString();
    case 'gzip':
      return gunzipSync(bytes).toString();
    default:
      return bytes.toString();
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function parametersIn(path: string): number {
  return path.split('{').length;
}

/** A name as a token of a JSON pointer in a fragment. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Returns the document with every object that lists its fields closed to others. */
function closedDocument(document: object): object {
  return Object.fromEntries(Object.entries(document).map(([name, part]) => [name, closed(part)]));
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]));
  const lists = Object.keys(Object(copy.properties)).length > 0 && copy.type === 'object';
  return lists && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}
