/**
 * Holds a mutation to a single project, for a sender that may change nothing else.
 *
 * 1. Every row that the mutation names or touches lies in the project, or is not there. Anything else is answered like a
 *    row that does not exist, before the mutation is applied: it reads nothing of other projects either.
 * 2. The prompts that it needs are loaded with it: a version is in the project of its prompt.
 * Before: `pushed-mutation.ts` gathers `touchesWithin`. After: `decide-mutation.ts`.
 */
import { kindOf, type RowRef, type Stored } from '#shared/kinds/row.ts';
import type { BoundMutation, Touch } from '#shared/mutations/mutation.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';

type Named = Pick<BoundMutation, 'target' | 'needs' | 'touches'>;

/** Returns what has to be gathered for `staysWithin`, besides what the mutation touches by itself. */
export function touchesWithin({ needs }: Pick<BoundMutation, 'needs'>): Touch[] {
  return needs.map((ref) => ({ kind: 'row', ref }));
}

export function staysWithin(mutation: Named, rows: RowSet, projectId: number): boolean {
  const refs = [mutation.target.ref, ...mutation.needs, ...mutation.touches.flatMap(refsOf)];
  const prompts = new Set(refs.flatMap(({ type, id }) => (type === 'prompt' ? [id] : [])));
  return refs.every((ref) => {
    if (ref.type === 'project') return ref.id === projectId;
    const stored = rows.at(ref);
    return stored === undefined ? ref.type !== 'uiState' : liesWithin(stored, prompts, projectId);
  });
}

/** `prompts`: those that the mutation names, each of which is looked at by itself. */
function liesWithin({ type, row }: Stored, prompts: ReadonlySet<number>, projectId: number): boolean {
  const { parent } = kindOf(type);
  if (parent === null) return false;
  const id = parent.idOf(row);
  return parent.type === 'project' ? id === projectId : parent.type === 'prompt' && prompts.has(id);
}

function refsOf(touch: Touch): RowRef[] {
  switch (touch.kind) {
    case 'row':
      return [touch.ref];
    case 'versions':
      return touch.ids.map((id) => ({ type: 'version', id }));
    case 'revivalOf':
    case 'newestVersion':
    case 'versionsOf':
    case 'insideOf':
    case 'conflictsOf':
      return [{ type: 'prompt', id: touch.promptId }];
    case 'contentsOf':
      return [{ type: 'project', id: touch.projectId }];
    case 'shellOf':
      return [{ type: 'resource', id: touch.resourceId }];
    case 'sameBytes':
      return [];
  }
}
