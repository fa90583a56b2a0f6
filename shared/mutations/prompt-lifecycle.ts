/**
 * Deleting a prompt with all that is inside of it (`kinds/in-prompt.ts`), and bringing all of it back.
 *
 * 1. The prompt's tombstone comes first and those of the rows inside after it: all that went with a prompt has a later
 *    place in the feed than the prompt itself, which is how a revival knows them again.
 * 2. A delete removes only what its author had seen.
 * 3. A label is seen with the prompt that it lies in: a version that got one since its author looked is spared, and one
 *    that is deleted comes back with a label that a device puts on it.
 * 4. A row under a project that was deleted elsewhere brings that project's shell back.
 */
import type { Stored } from '#shared/kinds/row.ts';
import { type ApplyContext, type Seen, wasSeen } from './mutation.ts';
import type { RowSet, Write } from './row-set.ts';

/**
 * Null where something in the prompt changed after its author looked. Of a prompt that is gone, the rows inside that
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
  for (const inner of rows.insideOf(prompt.id)) {
    if (inner.deleted) continue;
    if (wasSeen(inner, seen, context)) writes.push({ kind: 'delete', type: inner.type, id: inner.id });
    else if (!isGone) return null;
  }
  return writes;
}

/** Whether a deletion may take this version: neither it nor a label on it came after its author looked. */
export function wasVersionSeen(
  rows: RowSet,
  version: Stored<'version'>,
  seen: Seen | undefined,
  context: ApplyContext,
): boolean {
  return wasSeen(version, seen, context) && wereLabelsSeen(rows, version, seen, context);
}

/** Whether no label on this version came after the author of a deletion looked. */
export function wereLabelsSeen(
  rows: RowSet,
  { id, row: { promptId } }: { id: number; row: { promptId: number } },
  seen: Seen | undefined,
  context: ApplyContext,
): boolean {
  const prompt = rows.stored('prompt', promptId);
  const labels = prompt?.row.attributes?.labels ?? [];
  const isLabelled = labels.some(({ versionId }) => versionId === id);
  return !isLabelled || prompt === undefined || wasSeen(prompt, seen, context);
}

/** Returns the writes that bring back the deleted ones of these versions of a prompt. */
export function restoredVersions(rows: RowSet, promptId: number, ids: readonly number[]): Write[] {
  return [...new Set(ids)].flatMap((id): Write[] => {
    const version = rows.stored('version', id);
    const isGone = version?.deleted === true && version.row.promptId === promptId;
    return isGone ? [{ kind: 'restore', type: 'version', id }] : [];
  });
}

/** Returns the writes that restore the rows which a deleted prompt needs; none if it is not deleted. */
export function revivalWrites(rows: RowSet, prompt: Stored<'prompt'>): Write[] {
  if (!prompt.deleted) return [];
  const inside = rows
    .insideOf(prompt.id)
    .filter((inner) => inner.deleted && inner.seq > prompt.seq)
    .map(({ type, id }): Write => ({ kind: 'restore', type, id }));
  return [...(projectShellWrites(rows, prompt.row.projectId) ?? []), ...inside];
}

/** Null where the project never existed. */
export function projectShellWrites(rows: RowSet, projectId: number): Write[] | null {
  const project = rows.stored('project', projectId);
  if (project === undefined) return null;
  return project.deleted ? [{ kind: 'restore', type: 'project', id: projectId }] : [];
}
