/**
 * Deleting a prompt with its versions, and bringing both back.
 *
 * 1. The prompt's tombstone comes first and those of its versions after it: all that went with a prompt has
 *    a later place in the feed than the prompt itself, which is how a revival knows them again.
 * 2. A delete removes only what its author had seen.
 * 3. A row under a project that was deleted elsewhere brings that project's shell back.
 */
import type { Stored } from '#shared/kinds/row.ts';
import { type ApplyContext, type Seen, wasSeen } from './mutation.ts';
import type { RowSet, Write } from './row-set.ts';

/**
 * Null where something in the prompt changed after its author looked. Of a prompt that is gone, the versions that
 * its author saw: a device reads its tombstone before theirs, perhaps pages before.
 */
export function deletePromptWrites(
  rows: RowSet,
  prompt: Stored<'prompt'>,
  seen: Seen | undefined,
  context: ApplyContext,
): Write[] | null {
  const isGone = prompt.deleted;
  if (!isGone && !wasSeen(prompt, seen, context)) return null;
  const writes: Write[] = isGone ? [] : [{ kind: 'delete', type: 'prompt', id: prompt.id }];
  for (const version of rows.versionsOf(prompt.id)) {
    if (version.deleted) continue;
    if (wasSeen(version, seen, context)) writes.push({ kind: 'delete', type: 'version', id: version.id });
    else if (!isGone) return null;
  }
  return writes;
}

/** Returns the writes that restore the rows which a deleted prompt needs; none if it is not deleted. */
export function revivalWrites(rows: RowSet, prompt: Stored<'prompt'>): Write[] {
  if (!prompt.deleted) return [];
  const versions = rows
    .versionsOf(prompt.id)
    .filter((version) => version.deleted && version.seq > prompt.seq)
    .map((version): Write => ({ kind: 'restore', type: 'version', id: version.id }));
  return [...(projectShellWrites(rows, prompt.row.projectId) ?? []), ...versions];
}

/** Null where the project never existed. */
export function projectShellWrites(rows: RowSet, projectId: number): Write[] | null {
  const project = rows.stored('project', projectId);
  if (project === undefined) return null;
  return project.deleted ? [{ kind: 'restore', type: 'project', id: projectId }] : [];
}
