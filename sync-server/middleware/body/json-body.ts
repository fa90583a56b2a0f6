/**
 * Reads a JSON body and checks it against a schema before a route sees any of it.
 * 1. Never more than the limit is held: the count runs while the body streams in, whatever length it claims.
 * 2. What is not exactly UTF-8 is refused: a replaced character would be a changed text.
 * 3. A compressed body is counted as it unpacks, under the same limit.
 * 4. What is received counts for the account, which is told to wait where it has too much here.
 * 5. More values than any client sends are refused before they are parsed. What lies too deep is refused before it is parsed, or emptied there where only a part is to be refused.
 */
import { isAscii } from 'node:buffer';
import type { Context, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { answerProblem } from '../problem-response.ts';
import type { JsonLimits } from '../route-row.ts';
import type { ServerContext } from '../server-context.ts';
import { answerUnsupportedCoding, contentCoding } from './content-coding.ts';
import { emptyBelow, hasMoreValuesThan, isDeeperThan } from './json-depth.ts';
import { receiveBody } from './received-body.ts';

export type JsonMiddleware<Schema extends z.ZodType> = MiddlewareHandler<
  ServerContext,
  string,
  { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }
> & { readonly schema: Schema };

/**
 * Validates the body of a route by a schema: its handler has it as `c.req.valid('json')`. The document of the API has the
 * same schema, which `openapi/validated-bodies.test.ts` compares.
 */
export function jsonBody<Schema extends z.ZodType<object>>(schema: Schema): JsonMiddleware<Schema> {
  const middleware: MiddlewareHandler<ServerContext> = async (c, next) => {
    const body = await readJson(c, schema);
    if (!body.ok) return body.answer;
    c.req.addValidatedData('json', body.content);
    return next();
  };
  return Object.assign(middleware, { schema });
}

/** Refuses what is not exactly UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type JsonBody<Content> = { ok: true; content: Content } | { ok: false; answer: Response };

/**
 * Reads as much as the route's row allows. A request without a body is read as `undefined`: the schema says whether
 * that will do.
 */
export async function readJson<Content>(
  c: Context<ServerContext>,
  schema: Pick<z.ZodType<Content>, 'safeParse'>,
  jsonLimits: JsonLimits | undefined = c.get('route').body?.json,
): Promise<JsonBody<Content>> {
  if (jsonLimits === undefined) throw new Error('The row of this route has no rule for JSON bodies.');
  const { maxBytes, levels = { most: limits.jsonLevels, deeper: 'refused' } } = jsonLimits;
  const refused = (answer: Response): JsonBody<Content> => ({ ok: false, answer });
  if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) return refused(answerTooLarge(maxBytes));

  const coding = contentCoding(c.req.header('Content-Encoding'));
  if (coding === null) return refused(answerUnsupportedCoding('gzip'));
  const turn = c.get('turn');
  const hold = (size: number) => turn?.hold(size) ?? true;
  const bytes = await receiveBody(c, coding, { maxBytes, hold });
  if (bytes === 'too_many') return refused(answerTooMany());
  if (bytes === 'too_large') return refused(answerTooLarge(maxBytes));
  if (bytes === 'broken_off') {
    const detail = coding === 'identity' ? 'The body is cut off.' : 'The body is not intact gzip.';
    return refused(answerProblem('invalid_request', { detail }));
  }

  await turn?.begin();
  const read = parseJson(bytes, levels);
  if (!read.ok) return refused(answerProblem('invalid_request', { detail: read.detail }));
  const parsed = schema.safeParse(read.content);
  if (parsed.success) return { ok: true, content: parsed.data };
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return refused(answerProblem('invalid_fields', { errors }));
}

/** Throws where the bytes are not UTF-8. Most bodies are ASCII, which is quicker to look at and copy than to decode. */
function textOf(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return utf8.decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function answerTooMany(): Response {
  return answerProblem('too_many_requests', {
    detail: messages.tooManyRequests,
    headers: { 'Retry-After': '2' },
  });
}

function answerTooLarge(maxBytes: number): Response {
  const detail = `At most ${maxBytes / 1024 / 1024} MB are read here.`;
  return answerProblem('too_large', { detail });
}

function parseJson(
  sent: Uint8Array,
  { most, deeper }: NonNullable<JsonLimits['levels']>,
): { ok: true; content: unknown } | { ok: false; detail: string } {
  if (sent.byteLength === 0) return { ok: true, content: undefined };
  const tooDeep = isDeeperThan(sent, most);
  if (tooDeep && deeper === 'refused') {
    return { ok: false, detail: `The body has more than ${most} levels of arrays and objects.` };
  }
  const bytes = tooDeep ? emptyBelow(sent, most) : sent;
  if (hasMoreValuesThan(bytes, limits.jsonValues)) {
    return { ok: false, detail: `The body has more than ${limits.jsonValues} values.` };
  }
  let text: string;
  try {
    text = textOf(bytes);
  } catch {
    return { ok: false, detail: 'The body is not UTF-8.' };
  }
  try {
    const content: unknown = JSON.parse(text);
    return { ok: true, content };
  } catch {
    return { ok: false, detail: 'The body is not JSON.' };
  }
}
