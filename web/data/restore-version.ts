import { isBlank } from '#shared/model/text.ts';
import { defaultVersionDescription } from '#shared/mutations/kept-text.ts';
import { type CommitOutcome, commitInside } from './commit.ts';
import type { Library } from './library.ts';

/**
 * Makes an old version's text the current one, as a version of its own: history is never rewritten. A text
 * that is current now and that no version says is kept as one first. One transaction: what is kept is what
 * is replaced, whatever another tab does at the same time. Rejects where the browser cannot write.
 */
export async function restoreVersion(
  library: Library,
  { promptId, versionId }: { promptId: number; versionId: number },
): Promise<CommitOutcome> {
  const { db } = library;
  const outcome = await db.transaction('rw', db.everything, async (): Promise<CommitOutcome> => {
    const prompt = await db.prompts.get(promptId);
    const version = await db.versions.get(versionId);
    if (prompt === undefined || version === undefined) return { ok: false, code: 'not_found', errors: [] };
    const current = prompt.row.content;
    const isKept = await db.versions
      .where('row.promptId')
      .equals(promptId)
      .filter(({ row }) => row.content === current)
      .count();
    const keep = { id: library.newId(), description: defaultVersionDescription, conflict: null };
    return commitInside(library, 'saveVersion', {
      promptId,
      id: library.newId(),
      content: version.row.content,
      description: `Restored version ${version.row.version}`,
      base: current,
      ...(isKept > 0 || isBlank(current) ? {} : { keep }),
    });
  });
  if (outcome.ok) for (const wake of library.onCommit) wake();
  return outcome;
}
