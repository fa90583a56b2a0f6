/**
 * The one way by which a library changes: the ordinary routes, the push and the import all end here.
 *
 * 1. A key is answered once: the same request again gets the stored answer and has no second effect.
 * 2. A change that names a revision applies to that revision or not at all.
 * 3. Row, place in the feed and stored answer are one transaction; listeners are poked after it.
 * 4. What is stored is final: 2xx and the refusals that would be the same again. Never 412 or a bug of ours.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { limits } from '#shared/model/limits.ts';
import type { FieldError, Problem, ProblemCode } from '#shared/model/problem.ts';
import { type ChangedBy, rowKey, type Stored } from '#shared/model/row.ts';
import type { ApiMethod, BoundMutation } from '#shared/mutations/mutation.ts';
import { decodeRequest } from '#shared/mutations/registry.ts';
import type { LibraryStorage, LibraryTransaction } from '../storage/library-port.ts';
import { hasMoreLevelsThan } from './json-levels.ts';
import type { Pokes } from './pokes.ts';
import { problemOf } from './problem-of.ts';

export type MutationRequest = {
  method: ApiMethod;
  path: string;
  body: unknown;
  /** Null: a plain request, which is simply done each time that it comes. */
  key: ChangedBy | null;
  ifMatch: number | 'previous' | undefined;
};

/** `rev`: of the row that the request is about, where it exists. `revs`: of every row that was written. */
export const MutationAnswer = z.object({
  status: z.int(),
  seq: z.int().optional(),
  rev: z.int().optional(),
  revs: z.record(z.string(), z.int()).optional(),
  body: z.unknown().optional(),
});
export type MutationAnswer = z.infer<typeof MutationAnswer>;

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
  now(): number;
  newId(): number;
  reportError(error: Error): void;
};

type Circumstances = {
  device: string;
  brief: boolean;
  /** An instant for one change, later than all before: what is made later is listed later. */
  tick(): number;
  /** What the mutations before this one in the same push left of each row. */
  left: Map<string, number | 'notApplied'>;
};

export function createCommitMutation(deps: CommitDeps): CommitMutation {
  const { storage, pokes } = deps;
  let last = 0;
  const tick = () => {
    last = Math.max(deps.now(), last + 1);
    return last;
  };

  async function push(userId: number, asked: Push): Promise<PushedAnswer> {
    const { requests, device, brief, acknowledged } = asked;
    const done = await storage.transact(userId, (transaction) => {
      const before = transaction.seq();
      if (acknowledged !== null) transaction.acknowledge(acknowledged.client, acknowledged.upTo);
      const circumstances: Circumstances = { device, brief, tick, left: new Map() };
      const answers = requests.map((request) => {
        const attempt = transaction.attempt(() => answerTo(deps, { transaction, request, circumstances }));
        if (attempt.ok) return attempt.result;
        deps.reportError(attempt.error instanceof Error ? attempt.error : new Error(String(attempt.error)));
        return refusal('internal');
      });
      return { answers, before, seq: transaction.seq() };
    });
    if (done.seq > done.before) pokes.poke(userId, done.seq);
    return { seq: done.seq, answers: done.answers };
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

type Asked = { transaction: LibraryTransaction; request: MutationRequest; circumstances: Circumstances };

function answerTo(deps: CommitDeps, asked: Asked): MutationAnswer {
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
  if (decoded.ok) noteWhatIsLeft(circumstances, decoded.mutation, answer);
  if (isFinal(answer.status)) transaction.keepAnswer(key, { requestHash, answer });
  return answer;
}

function decide(asked: Asked, mutation: BoundMutation): MutationAnswer {
  const { transaction, request, circumstances } = asked;
  const { ref } = mutation.target;
  const rows = transaction.load([{ kind: 'row', ref }, ...mutation.touches]);
  const current = rows.at(ref);
  const refusedBecause = precondition(mutation, current, { request, circumstances });
  const shown = circumstances.brief ? undefined : current;
  if (refusedBecause !== null) return refusal(refusedBecause, shown);

  const at = circumstances.tick();
  const context = { now: new Date(at).toISOString(), texts: 'asSent', by: request.key } as const;
  const decision = mutation.apply(rows, context);
  if (!decision.ok) return refusal(decision.code, shown);
  const { by } = context;
  const authorship = { by, device: circumstances.device, texts: mutation.texts, at };
  const { seq, revs } = transaction.save(decision.writes, authorship);
  const rev = revs[rowKey(ref)] ?? (current?.deleted === false ? current.rev : undefined);
  return {
    status: decision.status,
    seq,
    ...(rev === undefined ? {} : { rev }),
    revs,
    ...(circumstances.brief ? {} : { body: decision.body }),
  };
}

/** Null where nothing stands against it. A deleted row is there for whoever names the deletion's revision. */
function precondition(
  mutation: BoundMutation,
  current: Stored | undefined,
  { request, circumstances }: Pick<Asked, 'request' | 'circumstances'>,
): ProblemCode | null {
  const { must, ref } = mutation.target;
  let ifMatch = request.ifMatch;
  if (ifMatch === 'previous') {
    const left = circumstances.left.get(rowKey(ref));
    if (left === undefined || left === 'notApplied') return 'changed_since';
    ifMatch = left;
  }
  if (must === 'create') return null;
  if (current === undefined && must === 'exist') return 'not_found';
  if (current === undefined) return ifMatch === undefined ? null : 'changed_since';
  if (ifMatch !== undefined && ifMatch !== current.rev) return 'changed_since';
  return must === 'exist' && current.deleted && ifMatch === undefined ? 'not_found' : null;
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

/** Somebody who is told that the row has moved on is also told what it is now. */
function refusal(code: ProblemCode, current?: Stored): MutationAnswer {
  const problem: Problem = problemOf(code);
  if (code !== 'changed_since' || current === undefined) return { status: problem.status, body: problem };
  const { rev, row, deleted } = current;
  return { status: problem.status, rev, body: { ...problem, current: deleted ? null : row } };
}

function isFinal(status: number): boolean {
  return status < 300 || [400, 404, 409, 422].includes(status);
}

function hashOf({ method, path, body }: MutationRequest): string {
  return createHash('sha256')
    .update(`${method}\n${path}\n${JSON.stringify(body)}`)
    .digest('hex');
}
