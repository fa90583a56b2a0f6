/**
 * Decides on one mutation in a working copy: checks what it was made upon, and applies it.
 *
 * A change that names a revision applies to that revision or not at all. Rows beyond what one transaction should hold
 * are decided on in `decide-bulk.ts`.
 */

import { rowKey, type Stored } from '#shared/kinds/row.ts';
import type { ProblemCode } from '#shared/model/problem.ts';
import type { ApplyContext } from '#shared/mutations/mutation.ts';
import type { BulkChange } from '../../storage/ports/library-transaction.ts';
import { decideBulk } from './decide-bulk.ts';
import { type Asked, answer, type Outcome, refused } from './decided-answer.ts';
import { staysWithin } from './within-project.ts';

export function decide(asked: Asked): Outcome {
  const { copy, gathered, mutation } = asked;
  const { rows } = copy;
  const { onlyProject } = asked.request;
  const strays = onlyProject !== null && !staysWithin(mutation, rows, onlyProject);
  const code = strays ? 'not_found' : obstacle(asked);
  if (code !== null) return refused(asked, code);
  const context = contextOf(asked);
  if (mutation.bulk !== null && gathered.bulk !== null) {
    return decideBulk(asked, { rows: mutation.bulk.rows, inspected: gathered.bulk, context });
  }
  const revival = largeRevival(asked);
  return answer(asked, { context, decision: mutation.apply(rows, context), change: revival });
}

function contextOf(asked: Asked): ApplyContext {
  const { request, tick } = asked;
  const by = meetsItsRow(asked) ? null : request.key;
  return { now: new Date(tick()).toISOString(), texts: 'asSent', by };
}

/**
 * Returns whether a creation finds its row there. Such an upsert names no revision: the notes that it merges and the
 * text that it preserves may be later than what its author had read, so no later delete of the same client may count
 * the rows that it writes as seen.
 */
function meetsItsRow({ copy, mutation }: Asked): boolean {
  const { must, ref } = mutation.target;
  return must === 'create' && copy.rows.at(ref)?.deleted === false;
}

/** The versions that come back with a deleted prompt, where they are more than the row set holds. */
function largeRevival({ copy, gathered, mutation }: Asked): BulkChange | null {
  for (const touch of mutation.touches) {
    if (touch.kind !== 'revivalOf' || !gathered.largeRevivals.has(touch.promptId)) continue;
    const prompt = copy.rows.stored('prompt', touch.promptId);
    if (prompt?.deleted) return { kind: 'restoreVersionsOf', promptId: prompt.id, after: prompt.seq };
  }
  return null;
}

/** Null where nothing stands against it. A deleted row is there for whoever names the deletion's revision. */
function obstacle({ copy, mutation, request, left }: Asked): ProblemCode | null {
  const { must, ref } = mutation.target;
  const current: Stored | undefined = copy.rows.at(ref);
  let ifMatch = request.ifMatch;
  if (ifMatch === 'previous') {
    const rev = left.get(rowKey(ref));
    if (rev === undefined || rev === 'notApplied') return 'changed_since';
    ifMatch = rev;
  }
  if (must === 'create') return null;
  if (current === undefined && must === 'exist') return 'not_found';
  if (current === undefined) return ifMatch === undefined ? null : 'changed_since';
  if (ifMatch !== undefined && ifMatch !== current.rev) return 'changed_since';
  return must === 'exist' && current.deleted && ifMatch === undefined ? 'not_found' : null;
}
