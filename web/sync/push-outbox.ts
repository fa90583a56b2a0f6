/**
 * Sends what waits, one push after the other, and settles the answers.
 *
 * 1. The answer to a push changes outbox states, nothing else; rows come through the pull alone.
 * 2. A push that was too large for somebody on the way is sent again in smaller ones, down to one mutation; only
 *    that one is refused, and everything else goes on.
 * 3. A push that broke off leaves the link with a smaller budget and ends this, until the caller has seen that the
 *    server is there at all.
 * 4. A mutation that the server fails on, or on which the connection breaks off, holds up no other: where the server
 *    answers something else, it is found by halves, set apart, and tried alone after all others.
 * 5. A long text travels as a patch; if the server does not have its base, the whole texts follow in the same round.
 * 6. The furthest place that the server named goes along, so that a restored server takes nothing it cannot place.
 */
import { limits } from '#shared/model/limits.ts';
import { Problem, type ProblemCode, problemStatus } from '#shared/model/problem.ts';
import { proxyLimit } from '#shared/model/proxy-limit.ts';
import { type Answer, classifyRequest, type RequestOutcome } from '#shared/sync/classify-answer.ts';
import type { TroubleReason } from '#shared/sync/outbox.ts';
import { formatCursor, PushAnswer, type PushRequest, waitedHeader } from '#shared/sync/wire.ts';
import type { Batch } from '../data/database/started-commit.ts';
import { nextTroubled, settleAnswer, takeBatch } from '../data/outbox/outbox-store.ts';
import type { ApiRequest } from '../platform/api-client.ts';
import { patchedFrom, patchTexts } from './patch-texts.ts';
import { failed, headersFor, type RoundDeps, type RoundFailure } from './round.ts';

/** The state that the parts of one round share. */
export type RoundMemory = {
  /** Why each entry failed that was sent alone in this round, by position. */
  failed: Map<number, TroubleReason>;
  /** It did another mutation: so it is not the server as a whole that fails. */
  hasAccepted: boolean;
  /** It failed on a push of several mutations as a whole. */
  hasFailedWhole: boolean;
  /** It answered something else after a failed push: so it is worth finding out which mutation fails. */
  isThere: boolean;
  /** The server did not have a text that a patch was made upon. */
  sendsWholeTexts: boolean;
  /** The outbox may hold an entry that the server failed on before. */
  mayHaveTroubled: boolean;
};

/** `settled`: whether any mutation got an answer that stays. */
export type Pushed = ({ kind: 'done' } | RoundFailure) & { settled: boolean };

/** More entries than this in a row, each of which failed alone, are the server or the network and not they. */
const mostFailures = 3;

/** The progress of the pushes of one round. */
type Pushing = {
  /** How many mutations the next push carries at most. */
  most: number;
  settled: boolean;
  /** Mutations in a row each of which failed alone. */
  failures: number;
};

type Step = 'goOn' | { kind: 'done' } | RoundFailure;

/** Stops early where an answer needs a pull first. `first`: a batch that is stored as sent already. */
export async function pushOutbox(deps: RoundDeps, memory: RoundMemory, first?: Batch): Promise<Pushed> {
  const pushing: Pushing = { most: limits.pushMutations, settled: false, failures: 0 };
  for (let given = first; ; given = undefined) {
    const batch = given ?? (await nextBatch(deps, pushing.most, memory));
    const step: Step = batch === null ? { kind: 'done' } : await pushBatch(deps, batch, { memory, pushing });
    if (step !== 'goOn') return { ...step, settled: pushing.settled };
  }
}

type Progress = { memory: RoundMemory; pushing: Pushing };

async function pushBatch(deps: RoundDeps, batch: Batch, { memory, pushing }: Progress): Promise<Step> {
  const { link } = deps;
  const isAlone = batch.mutations.length === 1;
  const began = deps.now();
  const from = memory.sendsWholeTexts ? Number.POSITIVE_INFINITY : (deps.patchedFrom ?? patchedFrom);
  const { mutations, isPatched } = await patchTexts(batch, from);
  const json = isPatched ? JSON.stringify(mutations).length : batch.bytes;
  const answer = await deps.send(pushRequest(deps, { ...batch, mutations }));
  const outcome = classifyRequest(answer, deps.now());
  if (isPatched && outcome.kind === 'refused' && outcome.code === 'base_text_missing') {
    memory.sendsWholeTexts = true;
    return 'goOn';
  }
  if (outcome.kind === 'refused' && isAboutContents(answer)) {
    if (answer.status === 413) {
      link.pushTooLarge({ json, sent: answer.sentBytes ?? json });
    }
    if (isAlone) {
      await settleAlone(deps, batch, answer);
      pushing.settled = true;
    }
    // The whole was refused, perhaps because of one: smaller and smaller, until that one stands alone.
    pushing.most = isAlone ? limits.pushMutations : Math.ceil(batch.mutations.length / 2);
    return 'goOn';
  }
  if (hasNotArrived(outcome)) {
    link.pushBrokeOff({ json });
    const step = afterFailedPush(batch, { memory, pushing, reason: 'link' });
    return step === 'goOn' && memory.isThere ? step : outcome;
  }
  if (isFailureOnContents(answer) && (isAlone || memory.isThere)) {
    return afterFailedPush(batch, { memory, pushing, reason: 'server' });
  }
  memory.hasFailedWhole ||= isFailureOnContents(answer);
  if (outcome.kind !== 'answered') return failed(outcome);
  const parsed = PushAnswer.safeParse(answer?.body);
  if (!parsed.success) return serverFailed;
  const sent = answer?.sentBytes ?? json;
  link.pushPassed({ json, sent, ms: deps.now() - began });
  return afterAnswer(deps, batch, { memory, pushing, answer: parsed.data });
}

