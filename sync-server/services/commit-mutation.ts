/**
 * The one way by which a library changes: the ordinary routes, the push and the import all end here.
 *
 * 1. A key is answered once: the same request again gets the stored answer and has no second effect.
 * 2. A change that names a revision applies to that revision or not at all.
 * 3. Row, place in the feed and stored answer are one transaction; listeners are poked after it.
 * 4. What is stored is final: 2xx and the refusals that would be the same again. Never 412, a full account or a
 *    bug of ours.
 * 5. A long push is several transactions: other requests come between them, and each change stands by itself.
 * 6. An exception of one mutation is the answer to that mutation; where the disk takes no writes, it is the answer
 *    to the whole.
 */
import { createHash } from 'node:crypto';
import { rowKey } from '#shared/kinds/row.ts';
import { limits } from '#shared/model/limits.ts';
import type { FieldError, ProblemCode } from '#shared/model/problem.ts';
import type { BoundMutation } from '#shared/mutations/mutation.ts';
import { decodeRequest } from '#shared/mutations/registry.ts';
import type { LibraryStorage, LibraryTransaction, Usage } from '../storage/library-port.ts';
import { writeFailure } from '../storage/write-failure.ts';
import { AccountFull, type Asked, type Circumstances, decide, refusal } from './decide-mutation.ts';
import { hasMoreLevelsThan } from './json-levels.ts';
import { MutationAnswer, type MutationRequest } from './mutation-request.ts';
import type { Pokes } from './pokes.ts';
import { problemOf } from './problem-of.ts';

export type PushedAnswer = { seq: number; answers: MutationAnswer[] };

export type CommitMutation = {
  one(userId: number, request: MutationRequest): Promise<MutationAnswer>;
  push(userId: number, push: Push): Promise<PushedAnswer>;
};

export type Push = {
  requests: readonly MutationRequest[];
  device: string;
  /** Up to which number `client` has heard every answer. */
  acknowledged: { client: string; upTo: number } | null;
  /** Leaves the rows out of successful answers. */
  brief: boolean;
};

export type CommitDeps = {
  storage: LibraryStorage;
  pokes: Pokes;
  /** What one account may hold. */
  most: Usage;
  now(): number;
  newId(): number;
  reportError(error: Error): void;
};

/** What one transaction of a push does at most, in mutations of short texts. */
const sliceWeight = 64;

type Slice = { answers: MutationAnswer[]; bodies: number; seq: number; unfinished: boolean };

export function createCommitMutation(deps: CommitDeps): CommitMutation {
  const { storage, pokes } = deps;
  let last = 0;
  const tick = () => {
    last = Math.max(deps.now(), last + 1);
    return last;
  };

  async function push(userId: number, asked: Push): Promise<PushedAnswer> {
    const { requests, device, brief, acknowledged } = asked;
    const answers: MutationAnswer[] = [];
    const usage: Usage = { rows: 0, textBytes: 0 };
    const left: Circumstances['left'] = new Map();
    const circumstances: Circumstances = {
      ...{ device, brief, tick, left, usage },
      ...{ most: deps.most, weight: 0, looked: 0, begun: false },
    };
    let before: number | undefined;
    let bodies = 0;
    let seq = 0;
    try {
      for (let unfinished = true; unfinished; ) {
        const remaining = requests.slice(answers.length);
        const slice = await storage.transact(
          userId,
          (transaction) => {
            before ??= transaction.seq();
            if (answers.length === 0 && acknowledged !== null) {
              transaction.acknowledge(acknowledged.client, acknowledged.upTo);
            }
            return doSlice(deps, { transaction, requests: remaining, circumstances });
          },
          Math.min(Math.max(remaining.length, 1), sliceWeight),
        );
        answers.push(...slice.answers);
        bodies += slice.bodies;
        // The rest of the rows comes through the change feed: an answer is bounded, whatever the rows hold.
        if (bodies > limits.pushBytes) circumstances.brief = true;
        seq = slice.seq;
        unfinished = slice.unfinished;
      }
    } finally {
      if (before !== undefined && seq > before) pokes.poke(userId, seq);
    }
    return { seq, answers };
  }

  return {
    push,
    async one(userId, request) {
      const { answers } = await push(userId, {
        requests: [request],
        device: '',
        brief: false,
        acknowledged: null,
      });
      return answers[0] ?? refusal('internal');
    },
  };
}

