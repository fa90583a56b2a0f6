/**
 * Decides on the mutations of one transaction in order, each upon what those before it left in the working copy.
 *
 * 1. Pure but for the clock: the storage may ask for it more than once, and saves the last outcome.
 * 2. What is stored under a key is final: 2xx and the refusals that would be the same again. Never 412, a full
 *    account or a bug of ours.
 * 3. It ends where a mutation needs another gather, and after a bulk change begins.
 */
import { rowKey } from '#shared/kinds/row.ts';
import type { BoundMutation } from '#shared/mutations/mutation.ts';
import { WorkingCopy } from '../../storage/change/working-copy.ts';
import type { Decided, Gathered } from '../../storage/ports/library-transaction.ts';
import { type AccountLimits, accountFullStatus } from './account-full.ts';
import { decide } from './decide-mutation.ts';
import type { Outcome, RevsLeft } from './decided-answer.ts';
import { MutationAnswer } from './mutation-request.ts';
import { isKeyReused, type PushedMutation } from './pushed-mutation.ts';
import { invalid, refusal } from './refusal.ts';

export type Slice = {
  mutations: readonly PushedMutation[];
  device: string;
  brief: boolean;
  /** The limits of one account. */
  most: AccountLimits;
  acknowledged: { client: string; upTo: number } | null;
  left: RevsLeft;
  /** An instant for one change, later than all before: what is made later is listed later. */
  tick(): number;
};

export type SliceOutcome = {
  /** Of the first of the mutations; the others need another transaction. */
  answers: MutationAnswer[];
  /** The places of the user's latest change before and after. */
  before: number;
  seq: number;
  left: RevsLeft;
  /** Up to which place of the feed the first mutation without an answer has been inspected. */
  inspected: number;
  hasBegunBulk: boolean;
  /** The exceptions that mutations threw. */
  errors: unknown[];
};

export function decideSlice(gathered: Gathered, slice: Slice): Decided<SliceOutcome> {
  const before = gathered.seq;
  const copy = new WorkingCopy(gathered);
  if (slice.acknowledged !== null) copy.acknowledge(slice.acknowledged.client, slice.acknowledged.upTo);
  const deciding: Deciding = { copy, gathered, slice, left: new Map(slice.left), errors: [] };
  const answers: MutationAnswer[] = [];
  let inspected = 0;
  for (const [index, pushed] of slice.mutations.entries()) {
    if (index === gathered.parts) break;
    if (copy.hasBegunBulk || copy.isOutdated(pushed.part.touches)) break;
    const outcome = outcomeOf(deciding, pushed);
    if (outcome.kind === 'later') {
      inspected = outcome.inspected;
      break;
    }
    answers.push(outcome.answer);
  }
  const { left, errors } = deciding;
  const { seq, hasBegunBulk } = copy;
  return {
    changes: copy.changes(),
    result: { answers, before, seq, left, inspected, hasBegunBulk, errors },
  };
}

type Deciding = {
  copy: WorkingCopy;
  gathered: Gathered;
  slice: Slice;
  left: Map<string, number | 'notApplied'>;
  errors: unknown[];
};

function outcomeOf(deciding: Deciding, pushed: PushedMutation): Outcome {
  try {
    return answered(deciding, pushed);
  } catch (error) {
    deciding.errors.push(error);
    return { kind: 'answer', answer: refusal('internal') };
  }
}

/** Looks the key up, decides where it is new, and stores what is final. */
function answered(deciding: Deciding, pushed: PushedMutation): Outcome {
  const { copy, left } = deciding;
  const { decoded, request, requestHash } = pushed;
  const { key } = request;
  if (key === null) return decideOn(deciding, pushed);
  const stored = copy.answerTo(key);
  if (stored !== undefined) {
    if (isKeyReused(stored.requestHash, requestHash))
      return { kind: 'answer', answer: refusal('key_reused') };
    const answer = MutationAnswer.parse(stored.answer);
    if (decoded.ok) noteWhatIsLeft(left, decoded.mutation, answer);
    return { kind: 'answer', answer };
  }
  if (key.number <= copy.floorOf(key.client)) return { kind: 'answer', answer: refusal('key_acknowledged') };
  const outcome = decideOn(deciding, pushed);
  if (outcome.kind === 'later') return outcome;
  const { answer } = outcome;
  if (decoded.ok) noteWhatIsLeft(left, decoded.mutation, answer);
  if (isFinal(answer.status)) copy.storeAnswer(key, { requestHash, answer });
  return outcome;
}

function decideOn({ copy, gathered, slice, left }: Deciding, { decoded, request }: PushedMutation): Outcome {
  if (!decoded.ok) return { kind: 'answer', answer: invalid(decoded) };
  const { device, brief, most, tick } = slice;
  return decide({ copy, gathered, request, mutation: decoded.mutation, device, brief, most, left, tick });
}

function noteWhatIsLeft(left: Deciding['left'], mutation: BoundMutation, answer: MutationAnswer): void {
  // A full account is no decision about the row: it is what the mutations before this one left of it.
  if (answer.status === accountFullStatus) return;
  if (answer.status >= 300) {
    left.set(rowKey(mutation.target.ref), 'notApplied');
    return;
  }
  const { revs = {} } = answer;
  for (const key of Object.keys(revs)) left.set(key, revs[key] ?? 0);
  // A creation that met its row: what comes after it was made upon a row without the fields that others gave this one.
  const target = rowKey(mutation.target.ref);
  if (mutation.target.must === 'create' && (answer.revs?.[target] ?? 1) > 1) left.set(target, 'notApplied');
}

function isFinal(status: number): boolean {
  return status < 300 || [400, 404, 409, 422].includes(status);
}
