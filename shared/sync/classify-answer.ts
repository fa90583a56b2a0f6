/**
 * Classifies the answer to a whole request and to one mutation of a push. The table of the protocol:
 *
 *   none, timeout, 408/425/5xx, foreign -> again, same key       412 -> stale: pull, rebase, say it anew
 *   429, 503, 507 -> again, after Retry-After                          id_taken -> stale, too
 *                                                                 400/404/409/413/422 -> refused
 *   401 -> pause everything, keep everything                      410 cursor_reset -> start the feed again
 */
import { Problem, type ProblemCode } from '#shared/model/problem.ts';
import { retryAfterMs } from './backoff.ts';

/** An answer of the network; null: none, or the 5xx of a proxy. */
export type Answer = {
  status: number;
  retryAfter: string | null;
  body: unknown;
  /** Bytes of the request's body on the wire, and of the answer's; absent where nobody counted. */
  sentBytes?: number;
  receivedBytes?: number;
  /** Of somebody on the way: a 413 says that it takes less at once, everything else that it stands in the server's place. */
  isForeign?: true;
} | null;

export type RequestOutcome =
  | { kind: 'answered' }
  /** `foreign`: something on the way answers in the server's place, as a proxy does that wants a sign-in of its own. */
  | { kind: 'again'; afterMs: number | null; reason: 'network' | 'foreign' | 'server' | 'rate' | 'full' }
  | { kind: 'signIn' }
  | { kind: 'reset' }
  | { kind: 'updateNeeded' }
  /** The server will not take this request as it is, whatever is in it. */
  | { kind: 'refused'; code: ProblemCode };

export function classifyRequest(answer: Answer, now: number): RequestOutcome {
  if (answer === null) return { kind: 'again', afterMs: null, reason: 'network' };
  const { status } = answer;
  if (answer.isForeign && status !== 413) return { kind: 'again', afterMs: null, reason: 'foreign' };
  if (status >= 200 && status < 300) return { kind: 'answered' };
  if (status === 401) return { kind: 'signIn' };
  if (status === 410) return { kind: 'reset' };
  if (status === 426) return { kind: 'updateNeeded' };
  if (status === 429 || status === 503) {
    return { kind: 'again', afterMs: retryAfterMs(answer.retryAfter, now), reason: 'rate' };
  }
  if (status === 507) {
    return { kind: 'again', afterMs: retryAfterMs(answer.retryAfter, now), reason: 'full' };
  }
  if (status === 408 || status === 425 || status >= 500)
    return { kind: 'again', afterMs: null, reason: 'server' };
  return { kind: 'refused', code: problemOf(answer.body).code };
}

export type RefusedProblem = {
  code: ProblemCode;
  detail?: string;
  errors?: { path: string; message: string }[];
};

export type ResultOutcome =
  | { kind: 'acknowledged' }
  | { kind: 'stale' }
  /** `server`: it failed on this one; `rate` and `full`: it takes nothing now, whatever it is. */
  | { kind: 'again'; reason: 'server' | 'rate' | 'full' }
  | { kind: 'signIn' }
  | { kind: 'refused'; problem: RefusedProblem };

/**
 * `id_taken`: the same row came from another device, which brought it back or in: it is changed instead of made.
 * `key_acknowledged`: this device forgot, with a loss of power, that it had the answer.
 */
const sentUnderNewKey: ReadonlySet<ProblemCode> = new Set(['id_taken', 'key_acknowledged']);

export function classifyResult(status: number, body: unknown): ResultOutcome {
  if (status >= 200 && status < 300) return { kind: 'acknowledged' };
  if (status === 401) return { kind: 'signIn' };
  if (status === 412) return { kind: 'stale' };
  const problem = problemOf(body);
  if (status === 507 && problem.code !== 'storage_full') return { kind: 'again', reason: 'full' };
  if (status === 408 || status === 425 || status === 429 || status === 503) {
    return { kind: 'again', reason: 'rate' };
  }
  // A person's own storage is full: no trouble of the server that passes by itself, though its status says so.
  if (status >= 500 && problem.code !== 'storage_full') return { kind: 'again', reason: 'server' };
  return sentUnderNewKey.has(problem.code) ? { kind: 'stale' } : { kind: 'refused', problem };
}

function problemOf(body: unknown): RefusedProblem {
  const problem = Problem.safeParse(body);
  if (!problem.success) return { code: 'invalid_request' };
  const { code, detail, errors } = problem.data;
  return { code, ...(detail === undefined ? {} : { detail }), ...(errors === undefined ? {} : { errors }) };
}
