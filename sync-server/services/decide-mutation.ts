/**
 * Decides on one mutation inside a transaction: loads what it touches, checks what it was made upon, writes.
 *
 * 1. A change that names a revision applies to that revision or not at all.
 * 2. Rows beyond what one transaction should hold become a bulk change: everything is decided here, and the rows
 *    follow in portions of the storage before anybody sees the library again.
 * 3. What would take an account beyond its limits leaves nothing behind (`AccountFull`).
 */

import { rowKey, type Stored } from '#shared/kinds/row.ts';
import type { Problem, ProblemCode } from '#shared/model/problem.ts';
import type { ApplyContext, BoundMutation, BulkDeletion, Decision } from '#shared/mutations/mutation.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import { deletedVersions } from '#shared/mutations/version-mutations.ts';
import type { Authorship, BulkChange, LibraryTransaction, Usage } from '../storage/library-port.ts';
import type { MutationAnswer, MutationRequest } from './mutation-request.ts';
import { problemOf } from './problem-of.ts';

export type Circumstances = {
  device: string;
  brief: boolean;
  /** An instant for one change, later than all before: what is made later is listed later. */
  tick(): number;
  /** What the mutations before this one in the same push left of each row. */
  left: Map<string, number | 'notApplied'>;
  /** How much the account holds before this mutation. */
  usage: Usage;
  most: Usage;
  /** What this transaction has done so far: one a mutation, and more for long texts. */
  weight: number;
  /** Up to which place of the feed the bulk deletion in turn has been looked at. */
  looked: number;
  /** A bulk change has begun: nothing more can be done in this transaction. */
  begun: boolean;
};

export type Asked = {
  transaction: LibraryTransaction;
  request: MutationRequest;
  circumstances: Circumstances;
};

/** Thrown within a savepoint, so that what was written is undone. */
export class AccountFull extends Error {}

/** `later`: there is more to look at than one transaction should; the same mutation again in the next one. */
export function decide(asked: Asked, mutation: BoundMutation): MutationAnswer | 'later' {
  const { transaction } = asked;
  const { bulk, target } = mutation;
  if (bulk !== null && transaction.bulk.isLarge(bulk.rows)) return decideBulk(asked, mutation, bulk);
  const rows = transaction.load([{ kind: 'row', ref: target.ref }, ...mutation.touches]);
  asked.circumstances.weight += weightOf(rows, mutation);
  const refused = refusedBy(asked, mutation, rows);
  if (refused !== null) return refused;
  const context = contextOf(asked);
  const revival = largeRevival(transaction, mutation, rows);
  const decision = mutation.apply(rows, context);
  return answerOf(asked, { mutation, rows, context, decision, change: revival });
}

type Applied = {
  mutation: BoundMutation;
  rows: RowSet;
  context: ApplyContext;
  decision: Decision;
  /** What follows in portions where the decision wrote anything. */
  change: BulkChange | null;
};

function answerOf(asked: Asked, { mutation, rows, context, decision, change }: Applied): MutationAnswer {
  const { transaction, circumstances } = asked;
  const { ref } = mutation.target;
  const current = rows.at(ref);
  if (!decision.ok) return refusal(decision.code, shownTo(asked, current));
  const authorship = authorshipOf(asked, mutation, context);
  const { seq, revs } = transaction.save(decision.writes, authorship);
  const begins = change !== null && decision.writes.length > 0;
  if (begins) begin(asked, change, authorship);
  keepWithin(transaction, circumstances);
  const rev = revs[rowKey(ref)] ?? (current?.deleted === false ? current.rev : undefined);
  return {
    status: decision.status,
    // Where more follows, the place of the last of it is that of the whole answer.
    ...(begins ? {} : { seq }),
    ...(rev === undefined ? {} : { rev }),
    revs: begins && change.kind !== 'restoreVersionsOf' ? {} : revs,
    ...(circumstances.brief ? {} : { body: decision.body }),
  };
}

function decideBulk(asked: Asked, mutation: BoundMutation, deletion: BulkDeletion): MutationAnswer | 'later' {
  const { transaction, request, circumstances } = asked;
  const rows = transaction.load([{ kind: 'row', ref: mutation.target.ref }]);
  const refused = refusedBy(asked, mutation, rows);
  if (refused !== null) return refused;
  const context = contextOf(asked);
  // Upon the target alone: what is inside is looked at where it lies.
  const decision = mutation.apply(rows, context);
  const { rows: inside } = deletion;
  if (!decision.ok || (inside.kind !== 'listed' && decision.writes.length === 0)) {
    return answerOf(asked, { mutation, rows, context, decision, change: null });
  }
  const after = circumstances.looked;
  const { unseen, upTo, complete } = transaction.bulk.look({ ...deletion, by: request.key, after });
  circumstances.looked = unseen || complete ? 0 : upTo;
  if (unseen) return refusal('changed_since', shownTo(asked, rows.at(mutation.target.ref)));
  if (!complete) return 'later';
  if (inside.kind === 'listed') return deleteListed(asked, mutation, { rows, context, inside });
  const change: BulkChange =
    inside.kind === 'contentsOf'
      ? { kind: 'deleteContentsOf', projectId: inside.projectId }
      : { kind: 'deleteVersionsOf', promptId: inside.promptId };
  return answerOf(asked, { mutation, rows, context, decision, change });
}