const tooDeep = {
  ok: false,
  code: 'invalid_request',
  errors: [{ path: 'body', message: `At most ${limits.jsonLevels} levels of arrays and objects.` }],
} as const satisfies { ok: false; code: ProblemCode; errors: FieldError[] };

/** As many of the requests as one transaction should do; once more also where a bulk change must end first. */
function doSlice(
  deps: CommitDeps,
  slice: {
    transaction: LibraryTransaction;
    requests: readonly MutationRequest[];
    circumstances: Circumstances;
  },
): Slice {
  const { transaction, requests, circumstances } = slice;
  const answers: MutationAnswer[] = [];
  circumstances.usage = transaction.usage();
  circumstances.begun = false;
  circumstances.weight = 0;
  let bodies = 0;
  for (const request of requests) {
    if (circumstances.weight >= sliceWeight || circumstances.begun) break;
    const asked = { transaction, request, circumstances };
    const attempt = transaction.attempt(() => answerTo(deps, asked));
    const answer = attempt.ok ? attempt.result : failed(deps, attempt.error);
    if (answer === 'later') break;
    answers.push(answer);
    circumstances.weight += 1;
    if (!circumstances.brief) bodies += JSON.stringify(answer.body ?? null).length;
  }
  const unfinished = answers.length < requests.length || circumstances.begun;
  return { answers, bodies, seq: transaction.seq(), unfinished };
}

function failed(deps: CommitDeps, error: unknown): MutationAnswer {
  if (error instanceof AccountFull) return refusal('account_full');
  // Not this mutation's fault, nor the fate of it alone: the request as a whole is sent again.
  if (writeFailure(error) !== undefined) throw error;
  deps.reportError(error instanceof Error ? error : new Error(String(error)));
  return refusal('internal');
}

function answerTo(deps: CommitDeps, asked: Asked): MutationAnswer | 'later' {
  const { transaction, request, circumstances } = asked;
  const decoded = hasMoreLevelsThan(request.body, limits.jsonLevels)
    ? tooDeep
    : decodeRequest(request, deps.newId);
  const { key } = request;
  if (key === null) return decoded.ok ? decide(asked, decoded.mutation) : refusalOf(decoded);

  const requestHash = hashOf(request);
  const kept = transaction.answerTo(key);
  if (kept !== undefined) {
    if (kept.requestHash !== requestHash) return refusal('key_reused');
    const answer = MutationAnswer.parse(kept.answer);
    if (decoded.ok) noteWhatIsLeft(circumstances, decoded.mutation, answer);
    return answer;
  }
  if (key.number <= transaction.floorOf(key.client)) return refusal('key_acknowledged');
  const answer = decoded.ok ? decide(asked, decoded.mutation) : refusalOf(decoded);
  if (answer === 'later') return answer;
  if (decoded.ok) noteWhatIsLeft(circumstances, decoded.mutation, answer);
  if (isFinal(answer.status)) transaction.keepAnswer(key, { requestHash, answer });
  return answer;
}

function noteWhatIsLeft({ left }: Circumstances, mutation: BoundMutation, answer: MutationAnswer): void {
  if (answer.status >= 300) {
    left.set(rowKey(mutation.target.ref), 'notApplied');
    return;
  }
  for (const [key, rev] of Object.entries(answer.revs ?? {})) left.set(key, rev);
}

function refusalOf(failed: { code: ProblemCode; errors?: FieldError[] }): MutationAnswer {
  const problem = problemOf(failed.code, failed.errors === undefined ? {} : { errors: failed.errors });
  return { status: problem.status, body: problem };
}

function isFinal(status: number): boolean {
  return status < 300 || [400, 404, 409, 422].includes(status);
}

function hashOf({ method, path, body }: MutationRequest): string {
  return createHash('sha256')
    .update(`${method}\n${path}\n${JSON.stringify(body)}`)
    .digest('hex');
}
