/**
 * Turns a decision into the answer to its mutation, and puts its layer into the working copy.
 *
 * A layer that would take an account beyond its limits is dropped.
 */

import { rowKey } from '#shared/kinds/row.ts';
import type { ProblemCode } from '#shared/model/problem.ts';
import type { ApplyContext, BoundMutation, Decision } from '#shared/mutations/mutation.ts';
import type { WorkingCopy } from '../../storage/change/working-copy.ts';
import type { Authorship, BulkChange, Gathered } from '../../storage/ports/library-transaction.ts';
import { type AccountLimits, accountFull, promptFull } from './account-full.ts';
import type { MutationAnswer, MutationRequest } from './mutation-request.ts';
import { refusal } from './refusal.ts';

/** By row: the revision that the mutations before this one in the same push left. */
export type RevsLeft = ReadonlyMap<string, number | 'notApplied'>;

export type Asked = {
  copy: WorkingCopy;
  gathered: Gathered;
  request: MutationRequest;
  mutation: BoundMutation;
  device: string;
  /** Leaves the row out of a successful answer. */
  brief: boolean;
  /** The limits of the account. */
  most: AccountLimits;
  left: RevsLeft;
  /** An instant for one change, in milliseconds. */
  tick(): number;
};

/** `later`: there is more to inspect than one transaction should; the same mutation in the next one. */
export type Outcome = { kind: 'answer'; answer: MutationAnswer } | { kind: 'later'; inspected: number };

/** `change`: what follows in portions where the decision wrote anything. */
export function answer(
  asked: Asked,
  { context, decision, change }: { context: ApplyContext; decision: Decision; change: BulkChange | null },
): Outcome {
  const { copy, mutation, most, brief } = asked;
  const { ref } = mutation.target;
  if (!decision.ok) return refused(asked, decision.code);
  const authorship = authorshipOf(asked, context);
  const layer = copy.layer(decision.writes, authorship);
  const full =
    accountFull(layer.usage, { before: copy.usage, most }) ??
    promptFull(layer.liveVersions, { before: (promptId) => copy.liveVersionsOf(promptId), most });
  if (full !== undefined) return { kind: 'answer', answer: full };
  const current = copy.rows.at(ref);
  copy.accept(layer);
  const begins = change !== null && decision.writes.length > 0;
  if (begins) copy.beginBulk(change, authorship);
  const rev = layer.revs[rowKey(ref)] ?? (current?.deleted === false ? current.rev : undefined);
  return {
    kind: 'answer',
    answer: {
      status: decision.status,
      // Where more follows, the place of the last of it is that of the whole answer.
      ...(begins ? {} : { seq: layer.seq }),
      ...(rev === undefined ? {} : { rev }),
      revs: begins && change.kind !== 'restoreVersionsOf' ? {} : layer.revs,
      ...(brief ? {} : { body: decision.body }),
    },
  };
}

/** Refuses the mutation; the answer carries the row as it is now. */
export function refused({ copy, mutation, brief }: Asked, code: ProblemCode): Outcome {
  const current = brief ? undefined : copy.rows.at(mutation.target.ref);
  return { kind: 'answer', answer: refusal(code, current) };
}

export function authorshipOf({ device, mutation }: Asked, { by, now }: ApplyContext): Authorship {
  return { by, device, texts: mutation.texts, at: Date.parse(now) };
}
