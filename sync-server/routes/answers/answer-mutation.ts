/** A mutating `/api` request of an ordinary client: its headers, its body, one commit, its answer. */
import type { Context } from 'hono';
import { z } from 'zod';
import { Problem } from '#shared/model/problem.ts';
import type { ApiMethod } from '#shared/mutations/mutation.ts';
import { formatRev, parseMutationKey, parseRev } from '#shared/sync/wire.ts';
import { onlyProjectOf } from '../../middleware/authorize-token.ts';
import { readJson } from '../../middleware/body/json-body.ts';
import { answerProblem, answerWithProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { CommitMutation } from '../../services/change/commit-mutation.ts';
import type { MutationAnswer, MutationRequest } from '../../services/change/mutation-request.ts';

/** `as`: where the same mutation has another spelling in the registry. */
export async function answerMutation(
  c: Context<ServerContext>,
  { one }: Pick<CommitMutation, 'one'>,
  as: { method: ApiMethod; path: string } = { method: ApiMethodName.parse(c.req.method), path: c.req.path },
): Promise<Response> {
  const headers = readHeaders(c);
  if (!headers.ok) return headers.answer;
  const body = await readJson(c, AnyJson);
  if (!body.ok) return body.answer;
  const { key, ifMatch } = headers;
  const onlyProject = onlyProjectOf(c);
  return answerOf(await one(c.get('user').id, { ...as, body: body.content, key, ifMatch, onlyProject }));
}

export function answerOf(answer: MutationAnswer): Response {
  const etag: Record<string, string> = answer.rev === undefined ? {} : { ETag: formatRev(answer.rev) };
  const problem = answer.status >= 400 ? Problem.safeParse(answer.body) : undefined;
  if (problem?.success) return answerWithProblem(problem.data, etag);
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: { 'Content-Type': 'application/json', ...etag },
  });
}

/** The schema of a mutation is found by its address. Making one for each request would take longer than checking it. */
const AnyJson = z.unknown();

const ApiMethodName = z.enum(['POST', 'PATCH', 'PUT', 'DELETE']);

type Headers =
  | { ok: true; key: MutationRequest['key']; ifMatch: number | undefined }
  | { ok: false; answer: Response };

export function readHeaders(c: Context<ServerContext>): Headers {
  const named = c.req.header('Idempotency-Key');
  const key = named === undefined ? null : parseMutationKey(named);
  if (named !== undefined && key === null) {
    return refused('Idempotency-Key', 'Of the form <client>:<number>.');
  }
  const condition = c.req.header('If-Match')?.trim();
  // `*` asks for a row that exists, which every change does anyway.
  if (condition === undefined || condition === '*') return { ok: true, key, ifMatch: undefined };
  // A proxy that compresses weakens the tag; the revision in it is still the one that we gave.
  const ifMatch = parseRev(condition.replace(/^W\//, ''));
  return ifMatch === null
    ? refused('If-Match', 'A revision in quotes, as an ETag has it.')
    : { ok: true, key, ifMatch };
}

function refused(path: string, message: string): Headers {
  return { ok: false, answer: answerProblem('invalid_request', { errors: [{ path, message }] }) };
}
