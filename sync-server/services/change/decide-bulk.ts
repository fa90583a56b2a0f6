/**
 * Decides on a deletion of more rows than one transaction should hold: upon its target, and upon what the storage
 * has inspected of the rows inside. They follow in portions of the storage before anybody sees the library again.
 */
import type { ApplyContext, Bulk } from '#shared/mutations/mutation.ts';
import { wereLabelsSeen } from '#shared/mutations/prompt-lifecycle.ts';
import { deletedVersions } from '#shared/mutations/version-mutations.ts';
import type { BulkChange, InspectedBulk } from '../../storage/ports/library-transaction.ts';
import { type Asked, answer, authorshipOf, type Outcome, refused } from './decided-answer.ts';

export function decideBulk(
  asked: Asked,
  { rows, inspected, context }: { rows: Bulk; inspected: InspectedBulk; context: ApplyContext },
): Outcome {
  // Upon the target alone: what is inside was not gathered.
  const decision = asked.mutation.apply(asked.copy.rows, context);
  if (!decision.ok || (rows.kind !== 'listed' && decision.writes.length === 0)) {
    return answer(asked, { context, decision, change: null });
  }
  const { seen, listed } = inspected;
  if (seen.unseen) return refused(asked, 'changed_since');
  if (!seen.complete) return { kind: 'later', inspected: seen.upTo };
  if (rows.kind === 'listed') return deleteListed(asked, context, listed);
  const change: BulkChange =
    rows.kind === 'contentsOf'
      ? { kind: 'deleteContentsOf', projectId: rows.projectId }
      : { kind: 'deleteVersionsOf', promptId: rows.promptId };
  return answer(asked, { context, decision, change });
}

function deleteListed(asked: Asked, context: ApplyContext, listed: InspectedBulk['listed']): Outcome {
  const { copy, mutation, brief } = asked;
  if (listed === null || listed.kind === 'elsewhere') return refused(asked, 'not_found');
  const promptId = Number(mutation.target.ref.id);
  const seen = mutation.bulk?.seen;
  const doomed = listed.seen.filter((id) =>
    wereLabelsSeen(copy.rows, { id, row: { promptId } }, seen, context),
  );
  const isSparing = listed.spares || doomed.length < listed.seen.length;
  if (doomed.length === 0 && isSparing) return refused(asked, 'changed_since');
  if (doomed.length > 0) {
    if (!isSparing && !listed.keepsOne) return refused(asked, 'last_version');
    copy.beginBulk({ kind: 'deleteListed', versionIds: doomed }, authorshipOf(asked, context));
  }
  const rev = copy.rows.at(mutation.target.ref)?.rev;
  return {
    kind: 'answer',
    answer: {
      status: 200,
      ...(rev === undefined ? {} : { rev }),
      revs: {},
      ...(brief ? {} : { body: deletedVersions(doomed.length) }),
    },
  };
}