const serverFailed: RoundFailure = { kind: 'again', afterMs: null, reason: 'server' };

/** These mutations failed as a whole: half of them is tried next, and one alone is set apart. */
function afterFailedPush(
  batch: Batch,
  { memory, pushing, reason }: Progress & { reason: TroubleReason },
): Step {
  if (batch.mutations.length === 1) {
    for (const position of batch.positions) memory.failed.set(position, reason);
    pushing.failures += 1;
    if (pushing.failures >= mostFailures) return serverFailed;
  }
  pushing.most = Math.ceil(batch.mutations.length / 2);
  return 'goOn';
}

/** Settles the results, and decides whether another push can follow. */
async function afterAnswer(
  deps: RoundDeps,
  batch: Batch,
  { memory, pushing, answer }: Progress & { answer: PushAnswer },
): Promise<Step> {
  pushing.most = Math.min(pushing.most * 2, limits.pushMutations);
  const done = await settleAnswer(deps.library, answer);
  pushing.settled ||= done.finished > 0;
  if (done.finished > 0) await deps.onProgress?.(null);
  memory.hasAccepted ||= done.acknowledged > 0;
  for (const position of done.failed) memory.failed.set(position, 'server');
  pushing.failures = done.finished > 0 ? 0 : pushing.failures;
  if (done.signIn) return { kind: 'signIn' };
  if (done.busy !== null) return { kind: 'again', afterMs: null, reason: busyReason(done.busy) };
  if (done.stale) return { kind: 'done' };
  memory.mayHaveTroubled = !batch.isLast || done.failed.length > 0;
  if (batch.isLast && done.finished === batch.positions.length) return { kind: 'done' };
  return done.changed === 0 && done.failed.length === 0 ? serverFailed : 'goOn';
}

/** `rate` of one mutation: the server answers, and no pause was named. */
function busyReason(busy: 'rate' | 'full'): 'server' | 'full' {
  return busy === 'full' ? 'full' : 'server';
}

/** Takes the next pending entries, without those that fail; after all others, each of these that is due, alone. */
async function nextBatch(deps: RoundDeps, most: number, { failed }: RoundMemory): Promise<Batch | null> {
  const { library, link } = deps;
  const size = { mutations: most, bytes: link.pushBytes() };
  const apart = new Set(failed.keys());
  const batch = await takeBatch(library, size, { apart });
  if (batch !== null) return batch;
  const at = deps.isHurried ? Number.POSITIVE_INFINITY : deps.now();
  for (const skipped = apart; ; ) {
    const { due } = await nextTroubled(library, { at, except: skipped });
    if (due === undefined) return null;
    const alone = await takeBatch(library, size, { alone: due });
    if (alone !== null) return alone;
    // It waits for another that does.
    skipped.add(due);
  }
}

/** Returns whether the push did not reach the server, as far as anybody can tell: it was cut, or stopped on the way. */
function hasNotArrived(outcome: RequestOutcome): outcome is Extract<RequestOutcome, { kind: 'again' }> {
  return outcome.kind === 'again' && (outcome.reason === 'network' || outcome.reason === 'foreign');
}

/** A failure of the server itself over a whole push, which may be about one mutation in it. */
function isFailureOnContents(answer: Answer): boolean {
  return answer !== null && answer.status >= 500 && answer.status !== 503 && answer.status !== 507;
}

/** Any other refusal of a whole push (403 of a wrong origin, 404 of a path) is no word about what is in it. */
function isAboutContents(answer: Answer): answer is NonNullable<Answer> {
  return answer?.status === 400 || answer?.status === 413 || answer?.status === 422;
}

function pushRequest({ library, device, now }: RoundDeps, batch: Batch): ApiRequest {
  // A device's clock may have been set since.
  const waited = Math.min(Math.max(0, Math.round((now() - batch.oldestAt) / 1000)), 999_999_999);
  const { known, account } = batch;
  const body: PushRequest = {
    mutations: batch.mutations,
    acknowledged: batch.acknowledged,
    device,
    brief: true,
    ...(known === undefined ? {} : { since: formatCursor(known) }),
  };
  return {
    method: 'POST',
    path: '/api/sync/push',
    body,
    headers: { ...headersFor(library, account), [waitedHeader]: String(waited) },
  };
}

/** The only mutation of a refused push gets that refusal as its own answer. */
async function settleAlone(deps: RoundDeps, batch: Batch, answer: NonNullable<Answer>): Promise<void> {
  const only = batch.mutations[0];
  if (only === undefined) return;
  const { status } = answer;
  const ownWords = Problem.safeParse(answer.body).success ? answer.body : undefined;
  const body = answer.isForeign ? problemOfProxy(deps) : ownWords;
  await settleAnswer(deps.library, { seq: 0, results: [{ key: only.key, status, body }] });
}

function problemOfProxy({ link }: RoundDeps): Problem {
  const code: ProblemCode = 'proxy_too_large';
  const detail = proxyLimit(link.sizeLimit());
  const status = problemStatus[code];
  return { type: `urn:promptory:problem:${code}`, title: code, status, code, detail };
}