function deleteListed(
  asked: Asked,
  mutation: BoundMutation,
  {
    rows,
    context,
    inside,
  }: { rows: RowSet; context: ApplyContext; inside: Extract<BulkDeletion['rows'], { kind: 'listed' }> },
): MutationAnswer {
  const { transaction, circumstances } = asked;
  const listed = transaction.bulk.listed(inside.promptId, new Set(inside.versionIds));
  if (listed.kind === 'elsewhere') return refusal('not_found');
  if (listed.live.length > 0 && !listed.keepsOne) return refusal('last_version');
  const rev = rows.at(mutation.target.ref)?.rev;
  if (listed.live.length > 0) {
    const change: BulkChange = { kind: 'deleteListed', versionIds: listed.live };
    begin(asked, change, authorshipOf(asked, mutation, context));
  }
  return {
    status: 200,
    ...(rev === undefined ? {} : { rev }),
    revs: {},
    ...(circumstances.brief ? {} : { body: deletedVersions(listed.live.length) }),
  };
}

function begin({ transaction, circumstances }: Asked, change: BulkChange, authorship: Authorship): void {
  transaction.bulk.begin(change, authorship);
  circumstances.begun = true;
}

/** The versions that come back with a deleted prompt, where they are more than the row set holds. */
function largeRevival(
  transaction: LibraryTransaction,
  mutation: BoundMutation,
  rows: RowSet,
): BulkChange | null {
  for (const touch of mutation.touches) {
    if (touch.kind !== 'revivalOf') continue;
    const prompt = rows.stored('prompt', touch.promptId);
    if (!prompt?.deleted || !transaction.bulk.isLargeRevival(prompt.id, prompt.seq)) continue;
    return { kind: 'restoreVersionsOf', promptId: prompt.id, after: prompt.seq };
  }
  return null;
}

function contextOf({ request, circumstances }: Asked): ApplyContext {
  return { now: new Date(circumstances.tick()).toISOString(), texts: 'asSent', by: request.key };
}

function authorshipOf({ circumstances }: Asked, mutation: BoundMutation, context: ApplyContext): Authorship {
  const { by, now } = context;
  return { by, device: circumstances.device, texts: mutation.texts, at: Date.parse(now) };
}

/** Whoever is beyond a limit (it was lowered, say) can still make their library smaller. */
function keepWithin(transaction: LibraryTransaction, circumstances: Circumstances): void {
  const { usage: before, most } = circumstances;
  const usage = transaction.usage();
  for (const what of ['rows', 'textBytes'] as const) {
    if (usage[what] > most[what] && usage[what] > before[what]) throw new AccountFull();
  }
  circumstances.usage = usage;
}

/** So many bytes of text that are read or written weigh as much as a mutation. */
const bytesOfOne = 32 * 1024;

function weightOf(rows: RowSet, { texts }: BoundMutation): number {
  let length = 0;
  for (const text of texts) length += text.length;
  for (const { type, row } of rows.all()) {
    if (type === 'prompt') length += row.content.length + row.notes.length;
    if (type === 'version') length += row.content.length + (row.original?.length ?? 0);
  }
  return length / bytesOfOne;
}

function shownTo({ circumstances }: Asked, current: Stored | undefined): Stored | undefined {
  return circumstances.brief ? undefined : current;
}

/** Null where nothing stands against it. A deleted row is there for whoever names the deletion's revision. */
function refusedBy(asked: Asked, mutation: BoundMutation, rows: RowSet): MutationAnswer | null {
  const { request, circumstances } = asked;
  const { must, ref } = mutation.target;
  const current = rows.at(ref);
  const code = ((): ProblemCode | null => {
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
  })();
  return code === null ? null : refusal(code, shownTo(asked, current));
}

/** Somebody who is told that the row has moved on is also told what it is now. */
export function refusal(code: ProblemCode, current?: Stored): MutationAnswer {
  const problem: Problem = problemOf(code);
  if (code !== 'changed_since' || current === undefined) return { status: problem.status, body: problem };
  const { rev, row, deleted } = current;
  return { status: problem.status, rev, body: { ...problem, current: deleted ? null : row } };
}
